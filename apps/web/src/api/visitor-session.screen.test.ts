import { expect, test } from 'vitest'
import { textsOf } from '#e2e/support/texts.ts'
import { expectPage } from '#test/forms.ts'
import { openPage } from '#test/page.ts'
import { checkAt, kept, PROFILE, SESSION_NAMES, statusOf } from '#test/session.ts'

const german = textsOf('de')
const HERE = { me: PROFILE, kycStatus: statusOf(''), kycInit: checkAt() } as const
const OVER = {
  updateProfile: 'invalid_token',
  token: Response.json({ error: 'invalid_grant' }, { status: 400 }),
} as const
const NOT_SAVED = /the language was not saved/

for (const path of ['/auth/prompt', '/auth/login', '/auth/forgot-pin', '/auth/register'])
  test(`Who is logged in reads so above the form at ${path}, and goes on to the check [ROUTE-21]`, async () => {
    const { screen, t, user } = await openPage(path, { signedIn: true, answers: HERE })
    screen.getByText(t('loggedIn.title'))
    await user.click(screen.getByRole('button', { name: t('complete.goOn') }))
    await screen.findByRole('heading', { level: 1, name: t('check.title') })
    expect(window.location.pathname).toBe('/check')
  })

test('An expired access token is renewed once, and the page goes on [SESSION-09]', async () => {
  const { screen, t, callsOf } = await openPage('/kyc-check-result', {
    signedIn: true,
    answers: {
      kycStatus: ({ headers }) =>
        headers.get('authorization') === 'Bearer avat_new' ? statusOf('COMPLETED') : 'invalid_token',
      token: {
        access_token: 'avat_new',
        token_type: 'Bearer',
        expires_in: 600,
        refresh_token: 'avrt_new.1',
        user_id: 'usr_any',
      },
    },
  })
  await screen.findByRole('heading', { level: 1, name: t('approved.heading') })
  expect(callsOf('token').map(({ body }) => body)).toMatchObject([{ grant_type: 'refresh_token' }])
})

test('Without the server, log out ends the session in the browser [SESSION-14]', async () => {
  const { screen, t, user } = await openPage('/kyc-result/in-progress', {
    signedIn: true,
    answers: { ...HERE, revoke: 'lost' },
    logs: /CallFailure/,
  })
  await user.click(screen.getAllByRole('button', { name: t('action.logout') })[0] ?? document.body)
  await screen.findByText(t('logout.done'))
  screen.getByRole('heading', { level: 1, name: t('landing.heading') })
  expect(screen.queryByRole('button', { name: t('action.logout') })).toBeNull()
  expect(kept()).not.toMatch(SESSION_NAMES)
})

test('A page that is shown again after log out is hidden, and loaded anew [SESSION-15 SESSION-12]', async () => {
  const { reload } = await openPage('/kyc-result/in-progress', { signedIn: true, answers: HERE })
  const passes = (type: string) => window.dispatchEvent(Object.assign(new Event(type), { persisted: true }))
  passes('pagehide')
  passes('pageshow')
  expect([reload.mock.calls, document.documentElement.hidden]).toEqual([[], false])
  passes('pagehide')
  window.sessionStorage.clear()
  passes('pageshow')
  expect([reload.mock.calls.length, document.documentElement.hidden]).toEqual([1, true])
  document.documentElement.hidden = false
})

test('A language is saved with the account; one that can’t be saved is only logged, and shown all the same [LANG-06]', async () => {
  const { screen, user, callsOf } = await openPage('/', {
    signedIn: true,
    answers: { updateProfile: 'internal_error' },
    logs: NOT_SAVED,
  })
  await user.click(screen.getByRole('button', { name: 'DE – Deutsch' }))
  await expectPage(german('landing.heading'))
  await expect.poll(() => callsOf('updateProfile').map(({ body }) => body)).toEqual([{ language: 'de' }])
  expect(screen.queryByRole('alert')).toBeNull()
})

test.each(['/', '/auth/login', '/auth/prompt', '/en/privacy', '/kyc-result/in-progress', '/complete-process'])(
  'With a session, another language is saved and reloads %s, where nothing is typed [LANG-06]',
  async (path) => {
    const { screen, user, callsOf, reload } = await openPage(path, {
      signedIn: true,
      answers: { ...HERE, updateProfile: { language: 'de', data_collection_consent: false } },
    })
    await user.click(await screen.findByRole('button', { name: 'DE – Deutsch' }))
    await expect.poll(() => callsOf('updateProfile')).toHaveLength(1)
    await expect.poll(() => reload.mock.calls).toHaveLength(1)
  },
)

test('With a session that is over, another language leaves the visitor where they are [LANG-06 SESSION-16]', async () => {
  const { screen, t, user } = await openPage('/', { signedIn: true, answers: OVER, logs: NOT_SAVED })
  await user.click(screen.getByRole('button', { name: 'DE – Deutsch' }))
  await expect.poll(() => screen.queryByRole('button', { name: german('action.logout') })).toBeNull()
  expect(screen.queryByRole('button', { name: t('action.logout') })).toBeNull()
  expect(window.location.pathname + window.location.search).toBe('/?mobile=false')
  expect(kept()).not.toMatch(SESSION_NAMES)
})

for (const signedIn of [true, false])
  test(`What is typed to sign in ${signedIn ? 'with' : 'without'} a session stays in another language, and is in no storage [LANG-06 AUTH-02]`, async () => {
    const { screen, t, user, reload } = await openPage('/auth/register', {
      signedIn,
      answers: { updateProfile: { language: 'de', data_collection_consent: false } },
    })
    const typed = { [t('phone.number')]: '15155501234', [t('pin.label')]: '7319', [t('pin.repeat')]: '7310' }
    for (const [label, text] of Object.entries(typed)) await user.type(await screen.findByLabelText(label), text)
    await user.click(screen.getByRole('button', { name: 'DE – Deutsch' }))
    await screen.findByText(german('error.matching_pin'))
    const [number, pin] = [german('phone.number'), german('pin.label')].map(
      (label) => screen.getByLabelText<HTMLInputElement>(label).value,
    )
    expect([number?.replaceAll(' ', ''), pin]).toEqual(['15155501234', '7319'])
    const everywhere = kept() + JSON.stringify([window.history.state, window.name])
    for (const text of Object.values(typed)) expect(everywhere).not.toContain(text)
    expect(reload).not.toHaveBeenCalled()
  })
