import { HOUR_MS } from '@avouch/contract'
import { describe, expect, test } from 'vitest'
import {
  beginSignIn,
  confirmCode,
  digits,
  GOOD_PIN,
  newNumber,
  OTHER_PIN,
  passwordGrant,
  registered,
  sendSignUp,
} from '#test/builders.ts'
import { holdTime, useTestApi } from '#test/use-test-api.ts'
import { sendJson } from '#test/wire.ts'

const PRE_LOGIN = '/auth/public/app/prelogin'
const WRONG_PINS = ['0000', '0001', '0002', '0003', '0004', '0005', '0006', '0007', '0008', '0009']
const the = useTestApi()

const preLogin = (number: string, pin: string) => the.api.client('prelogin', { body: { phone: digits(number), pin } })
const wrongPreLogin = async (number: string, pin: string) =>
  expect(preLogin(number, pin)).rejects.toMatchObject({ status: 401, code: 'wrong_login_info' })
const wrongGrant = async (number: string, pin: string) =>
  expect(passwordGrant(the.api, number, pin)).rejects.toMatchObject({ status: 400, code: 'invalid_grant' })

describe('pre-login', () => {
  test('LOGIN-03 sends the SMS after a right PIN, and its code opens a session', async () => {
    holdTime(the.api)
    const { number, pin, tokens } = await registered(the.api)
    const sent = await preLogin(number, pin)
    expect(sent).toEqual({
      status: 200,
      data: { pinId: expect.stringMatching(/^sms_/) as string, resend_after: 60, form: 'digits' },
    })

    const bearer = await passwordGrant(the.api, number, pin)
    const first = await the.api.client('resendCode', { body: {} }, { bearer })
    expect(first.data.pinId).toBe(sent.data?.pinId)
    const code = the.api.world.codeFor(number)
    const session = await confirmCode(the.api, { bearer, pinId: first.data.pinId, code })
    expect(session.user_id).toBe(tokens.user_id)
    expect(the.api.world.sentTo(number)).toHaveLength(2)
  })

  test('LOGIN-04 with a wrong PIN is 401 and sends nothing', async () => {
    const { number } = await registered(the.api)
    await wrongPreLogin(number, OTHER_PIN)
    expect(the.api.world.sentTo(number)).toHaveLength(1)
  })

  test('LOGIN-05 without an account is 404', async () => {
    const unknown = preLogin(newNumber(), GOOD_PIN)
    await expect(unknown).rejects.toMatchObject({ status: 404, code: 'phone_number_does_not_exist' })
  })

  test('LOGIN-06 for a number that was never confirmed is 204 and sends nothing', async () => {
    const number = newNumber()
    await sendSignUp(the.api, number)
    expect(await preLogin(number, GOOD_PIN)).toEqual({ status: 204, data: undefined })
    expect(await preLogin(number, OTHER_PIN)).toEqual({ status: 204, data: undefined })
    expect(the.api.world.sentTo(number)).toEqual([])
  })

  test('LOGIN-07 is 500 when the SMS is refused, and the next attempt sends again', async () => {
    const { number, pin } = await registered(the.api)
    the.api.world.answers.sms.status = 422
    await expect(preLogin(number, pin)).rejects.toMatchObject({ status: 500, code: 'cannot_send_sms' })
    the.api.world.answers.sms.status = 202
    expect((await preLogin(number, pin)).status).toBe(200)
    expect(the.api.world.sentTo(number)).toHaveLength(2)
  })

  test("LOGIN-07 is 200 when the gateway's result is unknown", async () => {
    const { number, pin } = await registered(the.api)
    the.api.world.answers.sms.status = 503
    const sent = await preLogin(number, pin)
    the.api.world.answers.sms.status = 202
    expect(sent.status).toBe(200)
  })

  test('PIN-06 a guessable PIN is a wrong one, not an invalid one', async () => {
    const { number } = await registered(the.api)
    await wrongPreLogin(number, '1234')
  })

  test.each<{ given: string; body: Record<string, unknown>; code: string }>([
    { given: 'no number', body: { pin: GOOD_PIN }, code: 'required' },
    { given: 'no PIN', body: { phone: '4915112345678' }, code: 'required' },
    { given: 'PIN-01 a PIN of 3 digits', body: { phone: '4915112345678', pin: '258' }, code: 'digit_length' },
    { given: 'a number of 25 digits', body: { phone: '4'.repeat(25), pin: GOOD_PIN }, code: 'max_length_exceed' },
    { given: 'a number of letters', body: { phone: 'x', pin: GOOD_PIN }, code: 'invalid_phone_number' },
    { given: 'a landline', body: { phone: '49301234567', pin: GOOD_PIN }, code: 'invalid_phone_number' },
  ])('is refused with $given: $code', async ({ body, code }) => {
    const answer = await sendJson(the.api, PRE_LOGIN, body)
    expect([answer.status, answer.body?.['code']]).toEqual([400, code])
  })
})

