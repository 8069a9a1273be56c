import { HOUR_MS, MINUTE_MS } from '@avouch/contract'
import { expect, test } from 'vitest'
import {
  beginSignIn,
  confirmCode,
  digits,
  GOOD_PIN,
  knownBrowser,
  newBrowser,
  newNumber,
  OTHER_PIN,
  passwordGrant,
  preLogin as preLoginAt,
  registered,
  requestCode,
  sendSignUp,
  signUp,
} from '#test/builders.ts'
import { rows } from '#test/together.ts'
import { holdTime, useTestApi } from '#test/use-test-api.ts'
import { sendJson } from '#test/wire.ts'

const PRE_LOGIN = '/auth/public/app/prelogin'
const REGISTRATION_LIFE_MS = 15 * MINUTE_MS
const WRONG_PINS = ['0000', '0001', '0002', '0003', '0004', '0005', '0006', '0007', '0008', '0009']
const the = useTestApi()

const preLogin = (number: string, pin: string, cookie?: string) => preLoginAt(the.api, number, pin, cookie)
const wrongPreLogin = async (number: string, pin: string) =>
  expect(preLogin(number, pin)).rejects.toMatchObject({ status: 401, code: 'wrong_login_info' })
const grant = (number: string, pin: string, cookie?: string) => passwordGrant(the.api, number, pin, cookie)
const wrongGrant = async (number: string, pin: string) =>
  expect(grant(number, pin)).rejects.toMatchObject({ status: 400, code: 'invalid_grant' })
const sentCodes = (number: string) => the.api.world.sentTo(number).filter(({ text }) => /^[0-9]{6} /.test(text)).length

test('Pre-login sends the SMS after a right PIN, and its code opens a session [LOGIN-04]', async () => {
  holdTime(the.api)
  const { number, pin, tokens } = await registered(the.api)
  expect(await preLogin(number, pin)).toEqual({
    status: 200,
    data: {
      pinId: expect.stringMatching(/^sms_/) as string,
      identificationToken: expect.any(String) as string,
      resend_after: 60,
      form: 'digits',
      sent: true,
    },
  })
  const begun = await beginSignIn(the.api, number, pin)
  expect(begun.sent).toBe(false)
  expect((await confirmCode(the.api, begun)).user_id).toBe(tokens.user_id)
  expect(sentCodes(number)).toBe(2)
})

test('Pre-login with a wrong PIN is 401 and sends nothing [LOGIN-04]', async () => {
  const { number } = await registered(the.api)
  await wrongPreLogin(number, OTHER_PIN)
  expect(the.api.world.sentTo(number)).toHaveLength(1)
})

test('Pre-login is 204 without an SMS for a number that was never confirmed, and 404 without an account [LOGIN-04]', async () => {
  const number = newNumber()
  const isUnknown = () =>
    expect(preLogin(number, GOOD_PIN)).rejects.toMatchObject({ status: 404, code: 'phone_number_does_not_exist' })
  await isUnknown()
  await sendSignUp(the.api, number)
  for (const pin of [GOOD_PIN, OTHER_PIN]) expect(await preLogin(number, pin)).toEqual({ status: 204, data: undefined })
  the.api.clock.advance(REGISTRATION_LIFE_MS)
  await isUnknown()
  expect(the.api.world.sentTo(number)).toEqual([])
})

test.each([
  ['a wrong PIN', (number: string) => [digits(number), OTHER_PIN]],
  ['an unknown number', () => [digits(newNumber()), GOOD_PIN]],
  ['a number that is none', () => ['not-a-number', GOOD_PIN]],
] as const)('The password grant gives the same answer to %s [LOGIN-08]', async (_what, make) => {
  const { number } = await registered(the.api)
  const [username = '', password = ''] = make(number)
  const attempt = the.api.client('token', { body: { grant_type: 'password', username, password } })
  await expect(attempt).rejects.toMatchObject({
    status: 400,
    problem: { error: 'invalid_grant', error_description: 'The credentials or the refresh token are not valid' },
  })
})

