import { expect, test } from 'vitest'
import { openPage } from '#test/page.ts'
import { kept, PROFILE, SESSION_NAMES, statusOf } from '#test/session.ts'

/** The server knows neither token. */
const OVER = {
  me: 'invalid_token',
  kycStatus: 'invalid_token',
  token: Response.json({ error: 'invalid_grant' }, { status: 400 }),
} as const
const logs = /AppError|NotFound|background work failed/

test('A visitor whose session ended reads so at the log-in [SESSION-16 SESSION-13]', async () => {
  const { screen, t } = await openPage('/kyc-check-result', { signedIn: true, answers: OVER, logs })
  await screen.findByText(t('login.expired'))
  expect(window.location.pathname + window.location.search).toMatch(/^\/auth\/login\?.*expired=true/)
  expect(kept()).not.toMatch(SESSION_NAMES)
})

test('A profile whose session can no longer be renewed reloads the page once, which says so [SESSION-16]', async () => {
  const { reload } = await openPage('/kyc-process', { signedIn: true, answers: OVER, logs })
  await expect.poll(() => reload).toHaveBeenCalledTimes(1)
  const { screen, t, advance } = await openPage(window.location.href, { sameTab: true })
  screen.getByRole('heading', { level: 1, name: t('login.title') })
  screen.getByText(t('login.expired'))
  await advance(10_000)
  expect(kept()).not.toMatch(SESSION_NAMES)
})

const REFUSALS = [
  ['a proxy', new Response('<h1>Forbidden</h1>', { status: 403, headers: { 'content-type': 'text/html' } })],
  ['the server', 'under_age_18'],
] as const
for (const [by, refusal] of REFUSALS)
  test(`A profile that ${by} refuses clears the session and reloads the page, which makes no loop`, async () => {
    const answers = { me: refusal, kycStatus: statusOf('') }
    const { reload, callsOf } = await openPage('/kyc-process', { signedIn: true, answers, logs })
    await expect.poll(() => reload).toHaveBeenCalledTimes(1)
    expect(callsOf('me')).toHaveLength(1)
    expect(kept()).not.toMatch(SESSION_NAMES)
    const { screen, t, advance } = await openPage('/kyc-process', { sameTab: true })
    await advance(4_000)
    await screen.findByRole('heading', { level: 1, name: t('complete.heading') })
  })

test('A status that cannot be read is requested once and leads to the error screen, whose Refresh starts over [ERR-02 ERR-03]', async () => {
  const { screen, t, user, callsOf, reload, assign, replace } = await openPage('/kyc-check-result', {
    signedIn: true,
    answers: { me: PROFILE, kycStatus: 'internal_error' },
    logs: /AppError|a screen failed/,
  })
  await screen.findByRole('heading', { level: 1, name: 'Ooops, something went wrong :(' })
  screen.getByRole('banner')
  screen.getByRole('contentinfo')
  await expect
    .poll(() => document.querySelector('[aria-live=assertive]')?.textContent)
    .toContain(t('error.internal_error'))
  expect(callsOf('kycStatus')).toHaveLength(1)
  await user.click(screen.getByRole('button', { name: t('action.refresh') }))
  expect(kept()).not.toMatch(SESSION_NAMES)
  expect([reload, assign, replace].flatMap(({ mock }) => mock.calls)).toHaveLength(1)
})
