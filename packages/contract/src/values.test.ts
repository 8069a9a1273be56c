import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { api } from './api.ts'
import type { Endpoint } from './endpoint.ts'
import { ERROR_CODES, ERRORS, isErrorCode } from './errors.ts'
import { loginForm, longCodeForm, registrationForm } from './forms.ts'
import { readLongCode } from './code-in-message.ts'
import { digitsCode, typedCode } from './sms-code.ts'
import { fullPhoneNumber, opaqueId, phone } from './values.ts'

describe('the full number', () => {
  test.each([
    ['49', '01511234567', '491511234567'],
    ['49', '1511234567', '491511234567'],
    ['49', '00 151 / 1234567', '491511234567'],
    ['225', '0707123456', '225707123456'],
    ['+1', '(201) 555-0123', '12015550123'],
  ])('The dial code %s and the number %s make the full number %s [PHONE-01]', (dialCode, national, full) => {
    expect(fullPhoneNumber(dialCode, national)).toBe(full)
  })

  test('A full number holds digits only, and is not changed by more zeros before the national number [PHONE-01 P-03]', () => {
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
  const messages = (form: z.ZodMiniType, value: unknown) =>
    (form.safeParse(value).error?.issues ?? []).map(({ path, message }) => [path.join('.'), message])

  test('The log-in form names each missing field, and a number that is too long [PHONE-02 PHONE-03 PHONE-04]', () => {
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

  test('A registration needs the same PIN twice and the accepted terms, and no consent [PIN-05 REG-02 REG-03]', () => {
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

  test('A long code is read however it is typed, alone or within its SMS [LONG-02]', () => {
    const sms = 'K7QM-2X9P-4TRW is your Avouch code. Never share it.\n\n@avouch.example #K7QM-2X9P-4TRW'
    for (const typed of ['k7qm2x9p4trw', ' K7QM 2X9P 4TRW ', 'k7qm-2x9p-4trw', sms])
      expect(readLongCode(typed)).toBe('K7QM2X9P4TRW')
    expect(readLongCode('oil1-2x9p-4trw')).toBe('01112X9P4TRW')
    expect(messages(longCodeForm, { code: '' })).toEqual([['code', 'required']])
    for (const code of ['k7qm2x9p4tr', 'k7qm2x9p4trww', 'k7qm2x9p4tr.'])
      expect(messages(longCodeForm, { code })).toEqual([['code', 'code_length']])
  })

  test('No value makes a schema or a form throw [P-10]', () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        for (const schema of [phone, typedCode, opaqueId, loginForm, registrationForm]) schema.safeParse(value)
      }),
    )
  })

  test('A code of digits has six of them, and a call takes either form of a code [CODE-01]', () => {
    expect(digitsCode.safeParse('012345').success).toBe(true)
    for (const value of ['12345', '1234567', '12345a', ' 12345'])
      expect(digitsCode.safeParse(value).success).toBe(false)
    for (const value of ['012345', '407 119', 'k7qm2x9p4trw']) expect(typedCode.safeParse(value).success).toBe(true)
    expect(messages(z.object({ code: typedCode }), { code: '12345' })).toEqual([['code', 'digit_length']])
    expect(messages(z.object({ code: typedCode }), { code: 'k7qm' })).toEqual([['code', 'code_length']])
  })
})

describe('the table', () => {
  const endpoints = Object.entries<Endpoint>(api)

  test('The contract names every method and address once [X-01]', () => {
    const names = endpoints.map(([, { method, path }]) => `${method} ${path}`)
    expect(new Set(names).size).toBe(names.length)
  })

  test.each(endpoints)('The endpoint %s declares errors of the catalogue, once each [ERR-09]', (_name, { errors }) => {
    expect(new Set(errors).size).toBe(errors.length)
    expect(errors.every(isErrorCode)).toBe(true)
  })

  test.each(endpoints)('%s has a parameter schema if its address has a parameter [P-10]', (_name, { path, params }) => {
    expect(params !== undefined).toBe(path.includes(':'))
  })

  test('Every error has a status of refusal and a title [ERR-09]', () => {
    for (const code of ERROR_CODES) {
      expect(ERRORS[code].status).toBeGreaterThanOrEqual(400)
      expect(ERRORS[code].title).not.toBe('')
    }
    expect(isErrorCode('toString')).toBe(false)
  })
})