describe('the password grant', () => {
  test('SESSION-08 gives a pre-confirmation token, good only for confirming the code', async () => {
    const { number, pin, tokens } = await registered(the.api)
    const { data } = await the.api.client('token', {
      body: { grant_type: 'password', username: digits(number), password: pin },
    })
    expect(data).toMatchObject({ token_type: 'Bearer', expires_in: 600, user_id: tokens.user_id })
    const early = the.api.client('me', {}, { bearer: data.access_token })
    await expect(early).rejects.toMatchObject({ status: 401, code: 'insufficient_user_authentication' })
  })

  test.each([
    ['a wrong PIN', (number: string) => [digits(number), OTHER_PIN]],
    ['an unknown number', () => [digits(newNumber()), GOOD_PIN]],
    ['a number that is none', () => ['not-a-number', GOOD_PIN]],
    ['a landline', () => ['49301234567', GOOD_PIN]],
    ['a PIN of 3 digits', (number: string) => [digits(number), '258']],
  ] as const)('LOGIN-08 gives the same answer to %s', async (_what, make) => {
    const { number } = await registered(the.api)
    const [username = '', password = ''] = make(number)
    const attempt = the.api.client('token', { body: { grant_type: 'password', username, password } })
    await expect(attempt).rejects.toMatchObject({
      status: 400,
      problem: { error: 'invalid_grant', error_description: 'The credentials or the refresh token are not valid' },
    })
  })
})

describe('wrong PINs in unknown browsers', () => {
  async function fail(number: string, times: number) {
    for (const pin of WRONG_PINS.slice(0, times)) await wrongPreLogin(number, pin)
  }

  test('P-01 nine of them cost no wait', async () => {
    const { number, pin } = await registered(the.api)
    await fail(number, 9)
    expect((await preLogin(number, pin)).status).toBe(200)
  })

  test('P-01 lock the number at the tenth: the right PIN gets the same answer, for good', async () => {
    const { number, pin } = await registered(the.api)
    await fail(number, 10)
    the.api.clock.advance(30 * 24 * HOUR_MS)
    await wrongPreLogin(number, pin)
    await wrongGrant(number, pin)
  })

  test('P-01 a right PIN counts for nothing, and resets nothing without its code', async () => {
    const { number, pin } = await registered(the.api)
    await fail(number, 9)
    for (let i = 0; i < 3; i++) expect((await preLogin(number, pin)).status).toBe(200)
    await fail(number, 1)
    await wrongPreLogin(number, pin)
  })

  test('P-01 share their counter with the token endpoint', async () => {
    const { number, pin } = await registered(the.api)
    for (const [i, wrong] of WRONG_PINS.entries()) await (i % 2 === 0 ? wrongPreLogin : wrongGrant)(number, wrong)
    await wrongGrant(number, pin)
    await wrongPreLogin(number, pin)
  })

  test('P-01 are reset by a right PIN with its code', async () => {
    const { number, pin } = await registered(the.api)
    await fail(number, 9)
    await confirmCode(the.api, await beginSignIn(the.api, number, pin))
    await fail(number, 9)
    expect((await preLogin(number, pin)).status).toBe(200)
  })

  test('P-01 of one number lock no other', async () => {
    const [one, other] = [await registered(the.api), await registered(the.api)]
    await fail(one.number, 10)
    expect((await preLogin(other.number, other.pin)).status).toBe(200)
  })
})
