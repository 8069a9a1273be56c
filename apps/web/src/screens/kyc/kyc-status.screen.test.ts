import {
  AppError,
  CHECK_REASONS,
  KYC_PROCESS_POLL_MS,
  KYC_STATUS_POLL_MS,
  MINUTE_MS,
  SECOND_MS,
  type VendorOutcome,
} from '@avouch/contract'
import { expect, test, vi } from 'vitest'
import { expectNotice, expectPage } from '#test/forms.ts'
import { openPage } from '#test/page.ts'
import { CHECK, checkAt, kept, PROFILE, SESSION_NAMES, statusOf } from '#test/session.ts'
import { MINTID, requestOf } from '#test/website.ts'

const ELSEWHERE = 'https://elsewhere.example/'
const WAITS = { signedIn: true, answers: { me: PROFILE, kycStatus: statusOf('') } } as const

const PAGES = [
  ['COMPLETED', '/kyc-result/approved', 'approved.heading'],
  ['COMPLETED_FRAUD', '/kyc-result/approved', 'approved.heading'],
  ['PENDING_MANUAL_REVIEW', '/kyc-result/reviewing', 'reviewing.title'],
  ['MANUAL_REVIEW_REJECTED', '/kyc-result/denied', 'denied.rejected'],
  ['USER_PROCESS_EXPIRED', '/kyc-result/denied', 'denied.expired'],
  ['DELETED', '/kyc-result/denied', 'denied.deleted'],
] as const satisfies readonly [VendorOutcome, ...string[]][]

for (const [status, path, says] of PAGES)
  test(`The status ${status} leads who comes back, and who waits, to ${path} [KYC-07]`, async () => {
    const back = await openPage('/kyc-check-result', { ...WAITS, answers: { kycStatus: statusOf(status) } })
    await back.screen.findByRole('heading', { level: 1, name: back.t(says) })
    expect(window.location.pathname).toBe(path)

    const { screen, t, answer, advance } = await openPage('/kyc-process', WAITS)
    screen.getByRole('heading', { level: 1, name: t('kyc.process') })
    answer({ kycStatus: statusOf(status) })
    await advance(2 * KYC_PROCESS_POLL_MS)
    await screen.findByRole('heading', { level: 1, name: t(says) })
    expect(window.location.pathname).toBe(path)
  })

test.each([
  [{ half_minutes: 45, most_minutes: 300 }, /Received on 28 Jan 2031.*45 minutes.*5 hours/],
  [{ half_minutes: null, most_minutes: null }, /usually takes a few hours/],
] as const)(
  'Who waits for a person reads how long reviews take, where there are figures: %j [KYC-66]',
  async (times, said) => {
    const { screen } = await openPage('/kyc-result/reviewing', {
      signedIn: true,
      answers: {
        kycStatus: statusOf('PENDING_MANUAL_REVIEW'),
        kycReview: { begun_at: '2031-01-28T12:05:00.000Z', ...times },
      },
    })
    await screen.findByText(said)
  },
)

for (const path of ['/check', '/kyc-result/in-progress', '/kyc-result/reviewing', '/kyc-result/approved'] as const)
  test(`A tab that is open at ${path} hears that the check is passed`, async () => {
    const { screen, t, answer, advance } = await openPage(path, {
      signedIn: true,
      answers: { ...WAITS.answers, kycInit: checkAt() },
    })
    answer({ kycStatus: statusOf('COMPLETED') })
    await advance(KYC_STATUS_POLL_MS + KYC_PROCESS_POLL_MS)
    await screen.findByRole('heading', { level: 1, name: t('approved.heading') })
  })