test('The password grant compares and counts no PIN after three wrong ones, until a log-in’s code lives', async () => {
  const { number, pin } = await registered(the.api)
  for (const wrong of WRONG_PINS.slice(0, 3)) await wrongGrant(number, wrong)
  for (let i = 0; i < 8; i++) await wrongGrant(number, pin)
  await preLogin(number, pin)
  expect(await grant(number, pin, newBrowser())).toMatch(/^avat_/)
})

test.each([0, 2, 3, 6, 9])(
  'The password grant goes on from the holder’s pre-login in a fresh browser after %i wrong PINs of strangers [DEVICE-02]',
  async (wrong) => {
    const { number, pin } = await registered(the.api)
    for (const guess of WRONG_PINS.slice(0, wrong)) await wrongPreLogin(number, guess)
    const { status, headers } = await sendJson(the.api, PRE_LOGIN, { phone: digits(number), pin })
    const cookie = headers.getSetCookie()[0]?.split(';')[0] ?? ''
    expect(status).toBe(200)
    const { user_id } = await confirmCode(the.api, await requestCode(the.api, number, pin, cookie))
    expect(user_id).toMatch(/^usr_/)
  },
)

test('The password grant compares three PINs in other browsers while a recognised one has a log-in under way', async () => {
  const { number, cookie } = await knownBrowser(the.api)
  await beginSignIn(the.api, number, GOOD_PIN, cookie)
  for (const wrong of WRONG_PINS.slice(0, 3)) await wrongGrant(number, wrong)
  await wrongGrant(number, GOOD_PIN)
})

const waiting = `select 1 from sms_message where notice = 'pin_right' and state in ('waiting', 'sending')`
const warnings = async (number: string) => {
  await expect.poll(() => rows(the.api, waiting)).toEqual([])
  return the.api.world.sentTo(number).filter(({ text }) => text.startsWith('The right PIN of your Avouch account'))
    .length
}

test('At the token endpoint an unrecognised browser’s right PIN warns its holder once a day while no log-in code lives [SMS-16]', async () => {
  const { number, pin } = await registered(the.api)
  for (let i = 0; i < 3; i++) await grant(number, pin, newBrowser())
  expect(await warnings(number)).toBe(1)
  the.api.clock.advance(25 * HOUR_MS)
  await grant(number, pin)
  expect(await warnings(number)).toBe(2)
})

test('At a pre-login whose SMS is refused an unrecognised browser’s right PIN warns its holder [SMS-16]', async () => {
  const { number, pin } = await registered(the.api)
  the.api.world.answerAbout(number, { status: 422 })
  await expect(preLogin(number, pin)).rejects.toMatchObject({ code: 'cannot_send_sms' })
  the.api.world.answerAbout(number, undefined)
  expect(await warnings(number)).toBe(1)
})

test('An unrecognised browser’s right PIN warns the holder of a locked account, at pre-login and token endpoint [OPS-51 SMS-16]', async () => {
  const [one, other] = [await registered(the.api), await registered(the.api)]
  for (const { number } of [one, other]) await the.api.operate('account', 'lock', number)
  await expect(preLogin(one.number, one.pin)).rejects.toMatchObject({ code: 'account_locked' })
  await wrongGrant(other.number, other.pin)
  expect([await warnings(one.number), await warnings(other.number)]).toEqual([1, 1])
})

test('A PIN that is wrong, of a registration, in a recognised browser, or beside a log-in’s code warns no one [SMS-16]', async () => {
  const { number, pin } = await registered(the.api)
  await wrongGrant(number, OTHER_PIN)
  await beginSignIn(the.api, number, pin, newBrowser())
  await grant(number, pin, newBrowser())
  const home = await knownBrowser(the.api)
  await grant(home.number, GOOD_PIN, home.cookie)
  const registering = await signUp(the.api)
  for (const one of [number, home.number, registering.number]) expect(await warnings(one)).toBe(0)
})
