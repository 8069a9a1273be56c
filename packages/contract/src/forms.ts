import * as z from 'zod/mini'
import { isGuessablePin, isWholePin, newPin, type PinBlocklist, pin } from './pin.ts'
import { digitsCode, longCode } from './sms-code.ts'
import { countryCode, fullPhoneNumber, phoneNumber } from './values.ts'

const has = (value: unknown, name: string): boolean =>
  typeof value === 'object' &&
  value !== null &&
  Reflect.get(value, name) !== undefined &&
  Reflect.get(value, name) !== ''

/** A number without a country is incomplete (PHONE-03): reported at the number as well. */
const countryOfNumber = <Form extends { countryCode: string; phoneNumber: string }>() =>
  z.refine<Form>(() => false, {
    path: ['phoneNumber'],
    error: 'required_country_code',
    when: ({ value }) => has(value, 'phoneNumber') && !has(value, 'countryCode'),
  })

/** The forms, with the rules of the API. Messages are codes of the catalogue. */
export const loginForm = z.object({ countryCode, phoneNumber, pin }).check(countryOfNumber())
export type LoginForm = z.infer<typeof loginForm>

const confirmPin = z.string().check(z.minLength(1, 'required'))

/** Both PINs are equal: checked while other fields are still empty, but not before the second PIN has a digit. */
const matchingPins = <Form extends { pin: string; confirmPin: string }>() =>
  z.refine<Form>(({ pin, confirmPin }) => pin === confirmPin, {
    path: ['confirmPin'],
    error: 'matching_pin',
    when: ({ value }) => has(value, 'confirmPin'),
  })

/** The additional PINs of a strict blocklist: reported at the PIN as soon as it is complete. */
const notListed = <Form extends { pin: string }>(blocklist: PinBlocklist, phoneOf: (form: Form) => string) =>
  z.refine<Form>((form) => !isWholePin(form.pin) || !isGuessablePin(form.pin, blocklist, phoneOf(form)), {
    path: ['pin'],
    error: 'invalid_pin',
    when: ({ value }) => has(value, 'pin'),
  })

export const registrationFormFor = (blocklist: PinBlocklist) =>
  z
    .object({
      countryCode,
      phoneNumber,
      pin: newPin,
      confirmPin,
      acceptTerms: z.boolean().check(z.refine((accepted) => accepted, 'required')),
      consent: z.boolean(),
    })
    .check(
      countryOfNumber(),
      matchingPins(),
      notListed(blocklist, (form) => fullPhoneNumber(form.countryCode, form.phoneNumber)),
    )
export const registrationForm = registrationFormFor('spec')
export type RegistrationForm = z.infer<typeof registrationForm>

export const forgotPinForm = z.object({ countryCode, phoneNumber }).check(countryOfNumber())
export type ForgotPinForm = z.infer<typeof forgotPinForm>

/** phone: the full number of the account. */
export const resetPinFormFor = (blocklist: PinBlocklist, phone: string) =>
  z.object({ pin: newPin, confirmPin }).check(
    matchingPins(),
    notListed(blocklist, () => phone),
  )
export type ResetPinForm = z.infer<ReturnType<typeof resetPinFormFor>>

export const digitsForm = z.object({ code: digitsCode })
export const longCodeForm = z.object({ code: longCode })
export type SmsCodeForm = z.infer<typeof digitsForm>