test('A review is waited for: a person looks, an SMS follows, and Refresh leads on [KYC-27]', async () => {
  const { screen, t, user, answer } = await openPage('/kyc-result/reviewing', {
    ...WAITS,
    answers: { kycStatus: statusOf('PENDING_MANUAL_REVIEW') },
  })
  await screen.findByText(t('reviewing.sms'))
  screen.getByText(t('reviewing.mayClose'))
  await user.click(screen.getByRole('button', { name: t('action.refresh') }))
  await screen.findByText(t('reviewing.notYet'))
  answer({ kycStatus: statusOf('COMPLETED') })
  await user.click(screen.getByRole('button', { name: t('action.refresh') }))
  await screen.findByRole('heading', { level: 1, name: t('approved.heading') })
})

test('Under age, nothing of the account stays in the tab, and the page says once that it was the reader’s [KYC-07 AGE-03 AGE-02]', async () => {
  const { replace } = await openPage('/kyc-check-result?mobile=false', {
    signedIn: true,
    answers: { kycStatus: statusOf('UNDERAGED') },
  })
  await expect.poll(() => replace).toHaveBeenCalledWith('/verify-age/denied?mobile=false')
  expect(kept()).not.toMatch(SESSION_NAMES)

  const denied = await openPage('/verify-age/denied?mobile=false', { sameTab: true })
  denied.screen.getByRole('heading', { level: 1, name: 'Not 18 yet' })
  await denied.screen.findByText(/Your account is deactivated and your data is deleted/)
  const again = await openPage('/verify-age/denied?mobile=false', { sameTab: true })
  again.screen.getByText(/An account of someone younger is deactivated and its data is deleted/)
})

for (const [age, told] of [
  [21, 'no'],
  [18, 'no'],
  [16, 'nothing'],
] as const)
  test(`Under age, the visitor of a request from ${age} reads that its website was told ${told} [KYC-07 RETURN-03]`, async () => {
    const { replace } = await openPage(`/kyc-check-result?mintid=${MINTID}`, {
      signedIn: true,
      tab: { processing_intent: MINTID },
      answers: { kycStatus: statusOf('UNDERAGED'), intentSummary: requestOf({ minimum_age: age }) },
    })
    await expect.poll(() => replace).toHaveBeenCalled()
    expect(window.sessionStorage.getItem('passed_on')).toBe(`${MINTID} ${told}`)
  })

for (const language of ['en', 'de'] as const)
  test(`Each end of a check without a proof has a text of its own, a next step and a way to support, in ${language} [KYC-65 KYC-18]`, async () => {
    const texts: (string | null)[] = []
    const readEnd = ({ screen, t }: Awaited<ReturnType<typeof openPage>>) => {
      screen.getByRole('button', { name: t('action.retry') })
      const support = screen.getByRole<HTMLAnchorElement>('link', { name: t('process.support') })
      expect(support.href).toMatch(/support|hilfe/)
      texts.push(
        document.querySelector('h1')?.textContent ?? null,
        document.querySelector('main p')?.textContent ?? null,
      )
    }
    for (const [status, says] of [
      ['MANUAL_REVIEW_REJECTED', 'denied.rejected'],
      ['USER_PROCESS_EXPIRED', 'denied.expired'],
      ['DELETED', 'denied.deleted'],
      ['APPROVED_TWICE', 'denied.title'],
    ] as const) {
      const answers = { kycStatus: { result: { status } } }
      const page = await openPage('/kyc-result/denied', {
        signedIn: true,
        language,
        answers,
        logs: /unknown KYC status/,
      })
      await page.screen.findByRole('heading', { level: 1, name: page.t(says) })
      readEnd(page)
    }
    const { status, message: title } = new AppError('too_many_requests')
    const limit = { type: 'about:blank', title, status, code: 'too_many_requests', message: title, retry_after: 1_234 }
    const kycInit = () => Response.json(limit, { status })
    const page = await openPage('/kyc?retry=1', { signedIn: true, language, answers: { kycInit }, logs: /AppError/ })
    await page.screen.findByRole('heading', { level: 1, name: page.t('kyc.limit') })
    page.screen.getByText(page.t('kyc.limitText', { minutes: 21 }))
    readEnd(page)
    const answers = { ...WAITS.answers, kycInit: { data: { ...checkAt().data, withdrawn: 'contradicted' } } }
    const { screen, t } = await openPage('/check', { signedIn: true, language, answers })
    for (const says of ['check.withdrawn', 'check.withdrawn.contradicted'] as const)
      texts.push((await screen.findByText(t(says))).textContent)
    const support = screen.getByRole<HTMLAnchorElement>('link', { name: t('check.withdrawn.support') })
    expect(support.href).toMatch(/support|hilfe/)
    screen.getByRole('link', { name: t('check.computer') })
    expect(texts).toHaveLength(12)
    expect(new Set(texts).size).toBe(12)
  })

