import fc from 'fast-check'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { api } from './api.ts'
import type { Endpoint } from './endpoint.ts'
import { isErrorCode } from './errors.ts'
import { loginForm, registrationForm } from './forms.ts'
import { readLongCode } from './code-in-message.ts'
import { digitsCode, typedCode } from './sms-code.ts'
import { fullPhoneNumber, opaqueId, phone } from './values.ts'

test.each([
  ['49', '01511234567', '491511234567'],
  ['49', '1511234567', '491511234567'],
  ['49', '00 151 / 1234567', '491511234567'],
  ['225', '0707123456', '225707123456'],
  ['+1', '(201) 555-0123', '12015550123'],
])('The dial code %s and the number %s make the full number %s [PHONE-07]', (dialCode, national, full) => {
  expect(fullPhoneNumber(dialCode, national)).toBe(full)
})

test('A full number holds digits only, and is not changed by more zeros before the national number [PHONE-07]', () => {
  fc.assert(
    fc.property(fc.string(), fc.nat({ max: 999 }), fc.nat({ max: 5 }), (national, dialCode, zeros) => {
      const full = fullPhoneNumber(String(dialCode), national)
      expect(full).toMatch(/^[0-9]*$/)
      expect(fullPhoneNumber(String(dialCode), `${'0'.repeat(zeros)}${national}`)).toBe(full)
    }),
  )
})

const messages = (form: z.ZodMiniType, value: unknown) =>
  (form.safeParse(value).error?.issues ?? []).map(({ path, message }) => [path.join('.'), message])

test('No value makes a schema or a form throw [P-10]', () => {
  fc.assert(
    fc.property(fc.anything(), (value) => {
      for (const schema of [phone, typedCode, opaqueId, loginForm, registrationForm]) schema.safeParse(value)
    }),
  )
})

test('A code of digits has six of them, and a call takes either form of a code, with O for 0 and I or L for 1 [CODE-01 CODE-18]', () => {
  expect(digitsCode.safeParse('012345').success).toBe(true)
  for (const value of ['12345', '1234567', '12345a', ' 12345']) expect(digitsCode.safeParse(value).success).toBe(false)
  expect(readLongCode('oil1-2x9p-4trw')).toBe('01112X9P4TRW')
  for (const value of ['012345', '407 119', 'k7qm2x9p4trw']) expect(typedCode.safeParse(value).success).toBe(true)
  expect(messages(z.object({ code: typedCode }), { code: '12345' })).toEqual([['code', 'digit_length']])
  expect(messages(z.object({ code: typedCode }), { code: 'k7qm' })).toEqual([['code', 'code_length']])
})

const endpoints = Object.entries<Endpoint>(api)

test('The contract names every method and address once [X-01]', () => {
  const names = endpoints.map(([, { method, path }]) => `${method} ${path}`)
  expect(new Set(names).size).toBe(names.length)
})

test.each(endpoints)(
  'The endpoint %s declares errors of the catalogue once each, and a schema of its parameters [ERR-09 P-10]',
  (_name, endpoint) => {
    const { errors, path, params } = endpoint
    expect(new Set(errors).size).toBe(errors.length)
    expect(errors.every(isErrorCode)).toBe(true)
    expect(params !== undefined).toBe(path.includes(':'))
  },
)
