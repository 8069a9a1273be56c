import { MINUTE_MS } from '@avouch/contract'
import { describe, expect, test } from 'vitest'
import {
  beginSignIn,
  changePin,
  confirmCode,
  GOOD_PIN,
  newBrowser,
  OTHER_PIN,
  passwordGrant,
  provenNumber,
  refresh,
  registered,
  signInOn,
  signUp,
} from '#test/builders.ts'
import type { Refusal } from '#test/test-client.ts'
import { useTestApi } from '#test/use-test-api.ts'

const the = useTestApi()

const me = (bearer: string) => the.api.client('me', {}, { bearer })
const lives = async (bearer: string) => expect((await me(bearer)).status).toBe(200)
const isDead = async (bearer: string) =>
  expect(me(bearer)).rejects.toMatchObject({ status: 401, code: 'invalid_token' })
const renew = (token: string) => refresh(the.api, token)
const isRefused = async (token: string) =>
  expect(renew(token)).rejects.toMatchObject({ status: 400, code: 'invalid_grant' })
const revoke = (token: string) => the.api.client('revoke', { body: { token } })

test('Before the code is confirmed an access token opens nothing, and its refresh token gives no other [SESSION-08]', async () => {
  const { number, pin } = await registered(the.api)
  const { data } = await the.api.client('token', {
    body: { grant_type: 'password', username: number, password: pin },
  })
  await expect(me(data.access_token)).rejects.toMatchObject({ code: 'insufficient_user_authentication' })
  await isRefused(data.refresh_token)
})

test('The access token of a confirmed session confirms no codes [SESSION-08]', async () => {
  const { bearer } = await registered(the.api)
  const again = the.api.client('resendCode', { body: {} }, { bearer })
  await expect(again).rejects.toMatchObject({ status: 401, code: 'invalid_token' })
})

test('Refreshing gives a new access token and the successor of the refresh token [SESSION-07]', async () => {
  const { tokens } = await registered(the.api)
  const renewed = await renew(tokens.refresh_token)
  expect(renewed).toMatchObject({ token_type: 'Bearer', expires_in: 600, user_id: tokens.user_id })
  expect(renewed.refresh_token).not.toBe(tokens.refresh_token)
  await lives(renewed.access_token)
  await lives(tokens.access_token)
})

test('A refresh token older than the last one ends the whole session at once [SESSION-12]', async () => {
  const { tokens } = await registered(the.api)
  const first = await renew(tokens.refresh_token)
  const second = await renew(first.refresh_token)
  const third = await renew(second.refresh_token)
  await isRefused(tokens.refresh_token)
  await isDead(third.access_token)
})

test.each([
  {
    what: 'its proof is changed',
    change: (token: string) => token.replace(/.$/, (end) => (end === 'A' ? 'B' : 'A')),
  },
  { what: 'its generation is changed', change: (token: string) => token.replace('.0.', '.1.') },
  { what: 'its generation is far ahead', change: (token: string) => token.replace('.0.', '.999999.') },
  { what: 'it is cut', change: (token: string) => token.slice(0, 20) },
  { what: 'it is an access token', change: () => `avat_${'A'.repeat(43)}` },
  { what: 'it is anything', change: () => "' or 1=1 --" },
])('A refresh token is refused when $what, without an effect on its session [R-11 P-10]', async ({ change }) => {
  const { tokens } = await registered(the.api)
  await isRefused(change(tokens.refresh_token))
  await lives(tokens.access_token)
  expect((await renew(tokens.refresh_token)).user_id).toBe(tokens.user_id)
})

test.each(['access_token', 'refresh_token'] as const)(
  'Logging out with its %s ends a session [SESSION-10]',
  async (which) => {
    const { tokens } = await registered(the.api)
    const { access_token, refresh_token } = await renew(tokens.refresh_token)
    expect(await revoke(tokens[which])).toEqual({ status: 200, data: {} })
    for (const token of [tokens.access_token, access_token]) await isDead(token)
    for (const token of [tokens.refresh_token, refresh_token]) await isRefused(token)
  },
)

