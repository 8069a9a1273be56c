import * as z from 'zod/mini'
import { newPin, pin } from './pin.ts'
import { countryCode, phoneNumber, smsCode } from './values.ts'

/** What the visitor types, with the rules of the wire. Messages are codes of the catalogue. */
export const loginForm = z.object({ countryCode, phoneNumber, pin })
export type LoginForm = z.infer<typeof loginForm>

const confirmPin = z.string().check(z.minLength(1, 'required'))

/** Both PINs are the same: said while other fields are still open, but not before the second one was begun. */
const matchingPins = <Form extends { pin: string; confirmPin: string }>() =>
  z.refine<Form>(({ pin, confirmPin }) => pin === confirmPin, {
    path: ['confirmPin'],
    error: 'matching_pin',
    when: ({ value }) =>
      typeof value === 'object' && value !== null && 'confirmPin' in value && value.confirmPin !== '',
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
  .check(matchingPins())
export type RegistrationForm = z.infer<typeof registrationForm>

export const forgotPinForm = z.object({ countryCode, phoneNumber })
export type ForgotPinForm = z.infer<typeof forgotPinForm>

export const resetPinForm = z.object({ pin: newPin, confirmPin }).check(matchingPins())
export type ResetPinForm = z.infer<typeof resetPinForm>

export const smsCodeForm = z.object({ code: smsCode })
export type SmsCodeForm = z.infer<typeof smsCodeForm>
