import { CHECK_REASONS, KYC_PROCESS_POLL_MS, KYC_STATUS_POLL_MS, SECOND_MS } from '@avouch/contract'
import { expect, test, vi } from 'vitest'
import { openPage } from '#test/page.ts'
import { CHECK, checkAt, PROFILE, statusOf } from '#test/session.ts'
import { MINTID, requestOf } from '#test/website.ts'

const LANGUAGES = ['en', 'de'] as const

const SENT_IN = statusOf('', { stage: 'submitted' })
const BEGUN = statusOf('', { stage: 'begun' })
const again = (reason: (typeof CHECK_REASONS)[number]) => statusOf('', { stage: 'again', reason })
const open = (kycStatus: ReturnType<typeof statusOf>) =>
  ({ signedIn: true, answers: { me: PROFILE, kycStatus, kycInit: checkAt(), intentSummary: requestOf() } }) as const

for (const language of LANGUAGES) {
  test(`What is sent in is being checked, and the page waits for it without a hurry, in ${language} [KYC-55 KYC-49]`, async () => {
    for (const path of ['/kyc-process', '/kyc-result/in-progress'] as const) {
      const { screen, t, answer, advance } = await openPage(path, { ...open(BEGUN), language })
      const own = path === '/kyc-process' ? 'kyc.process' : 'inProgress.title'
      await screen.findByRole('heading', { level: 1, name: t(own) })
      answer({ kycStatus: SENT_IN })
      await advance(KYC_STATUS_POLL_MS)
      await screen.findByRole('heading', { level: 1, name: t('submitted.title') })
      screen.getByText(t('submitted.text'))
      screen.getByText(t('submitted.waiting'))
      screen.getByText(t('kyc.trouble'))
      screen.getByRole('button', { name: t('kyc.restart') })
      // It has arrived: nobody is told that nothing has.
      await advance(30 * SECOND_MS)
      screen.getByRole('heading', { level: 1, name: t('submitted.title') })
    }
  })

  for (const reason of CHECK_REASONS)
    test(`A check that wants something again because of ${reason} says what was wrong and what helps, in ${language} [KYC-55 KYC-49]`, async () => {
      const { screen, t } = await openPage('/kyc-result/in-progress', { ...open(again(reason)), language })
      await screen.findByRole('heading', { level: 1, name: t(`again.${reason}`) })
      screen.getByText(t(`again.${reason}Help`))
      expect(screen.getAllByRole('button', { name: t('again.go') })).toHaveLength(1)
      expect(screen.queryByRole('button', { name: t('kyc.restart') })).toBeNull()
    })

  for (const reason of CHECK_REASONS)
    test(`A denied visitor reads that it was because of ${reason}, in ${language} [KYC-56 KYC-18]`, async () => {
      const denied = statusOf('MANUAL_REVIEW_REJECTED', { reason })
      const { screen, t, callsOf } = await openPage('/kyc-check-result', { ...open(denied), language })
      await screen.findByRole('heading', { level: 1, name: t('denied.rejected') })
      screen.getByText(t(`denied.${reason}`))
      screen.getByText(t('denied.rejectedText'))
      const asked = callsOf('kycStatus').length

      const later = await openPage('/kyc-result/denied', { ...open(denied), language })
      await later.screen.findByText(t(`denied.${reason}`))
      expect([asked, later.callsOf('kycStatus').length]).toEqual([1, 1])
    })
}

test('The button of a check that wants something again leads to the same session, from each page of an open check [KYC-55 KYC-44]', async () => {
  for (const [path, status] of [
    ['/kyc-process', ''],
    ['/kyc-result/in-progress', ''],
    ['/kyc-result/reviewing', 'PENDING_MANUAL_REVIEW'],
  ] as const) {
    const { screen, t, user, advance, callsOf, replace } = await openPage(
      path,
      open(statusOf(status, { stage: 'again', reason: 'face' })),
    )
    await advance(2 * KYC_PROCESS_POLL_MS)
    await user.click(await screen.findByRole('button', { name: t('again.go') }))
    await expect.poll(() => replace.mock.calls).toEqual([[CHECK]])
    expect(callsOf('kycInit').map(({ query }) => query['retry'])).toEqual([undefined])
  }
})