for (const reason of CHECK_REASONS)
  test(`A document that was refused because of ${reason} has that reason, and the advice for it [KYC-49 KYC-65]`, async () => {
    const answers = { kycStatus: statusOf('MANUAL_REVIEW_REJECTED', { reason }) }
    const { screen, t } = await openPage('/kyc-result/denied', { signedIn: true, answers })
    await screen.findByText(t(`denied.${reason}`))
    const advice = screen.getByText(t('denied.tips')).closest('div')?.parentElement?.textContent ?? ''
    expect(advice).toContain(t(`again.${reason}Help`))
    expect(advice).not.toContain(t('denied.tipLight'))
  })

test('An unknown status leads to the denied page, and is logged as a bug [KYC-07 KYC-22]', async () => {
  const { screen, t, logged } = await openPage('/kyc-check-result', {
    signedIn: true,
    answers: { kycStatus: { result: { status: 'APPROVED_TWICE' } } },
    logs: /unknown KYC status "APPROVED_TWICE"/,
  })
  await screen.findByRole('heading', { level: 1, name: t('denied.title') })
  expect(logged).toEqual([expect.stringContaining('unknown KYC status "APPROVED_TWICE"')])
})

test('A status without a body is named by its code [ERR-03]', async () => {
  const { t, callsOf } = await openPage('/kyc-check-result', {
    signedIn: true,
    logs: /NotFound/,
    answers: { me: PROFILE, kycStatus: () => new Response('', { status: 200 }) },
  })
  await expectPage(t('crash.heading'))
  await expectNotice(t, t('kyc.statusNotFound'))
  expect(callsOf('kycStatus')).toHaveLength(1)
})

test('The page /kyc-resolve leads to the open check, whatever address its query names, and to the start without a session [ROUTE-12 KYC-35]', async () => {
  const wishes = new URLSearchParams({ url: ELSEWHERE, redirect_uri: ELSEWHERE })
  const { replace } = await openPage(`/kyc-resolve?${wishes}`, { signedIn: true, answers: { kycInit: checkAt() } })
  await expect.poll(() => replace.mock.calls).toEqual([[CHECK]])

  const without = await openPage(`/kyc-resolve?${wishes}`)
  without.screen.getByRole('heading', { level: 1, name: without.t('landing.heading') })
  expect(without.replace).not.toHaveBeenCalled()
})

test('An open page hears that the document proved another account, and leads to a check of its own [KYC-30]', async () => {
  const { screen, t, answer, advance } = await openPage('/kyc-result/approved', {
    signedIn: true,
    answers: { me: PROFILE, kycStatus: statusOf('COMPLETED'), kycInit: checkAt() },
  })
  await screen.findByRole('heading', { level: 1, name: t('approved.heading') })
  answer({ kycStatus: statusOf('') })
  await advance(KYC_STATUS_POLL_MS)
  await screen.findByRole('heading', { level: 1, name: t('check.title') })
  expect(screen.getByRole('link', { name: t('check.computer') }).getAttribute('href')).toMatch(/^\/kyc\?/)
})

