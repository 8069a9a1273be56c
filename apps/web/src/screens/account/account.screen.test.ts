import { SECOND_MS } from '@avouch/contract'
import { ACCOUNT_PAGES } from '@avouch/journey'
import { expect, test, vi } from 'vitest'
import { buttonOf, expectPage, expectSaid, fieldsOf, fill, noticesIn } from '#test/forms.ts'
import { BROWSERS, EVENTS, EVERY_ROW, pageOf, PROVEN, SESSIONS } from '#e2e/support/own-account.ts'
import { type Opening, openPage } from '#test/page.ts'
import { checkAt, kept } from '#test/session.ts'
import { accepting, GOOD_PIN, NUMBER } from '#test/sign-in.ts'
import { CINEMA, MINTID, requestOf } from '#test/website.ts'

const OWN = {
  me: PROVEN,
  ownRequests: pageOf(EVERY_ROW),
  ownSessions: SESSIONS,
  ownBrowsers: BROWSERS,
  securityEvents: EVENTS,
} as const
const open = (path: string, opening: Opening = {}) =>
  openPage(path, { signedIn: true, ...opening, answers: { ...OWN, ...opening.answers } })

const TITLES = {
  '/account': 'account.told.title',
  '/account/data': 'account.data.title',
  '/account/security': 'account.security.title',
} as const

/** Logs in with number, PIN and code. */
async function logIn({ t, user, screen }: Awaited<ReturnType<typeof openPage>>): Promise<void> {
  await expectPage(t('login.title'))
  fill(fieldsOf(t).number, NUMBER)
  await user.type(fieldsOf(t).pin, GOOD_PIN)
  await expectPage(t('confirmCode.title'))
  await user.type(screen.getByLabelText(t('confirmCode.label')), '123456')
}

for (const path of ACCOUNT_PAGES)
  test(`The page ${path} is open without a session, and its log-in leads back to it with the same query [ROUTE-01 ACCOUNT-20]`, async () => {
    const query = `?mintid=${MINTID}&mobile=false`
    const page = await openPage(path + query, {
      answers: { ...accepting(), ...OWN, intentSummary: requestOf() },
    })
    const { t, user } = page
    await expectPage(t('account.login'))
    expect(page.callsOf('me')).toEqual([])
    await user.click(buttonOf(t('action.login')))
    await logIn(page)
    await expectPage(t(TITLES[path]))
    expect(window.location.pathname + window.location.search).toBe(path + query)
    expect(kept()).not.toContain('sign_in_for')
  })

test('The way back to the account is known after a reload of the log-in, and leads to no other address [ACCOUNT-20]', async () => {
  const { t, user } = await openPage('/account/security', { answers: OWN })
  await user.click(buttonOf(t('action.login')))
  await expectPage(t('login.title'))
  const again = await openPage(window.location.href, { sameTab: true, answers: { ...accepting(), ...OWN } })
  await logIn(again)
  await expectPage(t('account.security.title'))

  const forged = await openPage('/auth/login', {
    tab: { sign_in_for: 'https://evil.example/account' },
    answers: { ...accepting(), kycInit: checkAt() },
  })
  await logIn(forged)
  await expectPage(t('check.title'))
})

test('A log-in for a check leads to the check, also where the account asked for one before [ACCOUNT-20]', async () => {
  const answers = { ...accepting(), kycInit: checkAt() }
  const { t, user } = await openPage('/account', { answers })
  await user.click(buttonOf(t('action.login')))
  await expectPage(t('login.title'))
  const other = await openPage('/kyc', { sameTab: true, answers })
  await other.user.click(buttonOf(t('action.login')))
  await logIn(other)
  await expectPage(t('check.title'))
})

test('A log-in that is too long ago is asked for once more, without a notification, and leads back [ACCOUNT-23]', async () => {
  const page = await open('/account', { answers: { ...accepting(), ownRequests: 'sign_in_again' } })
  const { t, user, screen, answer, advance } = page
  await screen.findByText(t('account.again'))
  // Code and texts of a notification are loaded first.
  for (let round = 0; round < 3; round += 1) {
    await vi.dynamicImportSettled()
    await advance(SECOND_MS)
  }
  expect(noticesIn(t)).toEqual([])
  expect(screen.queryByText(CINEMA)).toBeNull()
  await user.click(buttonOf(t('account.againButton')))
  await expectPage(t('login.title'))
  // The way past the log-in would lead in a circle.
  expect(screen.queryByText(t('loggedIn.title'))).toBeNull()
  answer({ ownRequests: OWN.ownRequests })
  await logIn(page)
  await expectSaid(CINEMA)
  expect(window.location.pathname).toBe('/account')
})

