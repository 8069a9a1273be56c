import * as z from 'zod/mini'
import { newPin, pin } from './pin.ts'
import { countryCode, phoneNumber, smsCode } from './values.ts'

const has = (value: unknown, name: string): boolean =>
  typeof value === 'object' &&
  value !== null &&
  Reflect.get(value, name) !== undefined &&
  Reflect.get(value, name) !== ''

/** A number without a country is not a number yet (specification 5): said at the number as well. */
const countryOfNumber = <Form extends { countryCode: string; phoneNumber: string }>() =>
  z.refine<Form>(() => false, {
    path: ['phoneNumber'],
    error: 'required_country_code',
    when: ({ value }) => has(value, 'phoneNumber') && !has(value, 'countryCode'),
  })

/** What the visitor types, with the rules of the wire. Messages are codes of the catalogue. */
export const loginForm = z.object({ countryCode, phoneNumber, pin }).check(countryOfNumber())
export type LoginForm = z.infer<typeof loginForm>

const confirmPin = z.string().check(z.minLength(1, 'required'))

/** Both PINs are the same: said while other fields are still open, but not before the second one was begun. */
const matchingPins = <Form extends { pin: string; confirmPin: string }>() =>
  z.refine<Form>(({ pin, confirmPin }) => pin === confirmPin, {
    path: ['confirmPin'],
    error: 'matching_pin',
    when: ({ value }) => has(value, 'confirmPin'),
  })

export const registrationForm = z
  .object({
    countryCode,
    phoneNumber,
    pin: newPin,
    confirmPin,
    acceptTerms: z.boolean().check(z.refine((accepted) => accepted, 'required')),
    consent: z.boolean(),
  })
  .check(countryOfNumber(), matchingPins())
export type RegistrationForm = z.infer<typeof registrationForm>

export const forgotPinForm = z.object({ countryCode, phoneNumber }).check(countryOfNumber())
export type ForgotPinForm = z.infer<typeof forgotPinForm>

export const resetPinForm = z.object({ pin: newPin, confirmPin }).check(matchingPins())
export type ResetPinForm = z.infer<typeof resetPinForm>

export const smsCodeForm = z.object({ code: smsCode })
export type SmsCodeForm = z.infer<typeof smsCodeForm>