test('Where nothing arrives for 20 seconds the page says so and what can be done, and still asks [KYC-07 KYC-18]', async () => {
  const { screen, t, answer, advance } = await openPage(`/kyc-process?mintid=${MINTID}`, {
    signedIn: true,
    answers: { ...WAITS.answers, intentSummary: requestOf() },
  })
  await advance(12 * SECOND_MS)
  screen.getByRole('heading', { level: 1, name: t('kyc.process') })
  expect(screen.queryByRole('button', { name: t('again.go') })).toBeNull()
  await advance(8 * SECOND_MS)
  await screen.findByRole('heading', { level: 1, name: t('process.nothing') })
  screen.getByRole('link', { name: t('visit.notNow', { provider: 'Kino Aurora' }) })
  screen.getByRole('link', { name: t('process.support') })
  screen.getByRole('button', { name: t('again.go') })
  expect(screen.queryByRole('button', { name: t('kyc.restart') })).toBeNull()
  answer({ kycStatus: statusOf('COMPLETED') })
  await advance(2 * KYC_PROCESS_POLL_MS)
  await screen.findByRole('heading', { level: 1, name: t('approved.heading') })
})

test('Whose check has begun at a vendor may go on in the same session, or begin another one there or elsewhere [KYC-18 KYC-52]', async () => {
  for (const [button, retry] of [
    ['again.go', undefined],
    ['kyc.restart', 'true'],
  ] as const) {
    const { screen, t, user, callsOf, advance, replace } = await openPage('/kyc-process', {
      signedIn: true,
      answers: { me: PROFILE, kycStatus: { result: { status: '', stage: 'begun' } }, kycInit: checkAt() },
    })
    await advance(20 * SECOND_MS)
    await user.click(await screen.findByRole('button', { name: t(button) }))
    await expect.poll(() => replace.mock.calls).toEqual([[CHECK]])
    expect(callsOf('kycInit').map(({ query }) => query['retry'])).toEqual([retry])
  }
})

test('The new tab gets a new code, and no hold on the page that opened it, which stays', async () => {
  const tab = { opener: window, close: vi.fn<() => void>(), location: { replace: vi.fn<(address: string) => void>() } }
  const { screen, t, user, callsOf } = await openPage('/kyc-result/in-progress', {
    signedIn: true,
    answers: { ...WAITS.answers, kycInit: checkAt() },
  })
  vi.spyOn(window, 'open').mockReturnValue(tab as unknown as Window)
  screen.getByText(t('inProgress.waiting'))
  await user.click(screen.getByRole('button', { name: t('kyc.restart') }))
  await expect.poll(() => tab.location.replace.mock.calls).toEqual([[CHECK]])
  expect(callsOf('kycInit').map(({ query }) => query['retry'])).toEqual(['true'])
  expect(tab.opener).toBeNull()
  expect(window.location.pathname).toBe('/kyc-result/in-progress')
})

test('A tab asks every 10 seconds while it is seen, and not while it is hidden', async () => {
  const { callsOf, advance } = await openPage('/kyc-result/reviewing', WAITS)
  const show = (state: DocumentVisibilityState) => {
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state)
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
  }
  const asked = () => callsOf('kycStatus').length
  await expect.poll(asked).toBe(1)
  await advance(10 * SECOND_MS)
  expect(asked()).toBe(2)
  show('hidden')
  await advance(2 * MINUTE_MS)
  expect(asked()).toBe(2)
  show('visible')
  await advance(10 * SECOND_MS)
  expect(asked()).toBe(3)
})

test('A visitor who continues on a phone may close this window [ROUTE-13]', async () => {
  for (const [query, onPhone] of [
    ['?mobile=true', false],
    ['', true],
  ] as const) {
    const { screen } = await openPage(`/kyc-result/in-progress${query}`, { onPhone })
    expect(window.location.pathname).toBe('/complete-process')
    screen.getByText(/You can close this window/)
  }
})