test('Logging out with an unknown token gets the same answer as with a known one [SESSION-10]', async () => {
  for (const token of ['avat_unknown', `avrt_x.0.${'A'.repeat(43)}`, "' or 1=1 --"])
    expect(await revoke(token)).toEqual({ status: 200, data: {} })
})

test('Logging out ends this session and no other of the same person [SESSION-10]', async () => {
  const { number, pin, tokens } = await registered(the.api)
  const begun = await signUpAgain(number, pin)
  await revoke(tokens.access_token)
  await isDead(tokens.access_token)
  await lives(begun)
})

test('Logging out ends a sign-in that waits for its code [SESSION-10]', async () => {
  const begun = await signUp(the.api)
  await revoke(begun.bearer)
  const late = the.api.client('verifyCode', { body: { pinId: begun.pinId, code: begun.code } }, begun)
  await expect(late).rejects.toMatchObject({ status: 401, code: 'invalid_token' })
})

async function signUpAgain(number: string, pin: string) {
  const bearer = await passwordGrant(the.api, number, pin)
  const { data } = await the.api.client('resendCode', { body: {} }, { bearer })
  const code = the.api.world.codeFor(number)
  return (await the.api.client('verifyCode', { body: { pinId: data.pinId, code } }, { bearer })).data.access_token
}

test('The language of the profile is kept, for the profile and for the next SMS [LANG-06]', async () => {
  const { number, pin, bearer } = await registered(the.api)
  const saved = await the.api.client('updateProfile', { body: { language: 'de' } }, { bearer })
  expect(saved).toEqual({ status: 200, data: { language: 'de', data_collection_consent: false } })
  expect((await me(bearer)).data.language).toBe('de')
  await the.api.client('prelogin', { body: { phone: number, pin } })
  expect(the.api.world.sentTo(number).at(-1)?.text).toMatch(/ist dein Avouch-Code/)
})

/** Tells of each of these access tokens whether it is good. */
const alive = (bearers: readonly string[]) =>
  Promise.all(
    bearers.map(async (bearer) =>
      me(bearer).then(
        () => true,
        () => false,
      ),
    ),
  )

test('An eleventh session ends the oldest one, with its refresh token [SESSION-17]', async () => {
  const { number, tokens } = await registered(the.api)
  const bearers = [(await renew(tokens.refresh_token)).access_token]
  const home = newBrowser()
  for (let i = 0; i < 10; i++) {
    expect(await alive(bearers)).not.toContain(false)
    the.api.clock.advance(MINUTE_MS)
    // Few enough browsers that are not recognised to get a code each time.
    bearers.push((await signInOn(the.api, i < 6 ? home : newBrowser(), number)).access_token)
  }
  expect(await alive(bearers)).toEqual(bearers.map((_, i) => i > 0))
  await isRefused(tokens.refresh_token)
  const { data } = await the.api.client('exportData', {}, { bearer: bearers.at(-1) })
  expect(data.sessions.filter(({ live }) => live)).toHaveLength(10)
  expect(data.security_events.filter(({ type }) => type === 'session.revoked')).toHaveLength(1)
})

test('Sessions that have ended do not count towards the ten of an account [SESSION-17]', async () => {
  const { number, tokens } = await registered(the.api)
  const home = newBrowser()
  for (let i = 0; i < 10; i++) {
    the.api.clock.advance(MINUTE_MS)
    await revoke((await signInOn(the.api, i < 6 ? home : newBrowser(), number)).access_token)
  }
  expect((await renew(tokens.refresh_token)).user_id).toBe(tokens.user_id)
})

/** The tokens of sign-ins that wait for their code, the oldest first. */
async function waitingSignIns(number: string, cookies: readonly string[]) {
  const bearers = []
  for (const cookie of cookies) {
    the.api.clock.advance(1_000)
    bearers.push({ cookie, bearer: await passwordGrant(the.api, number, GOOD_PIN, cookie) })
  }
  return bearers
}
const waits = async (all: readonly { cookie: string; bearer: string }[]) => {
  const found = []
  for (const from of all)
    found.push(
      await the.api.client('codeDelivery', { params: { id: 'otp_none' } }, from).catch(({ code }: Refusal) => code),
    )
  return found.map((code) => code !== 'invalid_token')
}