test('The header leads to the account while there is a session, and the pages lead to each other [ACCOUNT-20]', async () => {
  const { t, user, screen } = await open('/')
  await user.click(screen.getAllByRole('link', { name: t('layout.account') })[0] ?? document.body)
  await expectPage(t('account.told.title'))
  const pages = screen.getByRole('navigation', { name: t('account.pages') })
  expect(pages.querySelectorAll('[aria-current=page]')).toHaveLength(1)
  await user.click(screen.getByRole('link', { name: t('account.pages.security') }))
  await expectPage(t('account.security.title'))
  await user.click(screen.getByRole('link', { name: t('account.pages.data') }))
  await expectPage(t('account.data.title'))
  expect(screen.queryByRole('list', { name: t('step.label') })).toBeNull()
})

test('An open request of this tab stays, and a notice leads back to it; one that is over has none [ACCOUNT-20]', async () => {
  const { t, user, screen } = await open(`/account?mintid=${MINTID}`, {
    answers: { intentSummary: requestOf(), kycInit: checkAt(), kycStatus: { result: { status: '' } } },
  })
  await screen.findByText(t('account.waits', { provider: CINEMA }))
  await user.click(screen.getByRole('link', { name: t('account.goOn') }))
  await expectPage(t('check.title'))
  expect(window.location.search).toContain(MINTID)
  const over = await open(`/account?mintid=${MINTID}`, { answers: { intentSummary: requestOf({ ended: 'answered' }) } })
  await over.screen.findAllByText(CINEMA)
  expect(over.screen.queryByText(t('account.waits', { provider: CINEMA }))).toBeNull()
})

test('Nothing of the account is in a storage, and a page that the browser restores is blank until it is loaded again [ACCOUNT-22 SESSION-15]', async () => {
  const { reload } = await open('/account')
  await expectSaid(CINEMA)
  for (const secret of ['Aurora', 'cinema.example', PROVEN.phone_ending, '2030-11-12'])
    expect(kept() + JSON.stringify(window.history.state)).not.toContain(secret)
  const passes = (type: string, persisted: boolean) =>
    window.dispatchEvent(Object.assign(new Event(type), { persisted }))
  passes('pagehide', true)
  expect(document.documentElement.hidden).toBe(true)
  passes('pageshow', true)
  expect(reload).toHaveBeenCalledTimes(1)
  document.documentElement.hidden = false
})

test('A log-out empties the page, and Back shows what everybody sees [ACCOUNT-22]', async () => {
  const here = await open('/account', { answers: { revoke: {} } })
  await expectSaid(CINEMA)
  await here.user.click(here.screen.getAllByRole('button', { name: here.t('action.logout') })[0] ?? document.body)
  await expectPage(here.t('landing.heading'))
  expect(document.body.textContent).not.toContain(CINEMA)
  const again = await openPage('/account', { sameTab: true })
  await expectPage(again.t('account.login'))
})

test('A session that ends while the page is open leaves the page, without what it showed [ACCOUNT-22 SESSION-16]', async () => {
  const { t, user, screen, answer } = await open('/account/security')
  await screen.findByText(t('account.event.pin_wrong'))
  answer({
    ownRequests: 'invalid_token',
    me: 'invalid_token',
    token: Response.json({ error: 'invalid_grant' }, { status: 400 }),
  })
  await user.click(screen.getByRole('link', { name: t('account.pages.told') }))
  await expectPage(t('account.login'))
  expect(window.location.pathname).toBe('/account')
})

test('A page that does not load says so, and loads with another press [ACCOUNT-21]', async () => {
  const { t, user, screen, answer } = await open('/account', { answers: { ownRequests: 'internal_error' } })
  await screen.findByText(t('account.failed'))
  answer({ ownRequests: OWN.ownRequests })
  await user.click(buttonOf(t('action.retry')))
  await expectSaid(CINEMA)
})