test('A visitor who has just repeated a picture does not read that it was bad before the service has seen it [KYC-55]', async () => {
  const { screen, t, answer, advance } = await openPage('/kyc-check-result', open(again('picture')))
  await screen.findByRole('heading', { level: 1, name: t('kyc.process') })
  await advance(SECOND_MS)
  answer({ kycStatus: SENT_IN })
  await advance(2 * KYC_PROCESS_POLL_MS)
  await screen.findByRole('heading', { level: 1, name: t('submitted.title') })
  answer({ kycStatus: again('picture') })
  await advance(KYC_PROCESS_POLL_MS)
  await screen.findByRole('heading', { level: 1, name: t('again.picture') })
})

test('Each change of an open check is read aloud once, and takes no focus [KYC-55 A11Y-03]', async () => {
  const { screen, t, answer, advance } = await openPage('/kyc-result/in-progress', open(SENT_IN))
  await screen.findByRole('heading', { level: 1, name: t('submitted.title') })
  screen.getByRole('button', { name: t('kyc.restart') }).focus()
  const heard = () =>
    Array.from(document.querySelectorAll('[aria-live="polite"] p'), (said) => said.textContent).filter((said) =>
      said.startsWith(t('again.picture')),
    )
  expect(heard()).toEqual([])
  answer({ kycStatus: again('picture') })
  await advance(KYC_STATUS_POLL_MS)
  await screen.findByRole('heading', { level: 1, name: t('again.picture') })
  await expect.poll(heard).toEqual([`${t('again.picture')}. ${t('again.pictureHelp')}`])
  expect(document.activeElement?.tagName).toBe('BODY')
  await advance(KYC_STATUS_POLL_MS)
  expect(heard().length).toBeLessThanOrEqual(1)
})

test('The restart keeps the focus while the words above it change [KYC-55 A11Y-03]', async () => {
  const { screen, t, answer, advance } = await openPage('/kyc-result/in-progress', open(BEGUN))
  const restart = screen.getByRole('button', { name: t('kyc.restart') })
  restart.focus()
  answer({ kycStatus: SENT_IN })
  await advance(KYC_STATUS_POLL_MS)
  await screen.findByRole('heading', { level: 1, name: t('submitted.title') })
  expect(document.activeElement).toBe(restart)
})

test('A computer whose visitor photographs with the phone goes on as soon as the pictures are in [KYC-55 KYC-40]', async () => {
  const { screen, t, answer, advance } = await openPage(`/check?mintid=${MINTID}`, open(BEGUN))
  await screen.findByRole('heading', { level: 1, name: t('check.title') })
  answer({ kycStatus: SENT_IN })
  await advance(KYC_STATUS_POLL_MS)
  await screen.findByRole('heading', { level: 1, name: t('submitted.title') })
  expect(window.location.pathname).toBe('/kyc-process')
})

test('A restart of what is sent in begins another check: in a new tab where a phone has it, else here [KYC-55 KYC-18]', async () => {
  const here = await openPage('/kyc-process', open(SENT_IN))
  await here.user.click(await here.screen.findByRole('button', { name: here.t('kyc.restart') }))
  await expect.poll(() => here.replace.mock.calls).toEqual([[CHECK]])
  expect(here.callsOf('kycInit').map(({ query }) => query['retry'])).toEqual(['true'])

  const tab = { opener: window, close: vi.fn<() => void>(), location: { replace: vi.fn<(address: string) => void>() } }
  const there = await openPage('/kyc-result/in-progress', open(SENT_IN))
  vi.spyOn(window, 'open').mockReturnValue(tab as unknown as Window)
  await there.user.click(await there.screen.findByRole('button', { name: there.t('kyc.restart') }))
  await expect.poll(() => tab.location.replace.mock.calls).toEqual([[CHECK]])
})

test('A denied page whose reason cannot be asked for says all the rest [KYC-56]', async () => {
  const { screen, t } = await openPage('/kyc-result/denied', {
    ...open(BEGUN),
    answers: { kycStatus: 'service_unavailable' },
    logs: /./,
  })
  await screen.findByRole('heading', { level: 1, name: t('denied.title') })
  screen.getByRole('button', { name: t('action.retry') })
  for (const reason of CHECK_REASONS) expect(screen.queryByText(t(`denied.${reason}`))).toBeNull()
})
