import * as z from 'zod/mini'
import { newPin, pin } from './pin.ts'
import { countryCode, phoneNumber, smsCode } from './values.ts'

/** What the visitor types, with the rules of the wire. Messages are codes of the catalogue. */
export const loginForm = z.object({ countryCode, phoneNumber, pin })
export type LoginForm = z.infer<typeof loginForm>

export const registrationForm = z
  .object({
    countryCode,
    phoneNumber,
    pin: newPin,
    confirmPin: z.string().check(z.minLength(1, 'required')),
    acceptTerms: z.boolean().check(z.refine((accepted) => accepted, 'required')),
    consent: z.boolean(),
  })
  .check(
    z.refine(({ pin, confirmPin }) => pin === confirmPin, {
      path: ['confirmPin'],
      error: 'matching_pin',
      // Shown while other fields are still open, but not before the second PIN was begun.
      when: ({ value }) =>
        typeof value === 'object' && value !== null && 'confirmPin' in value && value.confirmPin !== '',
    }),
  )
export type RegistrationForm = z.infer<typeof registrationForm>

export const smsCodeForm = z.object({ code: smsCode })
export type SmsCodeForm = z.infer<typeof smsCodeForm>
