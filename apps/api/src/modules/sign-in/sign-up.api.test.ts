import { HOUR_MS, SECOND_MS } from '@avouch/contract'
import { expect, test } from 'vitest'
import { newAddress } from '#test/address.ts'
import {
  confirmCode,
  digits,
  GOOD_PIN,
  newBrowser,
  newNumber,
  OTHER_PIN,
  passwordGrant,
  registered,
  requestCode,
  sendSignUp,
  signUp,
} from '#test/builders.ts'
import { holdTime, useTestApi } from '#test/use-test-api.ts'
import { sendJson } from '#test/wire.ts'

const SIGN_UP = '/auth/public/app/signup'
const the = useTestApi()

const form = (changes: Record<string, unknown> = {}) => ({
  phone: digits(newNumber()),
  password: GOOD_PIN,
  language: 'en',
  data_collection_consent: false,
  ...changes,
})

test('Signing up stores number, PIN, language and consent; the profile of the account names them, with only the end of the number', async () => {
  const number = newNumber()
  const body = { ...form({ phone: digits(number) }), language: 'de', data_collection_consent: true } as const
  expect(await the.api.client('signup', { body })).toEqual({ status: 201, data: { registered: true } })

  const begun = await requestCode(the.api, number, GOOD_PIN)
  expect(the.api.world.sentTo(number)[0]?.text).toMatch(/ist dein Avouch-Code/)
  const tokens = await confirmCode(the.api, begun)

  const { data } = await the.api.client('me', {}, { bearer: tokens.access_token })
  expect(data).toEqual({
    user_id: tokens.user_id,
    language: 'de',
    data_collection_consent: true,
    phone_ending: number.slice(-3),
    verified_on: null,
    document_kept: false,
  })
})

test.each<[string, Record<string, unknown>, string, string]>([
  ['no number', { phone: undefined }, 'phone', 'required'],
  ['a number of letters', { phone: 'abc' }, 'phone', 'invalid_phone_number'],
  ['no PIN', { password: undefined }, 'password', 'required'],
  ['a PIN of 5 digits', { password: '25801' }, 'password', 'digit_length'],
  ['a PIN with a letter', { password: '25a0' }, 'password', 'digit_length'],
  ['the PIN 1234', { password: '1234' }, 'password', 'invalid_pin'],
  ['the PIN 1211', { password: '1211' }, 'password', 'invalid_pin'],
  ['another language', { language: 'fr' }, 'language', 'invalid_request'],
  ['no consent', { data_collection_consent: undefined }, 'data_collection_consent', 'required'],
  ['a captcha answer without end', { recaptchaResponse: 'a'.repeat(8_193) }, 'recaptchaResponse', 'max_length_exceed'],
])('Signing up is refused with %s [PIN-01 PIN-03]', async (_given, changes, field, code) => {
  const { status, body } = await sendJson(the.api, SIGN_UP, form(changes))
  expect({ status, code: body?.['code'], errors: body?.['errors'] }).toEqual({
    status: 400,
    code,
    errors: [{ field, code }],
  })
})

test('A landline is refused like a number that is none [PHONE-07]', async () => {
  const { status, body } = await sendJson(the.api, SIGN_UP, form({ phone: '49301234567' }))
  expect([status, body?.['code']]).toEqual([400, 'invalid_phone_number'])
})

test('A number that has an account is refused with 409, with and without its plus, whatever the PIN [REG-07 PHONE-07]', async () => {
  const { number } = await registered(the.api)
  for (const phone of [number, digits(number)]) {
    const { status, body } = await sendJson(the.api, SIGN_UP, form({ phone, password: OTHER_PIN }))
    expect([status, body?.['code']]).toEqual([409, 'phone_number_exist'])
  }
})

test('Signing up ignores unknown fields', async () => {
  const { status } = await sendJson(the.api, SIGN_UP, form({ adult: true, id: 'usr_mine', state: 'active' }))
  expect(status).toBe(201)
})

const grant = (number: string, pin: string, cookie?: string) => passwordGrant(the.api, number, pin, cookie)
const refused = { status: 400, code: 'invalid_grant' }

test('Registrations of strangers, however many, do not block the number’s owner, and end with the owner’s [REG-11]', async () => {
  const number = newNumber()
  const stranger = await signUp(the.api, number, GOOD_PIN, newBrowser())
  for (let i = 0; i < 5; i++) await sendSignUp(the.api, number, GOOD_PIN, newBrowser())
  const home = newBrowser()
  const begun = await signUp(the.api, number, OTHER_PIN, home)
  expect(begun).toMatchObject({ pinId: stranger.pinId, sent: false })
  const { access_token: bearer, user_id } = await confirmCode(the.api, begun)
  expect((await the.api.client('me', {}, { bearer })).data.user_id).toBe(user_id)
  await expect(confirmCode(the.api, stranger)).rejects.toMatchObject({ status: 401, code: 'invalid_token' })
  await expect(grant(number, GOOD_PIN, stranger.cookie)).rejects.toMatchObject(refused)
  expect(await grant(number, OTHER_PIN, home)).toMatch(/^avat_/)
})

