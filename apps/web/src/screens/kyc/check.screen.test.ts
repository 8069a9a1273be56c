import { PROOF_WITHDRAWALS } from '@avouch/contract'
import { phrases as bothDe } from '@avouch/phrases/de/both'
import { phrases as eidDe } from '@avouch/phrases/de/eid'
import { phrases as bothEn } from '@avouch/phrases/en/both'
import { phrases as eidEn } from '@avouch/phrases/en/eid'
import { expect, test } from 'vitest'
import { openPage, type Opening } from '#test/page.ts'
import { scanned } from '#test/qr.ts'
import { CHECK, checkAt, PROFILE, SESSION_NAMES, statusOf, kept } from '#test/session.ts'
import { BACK, CINEMA, MINTID, requestOf } from '#test/website.ts'

const TC = 'T'.repeat(22)
const SERVICE = 'http://localhost:3002'
const RETURN_ID = 'R'.repeat(40)
/** The check of a request, which has a return id. */
const OF_REQUEST = CHECK.replace('kyc-check-result', `kyc-check-result%3Freturn%3D${RETURN_ID}%26mobile%3Dfalse`)

const openCheck = (query = '', { answers, ...opening }: Opening = {}) =>
  openPage(`/check${query}`, {
    signedIn: true,
    answers: {
      me: PROFILE,
      kycStatus: statusOf(''),
      kycInit: checkAt(OF_REQUEST),
      intentSummary: requestOf(),
      ...answers,
    },
    ...opening,
  })
const camera = { getUserMedia: () => undefined }

test('Before the check a visitor reads who checks what and how long it takes [KYC-39]', async () => {
  const { screen, t } = await openCheck(`?mintid=${MINTID}`, {
    settings: { identityCheck: { url: SERVICE, kind: 'camera', name: 'Ident GmbH' } },
  })
  await screen.findByRole('heading', { level: 1, name: t('check.title') })
  for (const words of [
    t('check.lede', { service: 'Ident GmbH' }),
    t('check.document'),
    t('check.proof'),
    t('check.pictures'),
    t('check.time'),
    t('check.picturesProvider', { provider: CINEMA }),
  ])
    await screen.findByText(words)
  await screen.findByRole('link', { name: t('visit.notNow', { provider: CINEMA }) })
})

for (const language of ['en', 'de'] as const)
  for (const why of PROOF_WITHDRAWALS)
    test(`Before the check a visitor whose proof was withdrawn (${why}) reads that and why, and may begin, in ${language} [KYC-60]`, async () => {
      const answers = { kycInit: { data: { ...checkAt(OF_REQUEST).data, withdrawn: why } } }
      const { screen, t } = await openCheck(`?mintid=${MINTID}`, { answers, language })
      const notice = await screen.findByText(t(`check.withdrawn.${why}`))
      expect(notice.closest('[role="status"]')?.textContent).toContain(t('check.withdrawn'))
      screen.getByRole('link', { name: t('check.computer') })
      screen.getByRole('link', { name: t('check.withdrawn.support') })
    })

test('Before a first check no proof is said to be withdrawn [KYC-60]', async () => {
  const { screen, t } = await openCheck(`?mintid=${MINTID}`)
  await screen.findByRole('heading', { level: 1, name: t('check.title') })
  expect(screen.queryByText(t('check.withdrawn'))).toBeNull()
})

const shownBy = (kind: 'eid' | 'both') => ({ identityCheck: { url: SERVICE, kind, name: null } })
const KINDS = { en: { eid: eidEn, both: bothEn }, de: { eid: eidDe, both: bothDe } } as const
const STEPS = ['check.document', 'check.documentText', 'check.proof', 'check.pictures', 'check.picturesUs'] as const
const CAMERA = /camera|kamera|photograph|fotografieren|residence permit|aufenthaltstitel/i

for (const language of ['en', 'de'] as const)
  for (const kind of ['eid', 'both'] as const)
    test(`Where ${kind} is asked for, the visitor reads what to have ready before and at the check, in ${language} [KYC-39]`, async () => {
      const settings = shownBy(kind)
      const { screen } = await openCheck(`?mintid=${MINTID}`, { settings, language })
      const words = KINDS[language][kind]
      for (const step of STEPS) await screen.findByText(words[step])
      const text = () => document.body.textContent.replaceAll('\u00AD', '')
      for (const needed of ['Personalausweis', 'AusweisApp', 'NFC', 'PIN']) expect(text()).toContain(needed)
      expect(CAMERA.test(text().replace(/Scan this with your phone’s camera|mit der Kamera deines Handys/, ''))).toBe(
        kind === 'both',
      )

      const prompt = await openPage(`/auth/prompt?mintid=${MINTID}`, {
        settings,
        language,
        answers: { intentSummary: requestOf() },
      })
      prompt.screen.getByText(words['prompt.readyDocument'])
      prompt.screen.getByText(words['prompt.readyPhone'])
    })

