import { MINUTE_MS, SECOND_MS } from '@avouch/contract'
import { expect, test, vi } from 'vitest'
import { textsOf } from '#e2e/support/texts.ts'
import { openPage, type Opening } from '#test/page.ts'
import { scanned } from '#test/qr.ts'
import { BACK, CINEMA, MINTID, requestOf } from '#test/website.ts'

const URL_OF_CODE = 'https://avouch.example/a/CCCCCCCCCCCCCCCCCCCCCC'
const LINK = { id: 'L'.repeat(22), url: URL_OF_CODE, number: 42, expires_in: 300 }
const PRICE = { amount: 1250, currency: 'EUR', description: 'One ticket' } as const
const at = (state: string) => ({ state, redirect_uri: state === 'confirmed' ? BACK : null })
/** Longer than a silent push is believed. */
const SILENCE = 9 * SECOND_MS

async function openCode({ answers, ...opening }: Opening = {}) {
  const page = await openPage(`/verify-age/app?mintid=${MINTID}&mobile=false`, {
    ...opening,
    answers: { intentSummary: requestOf(), createAppLink: LINK, followAppLink: at('waiting'), ...answers },
  })
  const { screen, t } = page
  return { ...page, code: () => screen.queryByRole('img', { name: t('app.qr') }) }
}

test('The code leads the app to the request, and this page by a number to the end of the visit [APP-08]', async () => {
  const { screen, t, code, push, callsOf, listening } = await openCode()
  await screen.findByRole('heading', { level: 1, name: t('app.heading') })
  const picture = await screen.findByRole('img', { name: t('app.qr') })
  expect(scanned(picture)).toBe(URL_OF_CODE)
  expect(picture.getAttribute('width')).toBe('230')
  screen.getByText('42')
  expect(callsOf('createAppLink').map(({ body }) => body)).toEqual([{ mintid: MINTID }])
  push(at('claimed'))
  await screen.findByText(t('app.claimed'))
  screen.getByRole('heading', { level: 1, name: t('app.pick') })
  expect(code()).toBeNull()
  screen.getByText('42')
  push(at('matched'))
  await screen.findByText(t('app.matched'))
  expect(screen.queryByText('42')).toBeNull()
  push(at('confirmed'))
  await screen.findByText(t('complete.passedOn'))
  expect(window.location.pathname).toBe('/complete-process')
  expect(window.localStorage.getItem('verification')).not.toContain(MINTID)
  expect(listening()).toBe(0)
})

test('Beside the code the page says where to get the app, how to scan, why it is safe, and other ways', async () => {
  const app = {
    openUrl: 'avouch://verify',
    iosStoreUrl: 'https://ios.example/',
    androidStoreUrl: 'https://play.example/',
  }
  const { screen, t } = await openCode({ settings: { app } })
  for (const [title, content] of [
    ['app.download', t('app.storeIos')],
    ['app.download', t('app.storeAndroid')],
    ['app.here', t('app.open')],
    ['app.tips', t('app.tip1')],
    ['app.safe', t('app.safe1')],
    ['app.faq', t('app.a1')],
  ] as const) {
    const fold = screen.getByRole('heading', { level: 2, name: t(title) }).closest('details')
    expect([content, fold?.open, fold?.textContent]).toEqual([content, false, expect.stringContaining(content)])
  }
  screen.getByRole('link', { name: t('landing.more') })
  screen.getByRole('button', { name: t('app.web') })
})

for (const [state, says] of [
  ['refused', 'app.refused'],
  ['expired', 'app.expired'],
] as const)
  test(`A code that is ${state} is shown no longer, and a new one can be [APP-05 APP-06 RETURN-04]`, async () => {
    const { screen, t, user, code, answer, push } = await openCode()
    await screen.findByRole('img', { name: t('app.qr') })
    push(at(state))
    await screen.findByRole('heading', { level: 1, name: t(says) })
    const said = screen.getByRole('alert').textContent
    expect(said.includes(t('app.nothingSaid'))).toBe(state === 'refused')
    expect(code()).toBeNull()
    screen.getByRole('link', { name: t('visit.notNow', { provider: CINEMA }) })
    const another = URL_OF_CODE.replaceAll('C', 'D')
    answer({ createAppLink: { ...LINK, id: 'M'.repeat(22), url: another } })
    await user.click(screen.getByRole('button', { name: t('app.newCode') }))
    expect(scanned(await screen.findByRole('img', { name: t('app.qr') }))).toBe(another)
  })

for (const state of ['expired', 'refused'])
  test(`A code that is ${state} because its request has ended leads to the page that says how [RETURN-04 APP-08]`, async () => {
    const { screen, t, answer, push } = await openCode()
    await screen.findByRole('img', { name: t('app.qr') })
    answer({ intentSummary: requestOf({ ended: 'cancelled' }) })
    push(at(state))
    await screen.findByText(t('ended.cancelled'))
    expect(window.location.pathname).toBe('/')
    expect(screen.queryByRole('button', { name: t('app.newCode') })).toBeNull()
  })

