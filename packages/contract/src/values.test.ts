import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { api } from './api.ts'
import type { Endpoint } from './endpoint.ts'
import { ERROR_CODES, ERRORS, isErrorCode } from './errors.ts'
import { loginForm, registrationForm, wayBackFormFor } from './forms.ts'
import { linkSecretIn } from './link-secret.ts'
import { fullPhoneNumber, opaqueId, phone, smsCode } from './values.ts'

describe('the full number', () => {
  test.each([
    ['49', '01511234567', '491511234567'],
    ['49', '1511234567', '491511234567'],
    ['49', '00 151 / 1234567', '491511234567'],
    ['225', '0707123456', '225707123456'],
    ['+1', '(201) 555-0123', '12015550123'],
  ])('PHONE-01 of %s and %s is %s', (dialCode, national, full) => {
    expect(fullPhoneNumber(dialCode, national)).toBe(full)
  })

  test('PHONE-01 P-03 holds digits only, and is not changed by more zeros in front', () => {
    fc.assert(
      fc.property(fc.string(), fc.nat({ max: 999 }), fc.nat({ max: 5 }), (national, dialCode, zeros) => {
        const full = fullPhoneNumber(String(dialCode), national)
        expect(full).toMatch(/^[0-9]*$/)
        expect(fullPhoneNumber(String(dialCode), `${'0'.repeat(zeros)}${national}`)).toBe(full)
      }),
    )
  })
})

describe('values of the wire', () => {
  const messages = (
    form: typeof loginForm | typeof registrationForm | ReturnType<typeof wayBackFormFor>,
    value: unknown,
  ) => (form.safeParse(value).error?.issues ?? []).map(({ path, message }) => [path.join('.'), message])

  test('PHONE-02 PHONE-03 PHONE-04 PIN-01 a log-in form names the missing fields', () => {
    expect(messages(loginForm, { countryCode: '', phoneNumber: '', pin: '' })).toEqual([
      ['countryCode', 'required'],
      ['phoneNumber', 'required'],
      ['pin', 'required'],
    ])
    expect(messages(loginForm, { countryCode: '', phoneNumber: '1511234567', pin: '2580' })).toEqual([
      ['countryCode', 'required'],
      ['phoneNumber', 'required_country_code'],
    ])
    expect(messages(loginForm, { countryCode: '49', phoneNumber: '1'.repeat(13), pin: '2580' })).toEqual([
      ['phoneNumber', 'max_length_exceed'],
    ])
  })

  test('PIN-05 REG-02 REG-03 a registration needs the same PIN twice and the terms, and no consent', () => {
    const form = {
      countryCode: '49',
      phoneNumber: '1511234567',
      pin: '2580',
      confirmPin: '2580',
      acceptTerms: true,
      consent: false,
    }
    expect(messages(registrationForm, form)).toEqual([])
    expect(messages(registrationForm, { ...form, confirmPin: '2581' })).toEqual([['confirmPin', 'matching_pin']])
    expect(messages(registrationForm, { ...form, phoneNumber: '', confirmPin: '2581' })).toEqual([
      ['phoneNumber', 'required'],
      ['confirmPin', 'matching_pin'],
    ])
    expect(messages(registrationForm, { ...form, acceptTerms: false })).toEqual([['acceptTerms', 'required']])
  })

  test('WAY-04 the end of a one-time link is 16 letters and digits, with spaces, dashes or the whole link', () => {
    const form = { countryCode: '49', phoneNumber: '1511234567', pin: '2580', confirmPin: '2580' }
    const wrong = (secret: string) => messages(wayBackFormFor('spec'), { ...form, secret })
    for (const secret of ['7k2m9q4x1tz8w0re', ' 7K2M 9Q4X-1TZ8 WORE ', 'https://avouch.example/w#7k2m9q4x1tz8w0re'])
      expect(wrong(secret)).toEqual([])
    expect(linkSecretIn('https://avouch.example/w#7k2m 9q4x-1tz8 w0re')).toBe('7k2m9q4x1tz8w0re')
    expect(wrong('')).toEqual([['secret', 'required']])
    for (const secret of ['7k2m9q4x1tz8w0r', '7k2m9q4x1tz8w0ree', '7k2m9q4x1tz8w0r.', '#'])
      expect(wrong(secret)).toEqual([['secret', 'link_length']])
    const other = { ...form, secret: '7k2m9q4x1tz8w0re', confirmPin: '2581' }
    expect(messages(wayBackFormFor('spec'), other)).toEqual([['confirmPin', 'matching_pin']])
  })

  test('P-10 no text makes a rule throw', () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        for (const schema of [phone, smsCode, opaqueId, loginForm, registrationForm]) schema.safeParse(value)
      }),
    )
  })

  test('CODE-01 an SMS code is six digits', () => {
    expect(smsCode.safeParse('012345').success).toBe(true)
    for (const value of ['12345', '1234567', '12345a', ' 12345']) expect(smsCode.safeParse(value).success).toBe(false)
  })
})

describe('the table', () => {
  const endpoints = Object.entries<Endpoint>(api)

  test('X-01 names every method and address once', () => {
    const names = endpoints.map(([, { method, path }]) => `${method} ${path}`)
    expect(new Set(names).size).toBe(names.length)
  })

  test.each(endpoints)('ERR-09 %s declares errors of the catalogue, once each', (_name, { errors }) => {
    expect(new Set(errors).size).toBe(errors.length)
    expect(errors.every(isErrorCode)).toBe(true)
  })

  test.each(endpoints)('P-10 %s has a parameter schema when its address has a parameter', (_name, { path, params }) => {
    expect(params !== undefined).toBe(path.includes(':'))
  })

  test('ERR-09 every error has a status of refusal and a title', () => {
    for (const code of ERROR_CODES) {
      expect(ERRORS[code].status).toBeGreaterThanOrEqual(400)
      expect(ERRORS[code].title).not.toBe('')
    }
    expect(isErrorCode('toString')).toBe(false)
  })
})
