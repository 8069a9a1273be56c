import { PRESENTATION_REASONS, type PresentationReason, SECOND_MS } from '@avouch/contract'
import { expect, test, vi } from 'vitest'
import { en } from '@avouch/phrases/age-app/en'
import { openPage, type Opening } from '#test/page.ts'
import { scanned } from '#test/qr.ts'
import { BACK, CINEMA, MINTID, requestOf } from '#test/website.ts'

const SHORT = 'https://avouch.example/w/CCCCCCCCCCCCCCCCCCCCCC'
const WHOLE = 'av://?client_id=avouch&request=the-whole-request'
const ID = 'P'.repeat(22)
const ASKED = { id: ID, expires_in: 300, request: null, url: WHOLE, qr_url: SHORT }
const at = (state: string, reason: string | null = null) => ({
  state,
  reason,
  redirect_uri: state === 'confirmed' ? BACK : null,
})
const answered = (result: boolean) => ({ status: 'confirmed', data: { result, redirect_uri: BACK } })
const said = (key: keyof typeof en) => en[key].replaceAll('{{age}}', '18').replaceAll('{{provider}}', CINEMA)

async function openAgeApp({ answers, ...opening }: Opening = {}, hash = '') {
  const page = await openPage(`/verify-age/age-app?mintid=${MINTID}&mobile=false${hash}`, {
    ...opening,
    answers: {
      intentSummary: requestOf(),
      createPresentation: ASKED,
      followPresentation: at('waiting'),
      ...answers,
    },
  })
  const heading = (key: keyof typeof en) => page.screen.findByRole('heading', { level: 1, name: said(key) })
  return { ...page, heading, asked: () => page.callsOf('createPresentation').map(({ body }) => body) }
}

const SOON = { interval: 5 }

/** Reads the codes once they are there: the short one, and the folded one with the whole request. */
async function codes({ screen }: Awaited<ReturnType<typeof openAgeApp>>) {
  await expect.poll(() => document.querySelector('main')?.textContent).toMatch(/Valid for 0?[45]:/)
  return screen.getAllByRole('img', { name: said('ageApp.qr'), hidden: true }).map(scanned)
}

test('The desktop shows a short code and one with the whole request, and goes on when the app on a phone has answered [APP-20 APP-21]', async () => {
  const page = await openAgeApp()
  const { screen, t, heading, push, asked } = page
  await heading('ageApp.scan')
  expect(await codes(page)).toEqual([SHORT, WHOLE])
  expect(asked()).toEqual([{ mintid: MINTID, way: 'qr', kind: 'age_app' }])
  push(at('fetched'))
  await heading('ageApp.fetched')
  push(at('confirmed'))
  await screen.findByText(t('complete.passedOn'))
  expect(window.sessionStorage.getItem('passed_on')).toBe(`${MINTID} yes`)
  expect(window.localStorage.getItem('presentation')).toBeNull()
})

test('A no of the age app says so, and touches no account [APP-21 AGE-02]', async () => {
  const page = await openAgeApp()
  await codes(page)
  page.push(at('denied'))
  await page.heading('ageApp.under')
  page.screen.getByText(said('ageApp.underText'))
  page.screen.getByRole('link', { name: page.t('complete.back', { provider: CINEMA }) })
  expect(window.sessionStorage.getItem('account_ended')).toBeNull()
})

/** Headings of refusals that say nothing against the proof. */
const HEADINGS: Partial<Record<PresentationReason, keyof typeof en>> = {
  cancelled: 'ageApp.cancelled',
  clock: 'ageApp.clock',
  not_possible: 'ageApp.unavailable',
  timed_out: 'ageApp.timedOut',
}

test('The page says why an answer can’t be used, and what to do [APP-21 RETURN-04]', async () => {
  let made = 0
  const createPresentation = () => ({ ...ASKED, id: String(made++).padStart(22, 'P') })
  const { screen, t, user, push, listening, heading } = await openAgeApp({ answers: { createPresentation } })
  const LAST = 'not_possible'
  const again = () => screen.queryAllByRole('button', { name: said('ageApp.again') })
  for (const reason of [...PRESENTATION_REASONS.filter((one) => one !== LAST), LAST] as const) {
    await heading('ageApp.scan')
    await expect.poll(listening, SOON).toBe(1)
    push(at('refused', reason))
    await screen.findByText(said(`ageApp.reason.${reason}`))
    await heading(HEADINGS[reason] ?? 'ageApp.refused')
    await screen.findByRole('link', { name: t('visit.notNow', { provider: CINEMA }) })
    expect(again()).toHaveLength(reason === LAST ? 0 : 1)
    for (const button of again()) await user.click(button)
  }
})

test('A request that has expired, or was taken back, is made again at a press [APP-21 RETURN-04]', async () => {
  const page = await openAgeApp()
  await codes(page)
  page.push(at('expired'))
  await page.heading('ageApp.expired')
  page.screen.getByRole('link', { name: page.t('visit.notNow', { provider: CINEMA }) })
  page.answer({ createPresentation: { ...ASKED, id: 'Q'.repeat(22) } })
  await page.user.click(page.screen.getByRole('button', { name: said('ageApp.again') }))
  await page.heading('ageApp.scan')
  expect(page.asked()).toHaveLength(2)
})