test('A visitor whom the app shows to be under age reads once that the account was closed [APP-08 AGE-02]', async () => {
  const { screen, t, push } = await openCode()
  await screen.findByRole('img', { name: t('app.qr') })
  push(at('denied'))
  await screen.findByText(t('underage.text'), { exact: false })
  const again = await openPage('/verify-age/denied', { sameTab: true })
  again.screen.getByText(t('underage.case'), { exact: false })
})

const TAKEN_BACK: [string, Parameters<typeof requestOf>[0]][] = [
  ['A request from 16', { minimum_age: 16 }],
  ['A payment', { kind: 'payment', payment: PRICE, accept: [] }],
]
for (const [what, asked] of TAKEN_BACK)
  test(`${what}, which the end of its visitor’s account takes back, ends with the word that nothing was passed on [RETURN-03]`, async () => {
    const { screen, t, push } = await openCode({ answers: { intentSummary: requestOf(asked) } })
    await screen.findByRole('img', { name: t('app.qr') })
    push(at('denied'))
    await screen.findByRole('heading', { level: 1, name: t('underage.title') })
    expect(window.sessionStorage.getItem('passed_on')).toBe(`${MINTID} nothing`)
  })

for (const first of [true, false])
  test(`The page learns what the app answered where the push is silent ${first ? 'after its first event' : 'at once'} [APP-08]`, async () => {
    const { screen, t, push, answer, advance } = await openCode()
    await screen.findByRole('img', { name: t('app.qr') })
    if (first) push(at('waiting'))
    answer({ followAppLink: at('confirmed') })
    await advance(SILENCE)
    await screen.findByText(t('complete.passedOn'))
  })

test('A hidden page lets go of its push and asks nothing, and a page that is seen again takes it up and asks at once [APP-08]', async () => {
  const { screen, t, listening, answer, advance, callsOf } = await openCode()
  await screen.findByRole('img', { name: t('app.qr') })
  const show = (hidden: boolean) => {
    vi.spyOn(document, 'hidden', 'get').mockReturnValue(hidden)
    document.dispatchEvent(new Event('visibilitychange'))
  }
  expect(listening()).toBe(1)
  show(true)
  expect(listening()).toBe(0)
  const asked = callsOf('followAppLink').length
  await advance(MINUTE_MS)
  expect(callsOf('followAppLink')).toHaveLength(asked)
  answer({ followAppLink: at('confirmed') })
  show(false)
  expect(listening()).toBe(1)
  await screen.findByText(t('complete.passedOn'))
})

test('On the phone itself there is nothing to scan: the app opens with the request, and the page says so where none answers [APP-05]', async () => {
  const { screen, t, code, callsOf, advance } = await openCode({ onPhone: true })
  screen.getByRole('heading', { level: 1, name: t('app.title') })
  expect(code()).toBeNull()
  expect(callsOf('createAppLink')).toEqual([])
  const open = screen.getByRole('link', { name: t('app.open') })
  expect(open.getAttribute('href')).toBe(`avouch://verify?mintid=${MINTID}&mobile=false`)
  open.addEventListener('click', (event) => event.preventDefault())
  open.click()
  expect(screen.queryByText(t('app.noAnswer'))).toBeNull()
  await advance(2 * SECOND_MS)
  await screen.findByText(t('app.noAnswer'))
})

test('Scanned with the phone’s own camera, the link leads into the app [APP-05]', async () => {
  const { screen, t } = await openPage('/a/AAAAAAAAAAAAAAAAAAAAAA')
  screen.getByRole('heading', { level: 1, name: t('app.linkHeading') })
  screen.getByText(t('app.linkWarning'))
  const link = encodeURIComponent(`${window.location.origin}/a/AAAAAAAAAAAAAAAAAAAAAA`)
  expect(screen.getByRole('link', { name: t('app.open') }).getAttribute('href')).toBe(`avouch://verify?link=${link}`)
})

test('A payment shows its amount and who gets it, and is made by the app alone [PAY-16]', async () => {
  const { screen, t, push } = await openCode({
    answers: { intentSummary: requestOf({ kind: 'payment', payment: PRICE, accept: [], minimum_age: null }) },
  })
  await screen.findByText(t('app.bill', { amount: '€12.50', provider: CINEMA }))
  screen.getByRole('heading', { level: 1, name: t('app.payHeading') })
  expect(screen.queryByRole('button', { name: t('app.web') })).toBeNull()
  push(at('confirmed'))
  await screen.findByText(t('complete.paid'))
})

test('What the page says of a failure is in the language that it is switched to', async () => {
  const [english, german] = [textsOf('en'), textsOf('de')]
  const { screen, user } = await openCode({ answers: { createAppLink: 'too_many_requests' } })
  await screen.findByText(english('error.too_many_requests'))
  await user.click(screen.getByRole('button', { name: 'DE – Deutsch' }))
  await screen.findByText(german('error.too_many_requests'))
  await user.click(screen.getByRole('button', { name: 'EN – English' }))
  await screen.findByText(english('error.too_many_requests'))
})
