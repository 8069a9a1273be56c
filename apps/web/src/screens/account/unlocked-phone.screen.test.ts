import { MINUTE_MS, RECENT_SIGN_IN_MS, SECOND_MS } from '@avouch/contract'
import { expect, test, vi } from 'vitest'
import { buttonOf, expectNotice, expectPage, expectSaid } from '#test/forms.ts'
import { BROWSERS, EVENTS, EVERY_ROW, HELD, pageOf, paidRow, PROVEN, SESSIONS } from '#e2e/support/own-account.ts'
import { type Answers, openPage } from '#test/page.ts'
import { CINEMA } from '#test/website.ts'

/** Opens a page a moment after the log-in, with a server that refuses what is private ten minutes later. */
async function openAfterLogIn(path: string, answers: Answers = {}) {
  let signedInAt = Number.POSITIVE_INFINITY
  const isRecent = () => Date.now() - signedInAt < RECENT_SIGN_IN_MS
  const page = await openPage(path, {
    signedIn: true,
    answers: {
      me: PROVEN,
      ownRequests: () => (isRecent() ? pageOf(EVERY_ROW) : 'sign_in_again'),
      exportData: () => (isRecent() ? HELD : 'sign_in_again'),
      ownSessions: SESSIONS,
      ownBrowsers: BROWSERS,
      securityEvents: EVENTS,
      endOtherSessions: 'sign_in_again',
      ...answers,
    },
  })
  signedInAt = Date.now()
  return page
}

/** The screen of the phone goes off, and on again after so long. */
async function putAway(milliseconds: number, { advance }: Awaited<ReturnType<typeof openPage>>): Promise<void> {
  const turn = (state: DocumentVisibilityState) => {
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state)
    document.dispatchEvent(new Event('visibilitychange'))
  }
  turn('hidden')
  await advance(milliseconds)
  turn('visible')
}

const WITHDRAWN = {
  status: 'cancelled',
  data: {
    redirect_uri: 'https://cinema.example/back',
    result: false,
    provider: { name: CINEMA },
    amount: 1_250,
    currency: 'EUR',
    description: 'Low Tide, row 5',
    live: true,
    transaction: 'AVO-1',
    expires_at: '2031-01-29T12:05:00.000Z',
  },
}

const shownText = () => document.body.textContent

test('Eleven minutes after the log-in an unlocked phone shows no website and no number, and ends no other log-in [ACCOUNT-28 ACCOUNT-09]', async () => {
  const page = await openAfterLogIn('/account')
  const { t, user, screen, advance } = page
  await user.click(await screen.findByRole('link', { name: t('account.pages.security') }))
  await expectPage(t('account.security.title'))
  await user.click(screen.getByRole('link', { name: t('account.pages.told') }))
  await expectSaid(CINEMA)

  // The owner puts it down with the list open; somebody else looks.
  await advance(11 * MINUTE_MS)
  await screen.findByText(t('account.again'))
  expect(shownText()).not.toContain(CINEMA)

  await user.click(screen.getByRole('link', { name: t('account.pages.data') }))
  await user.click(buttonOf(t('account.held.show')))
  await screen.findByText(t('account.again'))
  for (const secret of [CINEMA, HELD.account.phone]) expect(shownText()).not.toContain(secret)

  await user.click(screen.getByRole('link', { name: t('account.pages.security') }))
  await user.click(buttonOf(t('account.sessions.endOthers')))
  await screen.findByText(t('account.again'))
})

test('A phone that was put away with the list open shows nothing of it when it is picked up [ACCOUNT-28 ACCOUNT-22]', async () => {
  const page = await openAfterLogIn('/account')
  await expectSaid(CINEMA)
  await page.advance(9 * MINUTE_MS)
  await putAway(2 * MINUTE_MS, page)
  expect(shownText()).not.toContain(CINEMA)
  await page.screen.findByText(page.t('account.again'))
})

test('Everything that is held is hidden again, and not read once more by itself [ACCOUNT-28]', async () => {
  const page = await openAfterLogIn('/account/data')
  const { t, user, advance, callsOf } = page
  await user.click(buttonOf(t('account.held.show')))
  await expectSaid(HELD.account.phone)
  await putAway(30 * SECOND_MS, page)
  await expectSaid(HELD.account.phone)
  await advance(RECENT_SIGN_IN_MS)
  expect(shownText()).not.toContain(HELD.account.phone)
  expect(buttonOf(t('account.held.show')).disabled).toBe(false)
  expect(callsOf('exportData')).toHaveLength(1)
})

test('A list that is refused when it is read again, as after a withdrawal, is shown no longer [ACCOUNT-23]', async () => {
  const open = paidRow({ status: 'reserved', mintid: 'P'.repeat(22), can_withdraw: true }, { entry_id: null })
  const { t, user, answer, screen } = await openAfterLogIn('/account', { ownRequests: pageOf([open]) })
  await expectSaid(CINEMA)
  answer({ ownRequests: 'sign_in_again', releasePayment: WITHDRAWN })
  await user.click(buttonOf(`${t('account.told.withdraw')}: ${CINEMA}`))
  await expectNotice(t, t('account.told.withdrawnText'))
  await screen.findByText(t('account.again'))
  expect(shownText()).not.toContain(CINEMA)
})
