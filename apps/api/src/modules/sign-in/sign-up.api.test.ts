import { MINUTE_MS, SECOND_MS } from '@avouch/contract'
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
  signUp,
} from '#test/builders.ts'
import { holdTime, useTestApi } from '#test/use-test-api.ts'
import { sendJson } from '#test/wire.ts'

const SIGN_UP = '/auth/public/app/signup'
const REGISTRATION_LIFE_MS = 15 * MINUTE_MS
const the = useTestApi()

const form = (changes: Record<string, unknown> = {}) => ({
  phone: digits(newNumber()),
  password: GOOD_PIN,
  language: 'en',
  data_collection_consent: false,
  ...changes,
})

describe('signing up', () => {
  test('REG-04 stores number, PIN, language and consent, and confirming the code makes an account of them', async () => {
    const number = newNumber()
    const body = { ...form({ phone: digits(number) }), language: 'de', data_collection_consent: true } as const
    expect(await the.api.client('signup', { body })).toEqual({ status: 201, data: { registered: true } })

    const begun = await beginSignIn(the.api, number, GOOD_PIN)
    expect(the.api.world.sentTo(number)[0]?.text).toMatch(/ist dein Avouch-Code/)
    const tokens = await confirmCode(the.api, begun)

    const { data } = await the.api.client('me', {}, { bearer: tokens.access_token })
    expect(data).toEqual({
      user_id: tokens.user_id,
      language: 'de',
      data_collection_consent: true,
      phone_ending: number.slice(-3),
    })
  })

  test('sends no SMS by itself', async () => {
    const number = newNumber()
    await sendSignUp(the.api, number)
    expect(the.api.world.sentTo(number)).toEqual([])
  })

  test.each<{ given: string; changes: Record<string, unknown>; field: string; code: string }>([
    { given: 'no number', changes: { phone: undefined }, field: 'phone', code: 'required' },
    { given: 'an empty number', changes: { phone: '' }, field: 'phone', code: 'required' },
    { given: 'a number of letters', changes: { phone: 'abc' }, field: 'phone', code: 'invalid_phone_number' },
    {
      given: 'digits of another script',
      changes: { phone: '٤٩١٥١١٢٣٤٥٦٧' },
      field: 'phone',
      code: 'invalid_phone_number',
    },
    {
      given: 'a number with spaces',
      changes: { phone: '49 151 1234567' },
      field: 'phone',
      code: 'invalid_phone_number',
    },
    { given: 'a number of 25 digits', changes: { phone: '4'.repeat(25) }, field: 'phone', code: 'max_length_exceed' },
    { given: 'a number that is no text', changes: { phone: 49_151 }, field: 'phone', code: 'invalid_request' },
    { given: 'no PIN', changes: { password: undefined }, field: 'password', code: 'required' },
    { given: 'PIN-01 a PIN of 3 digits', changes: { password: '258' }, field: 'password', code: 'digit_length' },
    { given: 'PIN-01 a PIN of 5 digits', changes: { password: '25801' }, field: 'password', code: 'digit_length' },
    { given: 'PIN-01 a PIN with a letter', changes: { password: '25a0' }, field: 'password', code: 'digit_length' },
    { given: 'PIN-03 1234', changes: { password: '1234' }, field: 'password', code: 'invalid_pin' },
    { given: 'PIN-03 0123', changes: { password: '0123' }, field: 'password', code: 'invalid_pin' },
    { given: 'PIN-03 9123', changes: { password: '9123' }, field: 'password', code: 'invalid_pin' },
    { given: 'PIN-04 1111', changes: { password: '1111' }, field: 'password', code: 'invalid_pin' },
    { given: 'PIN-04 1211', changes: { password: '1211' }, field: 'password', code: 'invalid_pin' },
    { given: 'another language', changes: { language: 'fr' }, field: 'language', code: 'invalid_request' },
    {
      given: 'no consent',
      changes: { data_collection_consent: undefined },
      field: 'data_collection_consent',
      code: 'required',
    },
    {
      given: 'a captcha answer without end',
      changes: { recaptchaResponse: 'a'.repeat(8_193) },
      field: 'recaptchaResponse',
      code: 'max_length_exceed',
    },
  ])('is refused with $given: $code', async ({ changes, field, code }) => {
    const { status, body } = await sendJson(the.api, SIGN_UP, form(changes))
    expect({ status, code: body?.['code'], errors: body?.['errors'] }).toEqual({
      status: 400,
      code,
      errors: [{ field, code }],
    })
  })

  test('names every field that is wrong', async () => {
    const { body } = await sendJson(the.api, SIGN_UP, {})
    const fields = ((body?.['errors'] ?? []) as { field: string }[]).map(({ field }) => field)
    expect(fields.sort()).toEqual(['data_collection_consent', 'language', 'password', 'phone'])
  })

  test.each([
    ['a landline', '49301234567'],
    ['an international prefix instead of a country', '00491511234567'],
    ['a number of no country', '999123456789'],
    ['a number that is too short', '491511'],
    ['a premium number', '499001234567'],
  ])('PHONE-07 is refused for %s', async (_what, phone) => {
    const { status, body } = await sendJson(the.api, SIGN_UP, form({ phone }))
    expect([status, body?.['code']]).toEqual([400, 'invalid_phone_number'])
  })

  test('PHONE-07 a number with and without a plus is one account', async () => {
    const { number } = await registered(the.api)
    for (const phone of [number, digits(number)]) {
      const { status, body } = await sendJson(the.api, SIGN_UP, form({ phone }))
      expect([status, body?.['code']]).toEqual([409, 'phone_number_exist'])
    }
  })

  test('PHONE-07 where national numbers begin with a zero, both notations are one account', async () => {
    const number = `+22507${newNumber().slice(-8)}`
    const { tokens } = await registered(the.api, number)
    const withoutZero = `225${number.slice('+2250'.length)}`
    const second = await sendJson(the.api, SIGN_UP, form({ phone: withoutZero }))
    expect([second.status, second.body?.['code']]).toEqual([409, 'phone_number_exist'])
    expect(tokens.user_id).toMatch(/^usr_/)
  })

  test('REG-07 is refused with 409 for a number that has an account, whatever the PIN', async () => {
    const { number } = await registered(the.api)
    const again = sendSignUp(the.api, number, OTHER_PIN)
    await expect(again).rejects.toMatchObject({ status: 409, code: 'phone_number_exist' })
  })

  test('ignores unknown fields', async () => {
    const { status } = await sendJson(the.api, SIGN_UP, form({ adult: true, id: 'usr_mine', state: 'active' }))
    expect(status).toBe(201)
  })
})

