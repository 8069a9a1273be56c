import * as z from 'zod/mini'
import { codeSent, identificationToken, smsDelivery, tokenAnswer } from './auth.ts'
import { endpoint } from './endpoint.ts'
import { newPin } from './pin.ts'
import { typedCode } from './sms-code.ts'
import { captchaResponse, language, opaqueId, phone } from './values.ts'

/** The number as typed, or what this browser kept of it over a reload. */
const ofNumber = { phone: z.optional(phone), identificationToken: z.optional(identificationToken) }

export const prechangePin = endpoint({
  method: 'POST',
  path: '/auth/public/app/prechangepin',
  summary: 'Whether the number has an account whose PIN can be changed. 204: it has none.',
  auth: 'none',
  captcha: 'prechange',
  limit: 'recovery',
  body: z.object({ phone, recaptchaResponse: captchaResponse }),
  answers: { 200: z.object({ found: z.literal(true) }), 204: null },
  errors: ['required', 'max_length_exceed', 'invalid_phone_number'],
})

export const recoverCode = endpoint({
  method: 'POST',
  path: '/auth/public/app/recover/code',
  summary: 'Sends the code that proves the number of a person who forgot the PIN. 204: the number has no account.',
  auth: 'none',
  captcha: 'recover',
  limit: 'recovery',
  body: z.object({ language, ...ofNumber, recaptchaResponse: captchaResponse }),
  answers: { 200: codeSent, 204: null },
  errors: ['required', 'max_length_exceed', 'invalid_phone_number', 'wrong_verification', 'cannot_send_sms'],
})

export const recoverDelivery = endpoint({
  method: 'GET',
  path: '/auth/public/app/recover/delivery/:id',
  summary: 'What became of the newest SMS with that code, by its pinId: taken by the gateway, pending, or given up.',
  auth: 'none',
  limit: 'account',
  params: z.object({ id: opaqueId }),
  answers: { 200: smsDelivery },
  errors: ['wrong_sms_code'],
})

export const recoverVerify = endpoint({
  method: 'POST',
  path: '/auth/public/app/recover/verify',
  summary: 'Confirms that code: a token for one change of the PIN. Wrong, expired and used up answer alike.',
  auth: 'none',
  limit: 'verify',
  body: z.object({ pinId: opaqueId, code: typedCode }),
  answers: { 200: z.object({ recoverPinToken: z.string() }) },
  errors: ['required', 'digit_length', 'code_length', 'wrong_sms_code'],
})

export const changePin = endpoint({
  method: 'POST',
  path: '/auth/public/app/changepin',
  summary:
    'Sets the new PIN, which is another than the old one. All other sessions of the account end, and one opens here. No session: the operator has locked the account.',
  auth: 'none',
  limit: 'change-pin',
  body: z.object({
    ...ofNumber,
    pin: newPin,
    recoverPinToken: z.string().check(z.minLength(1, 'required'), z.maxLength(128)),
  }),
  answers: { 200: z.object({ changed: z.literal(true), session: z.optional(tokenAnswer) }) },
  errors: [
    'required',
    'digit_length',
    'invalid_pin',
    'same_pin',
    'max_length_exceed',
    'invalid_phone_number',
    'wrong_verification',
  ],
})
