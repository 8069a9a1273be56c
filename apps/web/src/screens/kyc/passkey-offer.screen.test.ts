import { expect, test } from 'vitest'
import { PASSKEYS } from '#e2e/support/own-account.ts'
import { buttonOf, expectNotice, fieldsOf, fill } from '#test/forms.ts'
import { type Opening, openPage } from '#test/page.ts'
import { CREDENTIAL, withPasskeys } from '#test/passkeys.ts'
import { PROFILE, statusOf } from '#test/session.ts'
import { accepting, NUMBER } from '#test/sign-in.ts'

const NONE = { ...PASSKEYS, data: [] }

async function openApproved(browser = withPasskeys(), { answers, ...more }: Opening = {}) {
  const page = await openPage('/kyc-result/approved', {
    ...browser.opening,
    ...more,
    signedIn: true,
    logs: /AppError/,
    answers: {
      ...browser.opening.answers,
      me: PROFILE,
      kycStatus: statusOf('COMPLETED'),
      passkeys: NONE,
      createPasskey: { id: 'p'.repeat(22), name: 'Passkey' },
      ...answers,
    },
  })
  await page.screen.findByText(page.t('approved.textNoIntent'))
  return page
}

test('After an approved answer an account without a passkey is offered one, which one press and a finger make [PASSKEY-11]', async () => {
  const browser = withPasskeys()
  const { screen, t, user, callsOf } = await openApproved(browser)
  await screen.findByText(t('passkey.offer'))
  browser.finger.create = 'cancelled'
  await user.click(buttonOf(t('passkey.make')))
  await expect.poll(() => buttonOf(t('passkey.make')).getAttribute('aria-disabled')).not.toBe('true')
  browser.finger.create = 'shown'
  await user.click(buttonOf(t('passkey.make')))
  await screen.findByText(t('passkey.made'))
  expect(callsOf('createPasskey').map(({ body }) => body)).toMatchObject([{ credential: CREDENTIAL }])
  expect(screen.queryByText(t('passkey.offer'))).toBeNull()
})

test('Who declines is never asked again in this browser, and nothing kept names the account [PASSKEY-11]', async () => {
  const { screen, t, user } = await openApproved()
  await screen.findByText(t('passkey.offer'))
  await user.click(buttonOf(t('passkey.decline')))
  expect(screen.queryByText(t('passkey.offer'))).toBeNull()
  expect(window.localStorage.getItem('passkey_offer')).toBe('no')
  const again = await openApproved(withPasskeys(), { sameTab: true })
  await again.advance(1_000)
  expect(again.callsOf('passkeys')).toEqual([])
})

test.each([
  ['an account that has one', { passkeys: PASSKEYS }],
  ['an account that may not add any yet', { passkeys: { ...NONE, held_until: '2031-02-01T12:05:00.000Z' } }],
] as const)('Nothing is offered to %s [PASSKEY-11 PASSKEY-06]', async (_whom, answers) => {
  const { screen, t, advance, callsOf } = await openApproved(withPasskeys(), { answers })
  await expect.poll(() => callsOf('passkeys').length).toBe(1)
  await advance(500)
  expect(screen.queryByText(t('passkey.offer'))).toBeNull()
})

test('A log-in that is too long ago, and a refusal, are said in words [PASSKEY-11]', async () => {
  const { screen, t, user, answer } = await openApproved(withPasskeys(), {
    answers: { createPasskey: 'passkey_refused' },
  })
  await screen.findByText(t('passkey.offer'))
  await user.click(buttonOf(t('passkey.make')))
  await expectNotice(t, t('error.passkey_refused'))
  answer({ passkeyCreationOptions: 'sign_in_again' })
  await user.click(buttonOf(t('passkey.make')))
  await screen.findByText(t('passkey.late'))
})

/** A log-in whose PIN comes into its field in one go, or digit by digit. */
async function logIn(browser: ReturnType<typeof withPasskeys>, isFilled: boolean, opening: Opening = {}) {
  const page = await openPage('/auth/login', {
    ...browser.opening,
    ...opening,
    answers: {
      ...browser.opening.answers,
      ...accepting(),
      passkeys: NONE,
      createPasskey: { id: 'p'.repeat(22), name: 'Passkey' },
    },
  })
  const { t, user, screen, advance } = page
  const { number, pin } = fieldsOf(t)
  fill(number, NUMBER)
  if (isFilled) fill(pin, '2580')
  else await user.type(pin, '258')
  if (!isFilled) await user.type(pin, '0')
  else {
    await expect.poll(() => buttonOf(t('action.login')).disabled).toBe(false)
    await user.click(buttonOf(t('action.login')))
  }
  const code = await screen.findByLabelText(t('confirmCode.label'))
  await user.type(code, '123456')
  await expect.poll(() => window.location.pathname).toBe('/check')
  await advance(500)
  return page
}

test('A browser that makes a passkey without asking does so after a PIN that was filled in, once in a visit [PASSKEY-12]', async () => {
  const browser = withPasskeys({ unasked: true })
  browser.finger.unasked = 'shown'
  const { callsOf } = await logIn(browser, true)
  await expect.poll(() => callsOf('createPasskey').length).toBe(1)
  expect(callsOf('passkeyCreationOptions').map(({ body }) => body)).toEqual([{ conditional: true }])
  const second = await logIn(withPasskeys({ unasked: true }), true, { sameTab: true })
  expect(second.callsOf('passkeyCreationOptions')).toEqual([])
})

test.each([
  ['a PIN that was typed', { unasked: true }, false],
  ['a browser that makes none without asking', { unasked: false }, true],
] as const)('After %s nothing is made without asking [PASSKEY-12]', async (_what, ability, isFilled) => {
  const { callsOf } = await logIn(withPasskeys(ability), isFilled)
  expect(callsOf('passkeyCreationOptions')).toEqual([])
})

test('A browser that never settles is ended before the next call, and after a while by itself [PASSKEY-12]', async () => {
  const browser = withPasskeys({ unasked: true })
  const { advance } = await logIn(browser, true)
  await expect.poll(() => browser.kinds()).toEqual(['unasked'])
  expect(browser.asked[0]?.signal.aborted).toBe(false)
  const { askBrowserForKey } = await import('#visit/ask-browser.ts')
  // The double refuses a second call while one is under way.
  const next = askBrowserForKey(new AbortController().signal, (signal) =>
    navigator.credentials.create({ signal }).then((made) => made),
  )
  expect(browser.asked[0]?.signal.aborted).toBe(true)
  await expect(next).resolves.toBeDefined()
  await advance(100)
})