test('Where only the German eID is asked for, the browser of an app gets no warning of its camera [KYC-40 KYC-39]', async () => {
  for (const [kind, shown] of [
    ['eid', 0],
    ['both', 1],
  ] as const) {
    const opening = { onPhone: true, browser: { mediaDevices: {} }, settings: shownBy(kind) }
    const { screen, t } = await openCheck(`?mintid=${MINTID}&mobile=true`, opening)
    await screen.findByRole('link', { name: t(kind === 'eid' ? 'check.start' : 'check.anyway') })
    expect(screen.queryAllByText(t('check.noCamera'))).toHaveLength(shown)
  }
})

test('Who is proven already comes to the answer, without words about a check [KYC-39]', async () => {
  const { screen, t } = await openCheck('', { answers: { kycInit: checkAt(null), kycStatus: statusOf('COMPLETED') } })
  await screen.findByRole('heading', { level: 1, name: t('approved.heading') })
})

test('The start asks for a code of its own, and leaves with that one: the code of the page before may have ended [KYC-39 INTENT-06]', async () => {
  const { promise, resolve } = Promise.withResolvers<ReturnType<typeof checkAt>>()
  const { screen, t, user, answer, callsOf, replace } = await openCheck()
  const start = await screen.findByRole('link', { name: t('check.computer') })
  answer({ kycInit: () => promise })
  await user.click(start)
  await screen.findByRole('heading', { level: 1, name: t('kyc.starting') })
  expect(window.location.pathname).toBe('/kyc')
  expect(replace).not.toHaveBeenCalled()
  const another = CHECK.replace(TC, 'B'.repeat(22))
  resolve(checkAt(another))
  await expect.poll(() => replace.mock.calls).toEqual([[another]])
  expect(callsOf('kycInit')).toHaveLength(2)
})

test('Who comes to the check itself, or tries again, leaves for it at once [INTENT-06 KYC-18]', async () => {
  for (const [query, retry] of [
    ['', undefined],
    ['?retry=1', 'true'],
  ]) {
    const { replace, callsOf } = await openPage(`/kyc${query}`, { signedIn: true, answers: { kycInit: checkAt() } })
    await expect.poll(() => replace.mock.calls).toEqual([[CHECK]])
    expect(callsOf('kycInit').map((call) => call.query['retry'])).toEqual([retry])
  }
})

test('A check that was denied or interrupted may be tried again, by a new one [KYC-18 KYC-07]', async () => {
  const { screen, t, user, callsOf } = await openPage('/kyc-result/denied', {
    signedIn: true,
    answers: { kycInit: checkAt(), kycStatus: statusOf('USER_PROCESS_EXPIRED') },
  })
  await screen.findByText(t('denied.expiredText'))
  await user.click(screen.getByRole('button', { name: t('action.retry') }))
  await expect.poll(() => callsOf('kycInit').map(({ query }) => query['retry'])).toEqual(['true'])
})

test('The code for a phone leads to the same check, with nothing of the session or the request, and its own in the fragment [KYC-40]', async () => {
  const { screen, t, callsOf } = await openCheck(`?mintid=${MINTID}`)
  const address = scanned(await screen.findByRole('img', { name: t('check.qr') })) ?? ''
  const { origin, pathname, hash, searchParams } = new URL(address)
  expect([origin, pathname, hash]).toEqual([window.location.origin, '/check-phone', `#tc=${TC}`])
  expect(Object.fromEntries(searchParams)).toEqual({ lang: 'en', lng: 'en', userConsentDP: 'no', return: RETURN_ID })
  screen.getByText(t('check.phoneWaiting'))
  await expect.poll(() => callsOf('kycStatus').length).toBeGreaterThan(0)

  const phone = await openPage(address, { language: 'de' })
  phone.screen.getByRole('heading', { level: 1, name: t('checkPhone.computer') })
  phone.screen.getByText(t('checkPhone.warning'))
  expect(kept()).not.toMatch(SESSION_NAMES)
  const go = phone.screen.getByRole<HTMLAnchorElement>('link', { name: t('checkPhone.go') })
  const there = new URL(go.href).searchParams
  expect(there.get('tc')).toBe(TC)
  expect(there.get('oi')).toBe(`${window.location.origin}/kyc-check-result?return=${RETURN_ID}&mobile=false`)
})

