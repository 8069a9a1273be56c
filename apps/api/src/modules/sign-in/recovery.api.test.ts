import { HOUR_MS, MINUTE_MS, SECOND_MS } from '@avouch/contract'
import { expect, test } from 'vitest'
import {
  beginSignIn,
  changePin,
  confirmCode,
  confirmReset,
  digits,
  GOOD_PIN,
  knownBrowser,
  newBrowser,
  newNumber,
  OTHER_PIN,
  otherThan,
  passwordGrant,
  provenNumber,
  refresh,
  registered,
  requestReset,
  signUp,
} from '#test/builders.ts'
import { holdTime, useTestApi } from '#test/use-test-api.ts'

const TOKEN_LIFE_MS = 10 * MINUTE_MS
const the = useTestApi({ LIMITS: 'lookup.browser=2/3/day' })

const sendCode = (number: string, cookie?: string) =>
  the.api.client('recoverCode', { body: { phone: digits(number), language: 'de' } }, { cookie })
const check = (number: string, cookie?: string) =>
  the.api.client('prechangePin', { body: { phone: digits(number) } }, { cookie })
const reset = (number: string, cookie?: string) => requestReset(the.api, number, cookie)
const verify = (begun: Parameters<typeof confirmReset>[1]) => confirmReset(the.api, begun)
const proven = (number: string, cookie?: string) => provenNumber(the.api, number, cookie)
const change = (number: string, token: string, pin = OTHER_PIN, cookie?: string) =>
  changePin(the.api, number, token, pin, cookie)
const sent = (number: string) => the.api.world.sentTo(number).length
const WRONG = { status: 422, code: 'wrong_sms_code' }
const UNPROVEN = { status: 422, code: 'wrong_verification' }

test('A request for the code of a reset sends an SMS in the language of the screen [RESET-04]', async () => {
  holdTime(the.api)
  const { number } = await registered(the.api)
  expect((await sendCode(number)).data).toMatchObject({ form: 'digits', resend_after: 60, sent: true })
  expect(the.api.world.sentTo(number).at(-1)?.text).toContain('Avouch-Code')
})

test('A request for the code of a reset is 204 for a number without an account, signed up or not [RESET-04 LOGIN-04]', async () => {
  const { number } = await signUp(the.api)
  for (const unknown of [newNumber(), number])
    expect([(await sendCode(unknown)).status, (await check(unknown)).status]).toEqual([204, 204])
})

test('A reset checks the number before the new PIN is requested [RESET-02]', async () => {
  const { number } = await registered(the.api)
  expect(await check(number)).toEqual({ status: 200, data: { found: true } })
  expect(sent(number)).toBe(1)
})

test('A reset is one look-up of a browser with the check before it, however often sent, and none in a recognised one', async () => {
  const [home, one, other] = [await knownBrowser(the.api), await registered(the.api), await registered(the.api)]
  const cookie = newBrowser()
  await check(one.number, cookie)
  for (let i = 0; i < 3; i++) {
    await reset(one.number, cookie)
    the.api.clock.advance(2 * MINUTE_MS)
  }
  expect((await check(other.number, cookie)).status).toBe(200)
  await expect(check(newNumber(), cookie)).rejects.toMatchObject({ status: 429, code: 'too_many_requests' })
  for (let i = 0; i < 4; i++) expect((await check(home.number, home.cookie)).status).toBe(200)
})

test('A reset is 429 for an hour at most when a recognised browser’s SMS are used up, and sends again then [RESET-04 SMS-07]', async () => {
  const { number, cookie } = await knownBrowser(the.api)
  for (let i = 0; i < 6; i++) {
    expect(await reset(number, cookie)).toMatchObject({ form: 'digits', sent: true })
    the.api.clock.advance(5 * MINUTE_MS)
  }
  const refusal = (await reset(number, cookie).catch((error: unknown) => error)) as { headers: Headers }
  expect(refusal).toMatchObject({ status: 429, code: 'too_many_requests' })
  const seconds = Number(refusal.headers.get('retry-after'))
  expect(seconds).toBeLessThanOrEqual(HOUR_MS / SECOND_MS)
  the.api.clock.advance(seconds * SECOND_MS)
  expect(await reset(number, cookie)).toMatchObject({ sent: true })
})

test('A reset does not accept a log-in code, and its code does not log in [CODE-08]', async () => {
  const { number } = await registered(the.api)
  const login = await beginSignIn(the.api, number, GOOD_PIN)
  await expect(verify(login)).rejects.toMatchObject(WRONG)
  const { pinId, code } = await reset(number)
  await expect(confirmCode(the.api, { ...login, pinId, code })).rejects.toMatchObject(WRONG)
})