test('An eleventh sign-in that waits for its code ends the oldest one, and none of a browser that the account recognises [SESSION-19]', async () => {
  const { number, tokens } = await registered(the.api)
  const cookie = newBrowser()
  await signInOn(the.api, cookie, number)
  const own = await waitingSignIns(number, [cookie])
  const others = await waitingSignIns(number, Array.from({ length: 12 }, newBrowser))
  expect(await waits(others)).toEqual(others.map((_, i) => i >= 2))
  expect(await waits(own)).toEqual([true])
  await lives(tokens.access_token)
  const waiting = `select count(*)::int as kept from session_family where account_id = $1 and scope = 'pre_confirmation'`
  expect(await the.api.rows(waiting, [tokens.user_id])).toEqual([{ kept: 12 }])
})

test('A sixth access token of a session invalidates the first [SESSION-17]', async () => {
  const { bearer, tokens } = await registered(the.api)
  const bearers = [bearer]
  for (let i = 0; i < 5; i++) {
    expect(await alive(bearers)).not.toContain(false)
    the.api.clock.advance(1_000)
    bearers.push((await renew(tokens.refresh_token)).access_token)
  }
  expect(await alive(bearers)).toEqual([false, true, true, true, true, true])
})

const elsewhere = [
  ['in another browser', newBrowser()],
  ['without a cookie', undefined],
] as const

describe.each(elsewhere)('%s', (_where, other) => {
  test('A pre-confirmation token is unknown to any browser but the one that began [DEVICE-07]', async () => {
    const { number } = await registered(the.api)
    const begun = await beginSignIn(the.api, number, GOOD_PIN, newBrowser())
    const moved = confirmCode(the.api, { ...begun, cookie: other })
    await expect(moved).rejects.toMatchObject({ status: 401, code: 'invalid_token' })
    expect((await confirmCode(the.api, begun)).user_id).toMatch(/^usr_/)
  })

  test('A proof for another PIN is unknown to any browser but the one that began [DEVICE-07]', async () => {
    const [{ number }, cookie] = [await registered(the.api), newBrowser()]
    const recoverPinToken = await provenNumber(the.api, number, cookie)
    const change = (from?: string) => changePin(the.api, number, recoverPinToken, OTHER_PIN, from)
    await expect(change(other)).rejects.toMatchObject({ code: 'wrong_verification' })
    expect((await change(cookie)).status).toBe(200)
  })

  test('A refresh token is refused in any other browser, and its third use there ends the session [DEVICE-08]', async () => {
    const [{ number }, cookie] = [await registered(the.api), newBrowser()]
    const { refresh_token, access_token } = await signInOn(the.api, cookie, number)
    const moved = () => refresh(the.api, refresh_token, other)
    for (let i = 0; i < 2; i++) await expect(moved()).rejects.toMatchObject({ status: 400, code: 'invalid_grant' })
    expect((await refresh(the.api, refresh_token, cookie)).access_token).toMatch(/^avat_/)
    await expect(moved()).rejects.toMatchObject({ status: 400, code: 'invalid_grant' })
    await expect(refresh(the.api, refresh_token, cookie)).rejects.toMatchObject({ code: 'invalid_grant' })
    await expect(the.api.client('me', {}, { bearer: access_token })).rejects.toMatchObject({ code: 'invalid_token' })
  })
})

test('A sign-in that began without a cookie continues in a browser with one [DEVICE-07]', async () => {
  const { number, tokens } = await registered(the.api)
  const begun = await beginSignIn(the.api, number, GOOD_PIN)
  expect((await confirmCode(the.api, { ...begun, cookie: newBrowser() })).user_id).toBe(tokens.user_id)
  expect((await refresh(the.api, tokens.refresh_token, newBrowser())).access_token).toMatch(/^avat_/)
})