test('A test asks no app: the visitor chooses the outcome [TEST-01]', async () => {
  const { replace } = await openAgeApp({
    answers: { createPresentation: 'method_not_possible', intentSummary: requestOf({ live: false }) },
  })
  await expect.poll(() => replace.mock.calls).toEqual([[`/kyc?mintid=${MINTID}&mobile=false&by=age_app`]])
})

test('An answer that is held waits for the digits of another browser; wrong ones are said at the field [APP-21 VP-15]', async () => {
  const page = await openAgeApp({ answers: { finishPresentation: 'presentation_digits' } })
  const { screen, t, user, push, answer, callsOf, heading } = page
  await codes(page)
  push(at('checked'))
  await heading('ageApp.digits')
  const field = await screen.findByLabelText<HTMLInputElement>(said('ageApp.digitsLabel'))
  expect(screen.getByRole<HTMLButtonElement>('button', { name: t('action.continue') }).disabled).toBe(true)
  await user.type(field, '111111')
  await screen.findByText(t('error.presentation_digits'))
  expect(field.getAttribute('aria-invalid')).toBe('true')
  answer({ finishPresentation: answered(true) })
  await user.clear(field)
  await user.type(field, '222222')
  await screen.findByText(t('complete.passedOn'))
  expect(callsOf('finishPresentation').map(({ params, body }) => [params['id'], body])).toEqual([
    [ID, { digits: '111111' }],
    [ID, { digits: '222222' }],
  ])
})

test('An answer that comes back into another browser finishes nothing there: it shows digits, out of the address bar [APP-21 VP-15]', async () => {
  const hash = `#rc=${'R'.repeat(22)}&digits=123456`
  const without = await openAgeApp({}, hash)
  await without.heading('ageApp.elsewhere')
  expect(without.screen.getByText('123456').getAttribute('aria-label')).toBe('1 2 3 4 5 6')
  without.screen.getByText(said('ageApp.elsewhereWarning'))
  expect(window.location.hash).toBe('')
  expect(without.callsOf('finishPresentation')).toEqual([])

  window.localStorage.setItem('presentation', 'another')
  const another = await openAgeApp({ sameTab: true, answers: { finishPresentation: 'presentation_over' } }, hash)
  await another.heading('ageApp.elsewhere')
})

test('The app comes back into the browser that began, which finishes with its code [APP-20 APP-21 VP-15]', async () => {
  await openAgeApp()
  await expect.poll(() => window.localStorage.getItem('presentation')).toBe(ID)
  const code = 'R'.repeat(22)
  const { screen, t, callsOf } = await openAgeApp(
    { sameTab: true, answers: { finishPresentation: answered(true) } },
    `#rc=${code}&digits=123456`,
  )
  await screen.findByText(t('complete.passedOn'))
  expect(callsOf('finishPresentation').map(({ params, body }) => [params['id'], body])).toEqual([
    [ID, { response_code: code }],
  ])
})

test('An app that was told no comes back to a page that asks again only at a press [APP-21 RETURN-04]', async () => {
  const { screen, t, heading, asked, user, assign } = await openAgeApp({ onPhone: true }, '#refused=cancelled')
  await heading('ageApp.cancelled')
  await screen.findByRole('link', { name: t('visit.notNow', { provider: CINEMA }) })
  expect(asked()).toEqual([])
  await user.click(screen.getByRole('button', { name: said('ageApp.again') }))
  await screen.findByRole('link', { name: said('ageApp.open') })
  expect(asked()).toHaveLength(1)
  expect(assign).not.toHaveBeenCalled()
})

test('On one phone one tap on the page before opens the app [APP-20]', async () => {
  const { t, user, assign, screen, callsOf } = await openPage(`/?mintid=${MINTID}`, {
    onPhone: true,
    answers: { intentSummary: requestOf(), createPresentation: ASKED, followPresentation: at('waiting') },
  })
  await user.click(await screen.findByText(t('landing.ageApp')))
  await expect.poll(() => assign.mock.calls).toEqual([[WHOLE]])
  expect(callsOf('createPresentation')[0]?.body).toEqual({ mintid: MINTID, way: 'link', kind: 'age_app' })
})

test('A phone that opens the page itself has a button for the app, and keeps its request when it is unfolded [APP-20]', async () => {
  const { screen, assign, asked, advance } = await openAgeApp({ onPhone: true })
  const open = await screen.findByRole('link', { name: said('ageApp.open') })
  expect(open.getAttribute('href')).toBe(WHOLE)
  expect(assign).not.toHaveBeenCalled()
  vi.mocked(window.matchMedia).mockRestore()
  window.dispatchEvent(new Event('resize'))
  open.addEventListener('click', (event) => event.preventDefault())
  open.click()
  await advance(2 * SECOND_MS)
  await screen.findByText(said('ageApp.noAnswer'))
  screen.getByRole('link', { name: said('ageApp.open') })
  expect(asked()).toHaveLength(1)
})