test('A browser that lost the answer gets the same proof of a reset within a minute, and no other does [RESET-08 CODE-06 CODE-14]', async () => {
  holdTime(the.api)
  const { number } = await registered(the.api)
  const begun = await reset(number, newBrowser())
  const token = await verify(begun)
  the.api.clock.advance(59 * SECOND_MS)
  expect(await verify(begun)).toBe(token)
  for (const changes of [{ cookie: newBrowser() }, { cookie: undefined }, { code: otherThan(begun.code) }])
    await expect(verify({ ...begun, ...changes })).rejects.toMatchObject({ ...WRONG, problem: { restart: true } })
  the.api.clock.advance(SECOND_MS)
  await expect(verify(begun)).rejects.toMatchObject(WRONG)
  expect((await change(number, token, OTHER_PIN, begun.cookie)).status).toBe(200)
})

test('After a reset the new PIN logs in, the old one does not, and its sessions and sign-ins have ended [RESET-06]', async () => {
  const { number, bearer, tokens } = await registered(the.api)
  const begun = await beginSignIn(the.api, number, GOOD_PIN)
  expect(await change(number, await proven(number))).toMatchObject({ status: 200, data: { changed: true } })
  await expect(the.api.client('me', {}, { bearer })).rejects.toMatchObject({ code: 'invalid_token' })
  await expect(refresh(the.api, tokens.refresh_token)).rejects.toMatchObject({ code: 'invalid_grant' })
  await expect(confirmCode(the.api, begun)).rejects.toMatchObject({ status: 401 })
  await expect(passwordGrant(the.api, number, GOOD_PIN)).rejects.toMatchObject({ code: 'invalid_grant' })
  expect(await passwordGrant(the.api, number, OTHER_PIN)).toMatch(/^avat_/)
})

test('A reset opens a session in its browser, which another change ends, and none for an account that is locked [RESET-10]', async () => {
  const { number } = await registered(the.api)
  const cookie = newBrowser()
  const { data } = await change(number, await proven(number, cookie), OTHER_PIN, cookie)
  const bearer = data.session?.access_token ?? ''
  expect((await the.api.client('me', {}, { bearer })).status).toBe(200)
  const renewed = await refresh(the.api, data.session?.refresh_token ?? '', cookie)
  expect((await the.api.client('me', {}, { bearer: renewed.access_token })).status).toBe(200)
  await change(number, await proven(number), GOOD_PIN)
  await expect(the.api.client('me', {}, { bearer: renewed.access_token })).rejects.toMatchObject({ status: 401 })
  const token = await proven(number)
  await the.api.operate('account', 'lock', number)
  expect(await change(number, token)).toEqual({ status: 200, data: { changed: true } })
})

test('After a reset no code of an earlier log-in logs in with the new PIN [RESET-06 CODE-08]', async () => {
  const { number } = await registered(the.api)
  const { pinId, code } = await beginSignIn(the.api, number, GOOD_PIN)
  await change(number, await proven(number))
  const bearer = await passwordGrant(the.api, number, OTHER_PIN)
  await expect(confirmCode(the.api, { bearer, pinId, code })).rejects.toMatchObject(WRONG)
})

test('A reset sends an SMS to the number, in its language and without the PIN [SMS-12]', async () => {
  const { number, bearer } = await registered(the.api)
  await the.api.client('updateProfile', { body: { language: 'de' } }, { bearer })
  await change(number, await proven(number))
  const last = () => the.api.world.sentTo(number).at(-1)?.text ?? ''
  await the.api.world.until(() => last().includes('geändert'))
  expect(last()).toBe('Die PIN deines Kontos bei Avouch wurde geändert. Warst du es nicht, wähle sofort eine neue.')
})

test('A reset refuses a PIN that is too easy, and the account’s own, before the proof is used up [RESET-07 PIN-03]', async () => {
  const { number, bearer } = await registered(the.api)
  const token = await proven(number)
  await expect(change(number, token, '1234')).rejects.toMatchObject({ status: 400, code: 'invalid_pin' })
  await expect(change(number, token, GOOD_PIN)).rejects.toMatchObject({ status: 400, code: 'same_pin' })
  expect((await the.api.client('me', {}, { bearer })).status).toBe(200)
  expect((await change(number, token)).status).toBe(200)
})

test('The proof of a reset works once, for its own number, in its browser, and for ten minutes [RESET-06]', async () => {
  holdTime(the.api)
  const [one, other, cookie] = [await registered(the.api), await registered(the.api), newBrowser()]
  const token = await proven(one.number, cookie)
  for (const [number, shown, browser] of [
    [other.number, token, cookie],
    [one.number, 'avrc_made-up', cookie],
    [one.number, token, newBrowser()],
    [one.number, token, undefined],
  ] as const)
    await expect(change(number, shown, GOOD_PIN, browser)).rejects.toMatchObject(UNPROVEN)
  the.api.clock.advance(TOKEN_LIFE_MS - SECOND_MS)
  await change(one.number, token, OTHER_PIN, cookie)
  await expect(change(one.number, token, OTHER_PIN, cookie)).rejects.toMatchObject(UNPROVEN)
  const late = await proven(other.number)
  the.api.clock.advance(TOKEN_LIFE_MS)
  await expect(change(other.number, late)).rejects.toMatchObject(UNPROVEN)
})