test('An address for the phone leads to the configured service alone, and with a whole code alone [KYC-40]', async () => {
  const elsewhere = 'https://elsewhere.example/'
  const wishes = new URLSearchParams({ lang: 'en', lng: 'en', oi: elsewhere, url: elsewhere, userConsentDP: elsewhere })
  const { screen, t } = await openPage(`/check-phone?${wishes}#tc=${TC}`)
  const { origin, searchParams } = new URL(
    screen.getByRole<HTMLAnchorElement>('link', { name: t('checkPhone.go') }).href,
  )
  expect(origin).toBe(SERVICE)
  expect(Object.fromEntries(searchParams)).toEqual({
    tc: TC,
    lang: 'en',
    oi: `${window.location.origin}/kyc-check-result?mobile=false`,
    userConsentDP: 'no',
  })
  for (const bad of [
    '',
    `?tc=${TC}`,
    '#tc=short',
    `#tc=${TC.replace('TT', 'T%3CT')}`,
    `?return=%3Cb%3E#tc=${TC}`,
    `#tc=${'T'.repeat(200)}`,
  ]) {
    const broken = await openPage(`/check-phone${bad}`)
    broken.screen.getByRole('heading', { level: 1, name: t('checkPhone.incomplete') })
    expect(broken.screen.queryByRole('link', { name: t('checkPhone.go') })).toBeNull()
  }
})

test('On a phone with a camera the check begins there [KYC-40]', async () => {
  const { screen, t } = await openCheck('?mobile=true', { onPhone: true, browser: { mediaDevices: camera } })
  await screen.findByRole('link', { name: t('check.start') })
  expect(screen.queryByText(t('check.noCamera'))).toBeNull()
  expect(screen.queryByRole('img', { name: t('check.qr') })).toBeNull()
})

/** Browsers inside apps, by their names. */
const INSIDE_APPS = {
  Instagram:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Instagram 380.0.0.28.104',
  TikTok:
    'Mozilla/5.0 (Linux; Android 14; SM-A536B; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/135.0 Mobile Safari/537.36 musical_ly_2023 BytedanceWebview',
} as const

for (const [app, userAgent] of [...Object.entries(INSIDE_APPS), ['a browser without a camera', undefined] as const])
  test(`In ${app} ways without a camera come first, then the address for another browser [KYC-40]`, async () => {
    const copied: string[] = []
    const clipboard = { writeText: async (text: string) => void copied.push(text) }
    const mediaDevices = userAgent === undefined ? {} : camera
    const { screen, t, user } = await openCheck(`?mintid=${MINTID}&mobile=true`, {
      onPhone: true,
      browser: { clipboard, mediaDevices, ...(userAgent !== undefined && { userAgent }) },
    })
    await screen.findByText(t('check.noCamera'))
    await screen.findByRole('link', { name: t('landing.ageApp') })
    screen.getByRole('link', { name: t('check.anyway') })
    await user.click(screen.getByRole('button', { name: t('check.copy') }))
    await screen.findByText(t('check.copied'))
    const address = screen.getByLabelText<HTMLInputElement>(t('check.address')).value
    expect(copied).toEqual([address])
    const elsewhere = await openPage(address)
    elsewhere.screen.getByRole('heading', { level: 1, name: t('checkPhone.app') })
  })

test('Without a clipboard the address is selected to be copied [KYC-40]', async () => {
  const clipboard = { writeText: () => Promise.reject(new DOMException('x', 'NotAllowedError')) }
  const { screen, t, user } = await openCheck('?mobile=true', {
    onPhone: true,
    browser: { clipboard, mediaDevices: {} },
    answers: { intentSummary: requestOf({ accept: ['identity_check'] }) },
  })
  await user.click(await screen.findByRole('button', { name: t('check.copy') }))
  await screen.findByText(t('check.notCopied'))
  expect(screen.queryByRole('link', { name: t('landing.ageApp') })).toBeNull()
})

test('A request that its website takes back leads from the check back to it, whatever tab it asked for [INTENT-06]', async () => {
  const { screen, t, user, replace } = await openCheck(`?mintid=${MINTID}`, {
    answers: { kycInit: 'mintid_used', intentSummary: requestOf({ ended: 'cancelled', return: 'new_tab' }) },
  })
  await screen.findByRole('heading', { level: 1, name: t('landing.intentGone') })
  screen.getByRole('link', { name: t('action.home') })
  await user.click(await screen.findByRole('link', { name: t('complete.back', { provider: CINEMA }) }))
  await expect.poll(() => replace.mock.calls).toEqual([[BACK]])
})
