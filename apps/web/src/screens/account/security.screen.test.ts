import { SECURITY_EVENTS } from '@avouch/contract'
import { within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { buttonOf, expectNotice, expectPage } from '#test/forms.ts'
import { BROWSERS, EVENTS, PROVEN, SESSIONS } from '#e2e/support/own-account.ts'
import { type Answers, openPage } from '#test/page.ts'

const gone = () => new Response(null, { status: 204 })

async function openSecurity(answers: Answers = {}) {
  const page = await openPage('/account/security', {
    signedIn: true,
    answers: {
      me: PROVEN,
      ownSessions: SESSIONS,
      ownBrowsers: BROWSERS,
      securityEvents: EVENTS,
      endSession: gone(),
      endOtherSessions: gone(),
      forgetBrowser: gone(),
      forgetOtherBrowsers: gone(),
      ...answers,
    },
  })
  await page.screen.findByText(page.t('account.event.account_created'))
  return page
}

test('The sessions and browsers are listed, this one is marked, and every other one can be ended [ACCOUNT-26]', async () => {
  const { screen, t, user, callsOf, answer } = await openSecurity()
  expect(screen.getAllByText(t('account.sessions.here'))).toHaveLength(1)
  expect(screen.getAllByText(t('account.browsers.here'))).toHaveLength(1)
  const ends = screen.getAllByRole('button', { name: new RegExp(`^${t('account.sessions.end')}: since`) })
  expect(ends).toHaveLength(2)
  answer({ ownSessions: { data: SESSIONS.data.slice(0, 2) } })
  await user.click(ends[1] ?? document.body)
  await expectNotice(t, t('account.ended'))
  expect(callsOf('endSession').map(({ params }) => params)).toEqual([{ id: 'u'.repeat(22) }])
  await expect.poll(() => screen.getAllByText(t('account.sessions.elsewhere'))).toHaveLength(1)
  // One alone has its own button.
  expect(screen.queryByRole('button', { name: t('account.sessions.endOthers') })).toBeNull()
  await user.click(buttonOf(t('account.browsers.endOthers')))
  await expect.poll(() => callsOf('forgetOtherBrowsers')).toHaveLength(1)
})

test('To end another session a log-in of the last minutes is needed, and the page asks for it in its place [ACCOUNT-23]', async () => {
  const { screen, t, user } = await openSecurity({ endOtherSessions: 'sign_in_again' })
  await user.click(buttonOf(t('account.sessions.endOthers')))
  await screen.findByText(t('account.again'))
  await user.click(buttonOf(t('account.againButton')))
  await expectPage(t('login.title'))
  expect(window.sessionStorage.getItem('sign_in_for')).toBe('/account/security')
})

test('Another PIN is chosen by the reset, which leads back to the page [ACCOUNT-26]', async () => {
  const { t, user } = await openSecurity()
  await user.click(buttonOf(t('account.pin.button')))
  await expectPage(t('forgotPin.title'))
  expect(window.sessionStorage.getItem('sign_in_for')).toBe('/account/security')
})

test('Every security event is shown in words, with its time [ACCOUNT-25]', async () => {
  const { screen, t } = await openSecurity({
    securityEvents: { data: SECURITY_EVENTS.map((kind) => ({ kind, at: '2031-01-28T12:05:00.000Z' })) },
  })
  const part = screen.getByRole('heading', { name: t('account.events') }).closest('section') ?? document.body
  for (const kind of SECURITY_EVENTS) within(part).getByText(t(`account.event.${kind}`))
  expect(within(part).getAllByText(/28 Jan 2031/)).toHaveLength(SECURITY_EVENTS.length)
})