test('An ID wallet is asked for in its own words, where the website accepts one [APP-20 VP-21]', async () => {
  const { screen, user, asked } = await openAgeApp()
  await user.click(await screen.findByRole('button', { name: said('ageApp.otherKind'), hidden: true }))
  await expect.poll(() => screen.queryAllByRole('img', { name: said('idWallet.qr') }).length).toBeGreaterThan(0)
  screen.getByText(said('idWallet.scanText'))
  expect(asked().at(-1)).toEqual({ mintid: MINTID, way: 'qr', kind: 'id_wallet' })

  const alone = await openAgeApp({ answers: { intentSummary: requestOf({ accept: ['proof_of_age'] }) } })
  await codes(alone)
  for (const way of ['ageApp.otherKind', 'ageApp.without'] as const)
    expect(alone.screen.queryByRole('button', { name: said(way), hidden: true })).toBeNull()
})

const REQUEST = { protocol: 'org-iso-mdoc', data: { deviceRequest: 'AAAA', encryptionInfo: 'BBBB' } }
const ASKED_BROWSER = { ...ASKED, request: REQUEST, url: null, qr_url: null }

/** A browser with the API, which answers so. */
const withApi = (get: (options: unknown) => unknown): Opening => {
  Object.assign(window, { DigitalCredential: { userAgentAllowsProtocol: () => true } })
  return { browser: { credentials: { get } } }
}
const without = (name: string) => () => Promise.reject(new DOMException('x', name))

test('The browser’s own API is asked at a press; a lost network says nothing of the proof, which can be shown again [APP-20 APP-21 VP-02]', async () => {
  const got: unknown[] = []
  const { browser } = withApi(async (options) => {
    got.push(options)
    return { protocol: 'org-iso-mdoc', data: { response: 'CCCC' } }
  })
  const { screen, t, user, answer, asked, callsOf } = await openAgeApp({
    ...(browser && { browser }),
    answers: { createPresentation: ASKED_BROWSER, answerByBrowser: 'lost' },
    logs: /CallFailure/,
  })
  const show = await screen.findByRole('button', { name: said('ageApp.show') })
  expect([asked(), got]).toEqual([[{ mintid: MINTID, way: 'dc_api', kind: 'age_app' }], []])
  await user.click(show)
  await screen.findByText(t('state.offline'))
  answer({ answerByBrowser: answered(true) })
  await expect.poll(() => show.getAttribute('aria-disabled')).not.toBe('true')
  await user.click(show)
  await screen.findByText(t('complete.passedOn'))
  expect(got[0]).toMatchObject({ mediation: 'required', digital: { requests: [REQUEST] } })
  expect(callsOf('answerByBrowser').at(-1)?.body).toEqual({ response: 'CCCC' })
  Reflect.deleteProperty(window, 'DigitalCredential')
})

/** Ways in which `navigator.credentials.get` gives no answer in browsers of the field, and the page's words for each. */
const WITHOUT_ANSWER = [
  ['rejects with NotAllowedError', without('NotAllowedError'), 'cancelled', 'ageApp.cancelled'],
  ['rejects with NotSupportedError', without('NotSupportedError'), 'not_possible', 'ageApp.unavailable'],
  [
    'throws',
    () => {
      throw new DOMException('x', 'TypeError')
    },
    'not_possible',
    'ageApp.unavailable',
  ],
  ['gives no data', async () => ({ protocol: 'org-iso-mdoc', data: {} }), 'malformed', 'ageApp.refused'],
  ['never settles', () => new Promise(() => {}), 'timed_out', 'ageApp.timedOut'],
] as const

for (const [what, get, reason, title] of WITHOUT_ANSWER)
  test(`A browser that ${what} says why, and what to do [APP-21]`, async () => {
    const { browser } = withApi(get)
    const { screen, user, advance, callsOf, heading } = await openAgeApp({
      ...(browser && { browser }),
      answers: {
        createPresentation: ASKED_BROWSER,
        answerByBrowser: Response.json({ code: 'presentation_refused', message: 'x', reason }, { status: 422 }),
      },
    })
    const show = await screen.findByRole('button', { name: said('ageApp.show') })
    await user.click(show)
    if (reason === 'timed_out') {
      await screen.findByText(said('ageApp.asking'))
      expect(show.getAttribute('aria-disabled')).toBe('true')
      await advance(180 * SECOND_MS)
    }
    await heading(title)
    screen.getByText(said(`ageApp.reason.${reason}`))
    expect(callsOf('answerByBrowser').map(({ body }) => body)).toEqual([{ response: '', failed: reason }])
    expect(screen.queryAllByRole('button', { name: said('ageApp.again') })).toHaveLength(
      reason === 'not_possible' ? 0 : 1,
    )
    screen.getByRole('button', { name: said('ageApp.here') })
    Reflect.deleteProperty(window, 'DigitalCredential')
  })