test('A registration belongs to its browser: a stranger’s, earlier or later, neither replaces nor opens it [REG-11]', async () => {
  const [number, home, elsewhere] = [newNumber(), newBrowser(), newBrowser()]
  await sendSignUp(the.api, number, OTHER_PIN, elsewhere)
  await sendSignUp(the.api, number, GOOD_PIN, home)
  await sendSignUp(the.api, number, '4826', newBrowser())
  expect(await grant(number, GOOD_PIN, home)).toMatch(/^avat_/)
  await expect(grant(number, OTHER_PIN, home)).rejects.toMatchObject(refused)
  for (const other of [elsewhere, newBrowser(), undefined])
    await expect(grant(number, GOOD_PIN, other)).rejects.toMatchObject(refused)
})

/** Signs up in a browser that has no cookie yet. @returns the one that the answer sets */
async function freshSignUp(number: string): Promise<string> {
  const { headers } = await sendJson(the.api, SIGN_UP, form({ phone: digits(number) }), {
    'x-forwarded-for': newAddress(),
  })
  return headers.getSetCookie()[0]?.split(';')[0] ?? ''
}

test('For a caller that blocks cookies the registration is the newest one without a cookie [REG-11]', async () => {
  const number = newNumber()
  await sendSignUp(the.api, number, GOOD_PIN)
  the.api.clock.advance(SECOND_MS)
  await sendSignUp(the.api, number, OTHER_PIN)
  await sendSignUp(the.api, number, GOOD_PIN, newBrowser())
  await expect(grant(number, GOOD_PIN)).rejects.toMatchObject(refused)
  expect(await grant(number, OTHER_PIN)).toMatch(/^avat_/)
})

test('A registration has ten grants, right ones too, and a new sign-up has ten of its own', async () => {
  const [number, cookie] = [newNumber(), newBrowser()]
  await sendSignUp(the.api, number, GOOD_PIN, cookie)
  for (let i = 0; i < 4; i++) await expect(grant(number, OTHER_PIN, cookie)).rejects.toMatchObject(refused)
  for (let i = 0; i < 6; i++) await grant(number, GOOD_PIN, cookie)
  await expect(grant(number, GOOD_PIN, cookie)).rejects.toMatchObject(refused)
  await sendSignUp(the.api, number, GOOD_PIN, cookie)
  expect(await grant(number, GOOD_PIN, cookie)).toMatch(/^avat_/)
})

test('A registration keeps its grants, however many a stranger without a cookie tries at the newcomer’s sign-up [CODE-13]', async () => {
  const number = newNumber()
  const cookie = await freshSignUp(number)
  for (let i = 0; i < 15; i++) await expect(grant(number, OTHER_PIN)).rejects.toMatchObject(refused)
  await expect(grant(number, GOOD_PIN)).rejects.toMatchObject(refused)
  expect((await confirmCode(the.api, await requestCode(the.api, number, GOOD_PIN, cookie))).user_id).toMatch(/^usr_/)
})

test.each([0, 10 * SECOND_MS, HOUR_MS, 5 * HOUR_MS, 23 * HOUR_MS])(
  'After a stranger signed a number up for %i ms without a break, its owner has a code on the phone at once [CODE-13]',
  async (attackMs) => {
    holdTime(the.api)
    const number = newNumber()
    const attack = async (again: boolean) => {
      const cookie = again ? newBrowser() : undefined
      await sendSignUp(the.api, number, OTHER_PIN, cookie)
      return (await requestCode(the.api, number, OTHER_PIN, cookie)).resendAfter
    }
    for (let left = attackMs; ; ) {
      const waitMs = Math.min(left, Math.max(1, await attack(left % 2 === 0)) * SECOND_MS)
      if (waitMs === 0) break
      left -= waitMs
      the.api.clock.advance(waitMs)
    }
    the.api.clock.advance(10 * SECOND_MS)
    const cookie = await freshSignUp(number)
    await attack(true)
    expect((await confirmCode(the.api, await requestCode(the.api, number, GOOD_PIN, cookie))).user_id).toMatch(/^usr_/)
    expect(the.api.world.sentTo(number).length).toBeLessThanOrEqual(7 + attackMs / HOUR_MS)
  },
)

test('Signing up again in the same browser, with another PIN, goes on with the code that was sent [CODE-14 LOGIN-11 REG-11]', async () => {
  holdTime(the.api)
  const [number, cookie] = [newNumber(), newBrowser()]
  const first = await signUp(the.api, number, GOOD_PIN, cookie)
  the.api.clock.advance(20 * SECOND_MS)
  const second = await signUp(the.api, number, OTHER_PIN, cookie)
  expect(second).toMatchObject({ pinId: first.pinId, code: first.code, resendAfter: 40, sent: false })
  await confirmCode(the.api, second)
  expect(await grant(number, OTHER_PIN, cookie)).toMatch(/^avat_/)
  await expect(grant(number, GOOD_PIN, cookie)).rejects.toMatchObject(refused)
})