describe('a registration', () => {
  test('REG-08 is no account: a second sign-up of the number is accepted', async () => {
    const number = newNumber()
    await sendSignUp(the.api, number)
    expect((await sendSignUp(the.api, number, OTHER_PIN)).status).toBe(201)
  })

  test('REG-08 expires after 15 minutes, and the number is free again', async () => {
    holdTime(the.api)
    const number = newNumber()
    await sendSignUp(the.api, number)
    the.api.clock.advance(REGISTRATION_LIFE_MS - SECOND_MS)
    await passwordGrant(the.api, number, GOOD_PIN)
    the.api.clock.advance(SECOND_MS)
    await expect(passwordGrant(the.api, number, GOOD_PIN)).rejects.toMatchObject({ code: 'invalid_grant' })
    expect((await registered(the.api, number, OTHER_PIN)).tokens.user_id).toMatch(/^usr_/)
  })

  test("REG-08 of a stranger does not block the number's owner, and ends with the owner's", async () => {
    const number = newNumber()
    const stranger = await signUp(the.api, number, GOOD_PIN)
    const owner = await registered(the.api, number, OTHER_PIN)
    expect((await the.api.client('me', {}, owner)).data.user_id).toBe(owner.tokens.user_id)

    await expect(confirmCode(the.api, stranger)).rejects.toMatchObject({ status: 401, code: 'invalid_token' })
    await expect(passwordGrant(the.api, number, GOOD_PIN)).rejects.toMatchObject({ code: 'invalid_grant' })
    await passwordGrant(the.api, number, OTHER_PIN)
  })

  test('REG-08 is confirmed by its own code only', async () => {
    const number = newNumber()
    const stranger = await signUp(the.api, number, GOOD_PIN)
    const owner = await signUp(the.api, number, OTHER_PIN)
    const mixed = confirmCode(the.api, { ...stranger, code: owner.code })
    await expect(mixed).rejects.toMatchObject({ status: 422, code: 'wrong_sms_code' })
  })

  test('REG-08 of strangers, however many, never blocks the number', async () => {
    const number = newNumber()
    for (let i = 0; i < 5; i++) await sendSignUp(the.api, number, GOOD_PIN)
    expect((await registered(the.api, number, OTHER_PIN)).tokens.user_id).toMatch(/^usr_/)
  })

  test('REG-08 wrong PINs of strangers never lock the number for its owner', async () => {
    const number = newNumber()
    for (let i = 0; i < 12; i++) {
      await sendSignUp(the.api, number, GOOD_PIN)
      for (const guess of ['0000', '0001', '0002', '0003'])
        await expect(passwordGrant(the.api, number, guess)).rejects.toMatchObject({ code: 'invalid_grant' })
      the.api.clock.advance(REGISTRATION_LIFE_MS)
    }
    expect((await registered(the.api, number, OTHER_PIN)).tokens.user_id).toMatch(/^usr_/)
  })
})
