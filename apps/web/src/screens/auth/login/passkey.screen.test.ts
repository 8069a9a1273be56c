import { MINUTE_MS } from '@avouch/contract'
import { expect, test } from 'vitest'
import { PASSKEYS } from '#e2e/support/own-account.ts'
import { buttonOf, expectNotice, expectPage, fieldsOf, fill, noticesIn } from '#test/forms.ts'
import { type Answers, type Opening, openPage } from '#test/page.ts'
import { CREDENTIAL, REQUEST, withPasskeys } from '#test/passkeys.ts'
import { kept, PROFILE } from '#test/session.ts'
import { GRANTED, NUMBER } from '#test/sign-in.ts'

const IN: Answers = {
  signInByPasskey: GRANTED,
  kycInit: { data: { code: 'any', url: 'https://id.example/' } },
  kycStatus: { result: { status: '' } },
}

async function openLogin(browser: ReturnType<typeof withPasskeys>, { answers, ...more }: Opening = {}) {
  const page = await openPage('/auth/login', {
    ...browser.opening,
    ...more,
    answers: { ...browser.opening.answers, ...IN, ...answers },
  })
  const button = () => buttonOf(page.t('login.passkey'))
  return { ...page, button, press: () => page.user.click(button()) }
}

test('One press and a finger log in without number, PIN and SMS, and the visit goes on as after a code [PASSKEY-10]', async () => {
  const browser = withPasskeys()
  const { press, t, callsOf } = await openLogin(browser)
  await press()
  await expectPage(t('check.title'))
  const [options] = callsOf('passkeyRequestOptions').map(({ body }) => body as { pageKey: string })
  const { pageKey = '' } = options ?? {}
  expect(pageKey).toMatch(/^[\w-]{43}$/)
  expect(callsOf('signInByPasskey').map(({ body }) => body)).toEqual([{ pageKey, credential: CREDENTIAL }])
  expect(browser.asked).toMatchObject([{ kind: 'get', publicKey: REQUEST }])
  expect(kept()).toContain(GRANTED.access_token)
  expect(kept()).not.toContain(pageKey)
})

test('Who cancels is told nothing, keeps what was typed, and may press again or log in with the PIN [PASSKEY-10]', async () => {
  const browser = withPasskeys({ inField: true })
  const { press, t, callsOf, advance } = await openLogin(browser)
  await expect.poll(() => advance(100).then(browser.kinds)).toEqual(['inField'])
  fill(fieldsOf(t).number, NUMBER)
  browser.finger.get = 'cancelled'
  await press()
  // The field offers them again.
  await expect.poll(() => advance(100).then(browser.kinds)).toEqual(['inField', 'get', 'inField'])
  expect(noticesIn(t)).toEqual([])
  expect(fieldsOf(t).number.value).toBe(NUMBER)
  expect(callsOf('signInByPasskey')).toEqual([])
  browser.finger.get = 'shown'
  await press()
  await expectPage(t('check.title'))
})

test('A passkey that is refused is said in words; a locked account names the support [PASSKEY-10]', async () => {
  const browser = withPasskeys()
  const { press, t, answer, screen } = await openLogin(browser, {
    answers: { signInByPasskey: 'passkey_refused' },
    logs: /AppError|CallFailure/,
  })
  await press()
  await expectNotice(t, t('error.passkey_refused'))
  answer({ signInByPasskey: 'account_locked' })
  await press()
  await expectNotice(t, t('error.account_locked'))
  await screen.findByRole('link', { name: t('process.support') })
  answer({ passkeyRequestOptions: () => 'lost' })
  await press()
  await expectNotice(t, t('notice.offline'))
  expect(window.location.pathname).toBe('/auth/login')
})

test('The field of the number offers passkeys where the browser can, and one that is chosen leads on [PASSKEY-10 ACCOUNT-20]', async () => {
  const browser = withPasskeys({ inField: true })
  browser.finger.inField = 'shown'
  const { t, callsOf, advance } = await openLogin(browser, {
    tab: { sign_in_for: '/account/data' },
    answers: { me: PROFILE, passkeys: PASSKEYS },
  })
  await expect.poll(() => advance(100).then(() => callsOf('signInByPasskey').length)).toBe(1)
  await expectPage(t('account.data.title'))
  expect(browser.kinds()).toEqual(['inField'])
})

test('What the field offers has a challenge of five minutes at most, and is asked for in a visible page only [PASSKEY-01 PASSKEY-10]', async () => {
  const browser = withPasskeys({ inField: true })
  const { t, callsOf, advance } = await openLogin(browser)
  const asked = () => callsOf('passkeyRequestOptions').length
  await expect.poll(() => advance(100).then(asked)).toBe(1)
  expect(fieldsOf(t).number.autocomplete).toBe('tel webauthn')
  await advance(4 * MINUTE_MS)
  await expect.poll(() => advance(100).then(asked)).toBe(2)
  expect(browser.asked[0]?.signal.aborted).toBe(true)
  Object.defineProperty(document, 'hidden', { value: true, configurable: true })
  await advance(9 * MINUTE_MS)
  expect(asked()).toBe(2)
  Reflect.deleteProperty(document, 'hidden')
  document.dispatchEvent(new Event('visibilitychange'))
  await expect.poll(() => advance(100).then(asked)).toBe(3)
  const keys = callsOf('passkeyRequestOptions').map(({ body }) => JSON.stringify(body))
  expect(new Set(keys).size).toBe(3)
})

test('Options that are not to be had are no matter for who did not ask for a passkey [PASSKEY-10]', async () => {
  const browser = withPasskeys({ inField: true })
  const { t, callsOf, advance } = await openLogin(browser, { answers: { passkeyRequestOptions: 'too_many_requests' } })
  await expect.poll(() => advance(100).then(() => callsOf('passkeyRequestOptions').length)).toBe(1)
  await advance(1_000)
  expect(noticesIn(t)).toEqual([])
  expect(browser.asked).toEqual([])
})

test.each([
  [
    'an address that can have none',
    () => ({ ...withPasskeys({ inField: true }).opening, settings: { passkeys: false } }),
  ],
  ['a browser without passkeys', () => ({ settings: { passkeys: true } })],
])('At %s nothing of passkeys is shown or asked for [PASSKEY-10]', async (_where, opening) => {
  const { screen, t, callsOf, advance } = await openPage('/auth/login', opening())
  await advance(3_000)
  expect(screen.queryByRole('button', { name: t('login.passkey') })).toBeNull()
  expect(fieldsOf(t).number.autocomplete).toBe('tel')
  expect(callsOf('passkeyRequestOptions')).toEqual([])
})
