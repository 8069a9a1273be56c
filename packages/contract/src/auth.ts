import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { newPin, pin } from './pin.ts'
import { CODE_FORMS, typedCode } from './sms-code.ts'
import { captchaResponse, language, opaqueId, phone, seconds } from './values.ts'

/**
 * The code of a number: the id that it is checked with, and the seconds until a new SMS may be asked for.
 * form: six digits, or twelve characters where strangers have used up the guesses at digits.
 * sent: false where the SMS of an earlier request is still good; then its code is the one to type in.
 * pending: the gateway has not taken the SMS yet, and its delivery says what comes of that.
 */
export const codeSent = z.object({
  pinId: opaqueId,
  resend_after: seconds,
  form: z.enum(CODE_FORMS),
  sent: z.boolean(),
  pending: z.optional(z.literal(true)),
  /** Kept by this browser over a reload, sealed; none for a browser without a cookie. */
  identificationToken: z.optional(z.string()),
})
export type CodeSent = z.infer<typeof codeSent>

/**
 * The state of the newest SMS of a sign-in, the seconds until another one may be asked for, and whether its code can't be
 * right any more.
 * report: what the network says of an SMS that the gateway took; none where the gateway does not report. Some networks are wrong.
 * why: of one that was not delivered. The phone is off or out of reach, nobody has the number, or the network refused the SMS.
 */
export const smsDelivery = z.object({
  sms: z.enum(['sent', 'pending', 'given_up']),
  report: z.optional(z.enum(['expected', 'delivered', 'undelivered'])),
  why: z.optional(z.enum(['off', 'number', 'blocked', 'other'])),
  resend_after: seconds,
  restart: z.boolean(),
})

export type SmsDelivery = z.infer<typeof smsDelivery>

/** RFC 6749, 5.1, with the user's id. A refresh answers with the successor of the refresh token. */
export const tokenAnswer = z.object({
  access_token: z.string(),
  token_type: z.literal('Bearer'),
  /** Seconds. */
  expires_in: seconds,
  refresh_token: z.string(),
  user_id: z.string(),
})
export type TokenAnswer = z.infer<typeof tokenAnswer>

export const signup = endpoint({
  method: 'POST',
  path: '/auth/public/app/signup',
  summary: 'Registers a number and a PIN. It becomes an account when the SMS code is confirmed, and expires otherwise.',
  auth: 'none',
  captcha: 'signup',
  limit: 'signup',
  body: z.object({
    phone,
    username: z.optional(phone),
    password: newPin,
    language,
    data_collection_consent: z.boolean('required'),
    recaptchaResponse: captchaResponse,
  }),
  answers: { 201: z.object({ registered: z.literal(true) }) },
  errors: [
    'required',
    'digit_length',
    'invalid_pin',
    'max_length_exceed',
    'invalid_phone_number',
    'phone_number_exist',
  ],
})

export const prelogin = endpoint({
  method: 'POST',
  path: '/auth/public/app/prelogin',
  summary: 'Checks number and PIN, then sends the SMS code. 204: the number was registered but never confirmed.',
  auth: 'none',
  captcha: 'prelogin',
  limit: 'login',
  body: z.object({ phone, pin, recaptchaResponse: captchaResponse }),
  answers: { 200: codeSent, 204: null },
  errors: [
    'required',
    'digit_length',
    'max_length_exceed',
    'invalid_phone_number',
    'wrong_login_info',
    'phone_number_does_not_exist',
    'account_locked',
    'cannot_send_sms',
  ],
})

/** Optional, because Basic identifies the client (RFC 6749, 2.3.1): a different name is refused. */
const clientId = z.optional(z.string().check(z.maxLength(64)))

const passwordGrant = z.object({
  grant_type: z.literal('password'),
  username: z.string().check(z.maxLength(24), z.minLength(1)),
  password: z.string().check(z.maxLength(16), z.minLength(1)),
  client_id: clientId,
})
const refreshGrant = z.object({
  grant_type: z.literal('refresh_token'),
  refresh_token: z.string().check(z.maxLength(256), z.minLength(1)),
  client_id: clientId,
})

export const token = endpoint({
  method: 'POST',
  path: '/auth/api/oauth/token',
  summary:
    'Password grant: a pre-confirmation token, good only for the two calls that confirm the SMS code. Refresh grant: a new pair.',
  auth: 'client',
  limit: 'token',
  bodyType: 'form',
  body: z.discriminatedUnion('grant_type', [passwordGrant, refreshGrant], 'unsupported_grant_type'),
  answers: { 200: tokenAnswer },
  errors: ['invalid_grant', 'unsupported_grant_type'],
  errorFormat: 'oauth',
})

export const resendCode = endpoint({
  method: 'POST',
  path: '/auth/api/2fa/resend',
  summary: 'Sends the SMS code: without pinId the first one of this sign-in, with it the next one after the wait.',
  auth: 'pre_confirmation',
  limit: 'resend',
  body: z.object({ pinId: z.optional(opaqueId) }),
  answers: { 200: codeSent },
  errors: ['resend_too_soon', 'cannot_send_sms'],
})

export const codeDelivery = endpoint({
  method: 'GET',
  path: '/auth/api/2fa/delivery/:id',
  summary: 'What became of the newest SMS of this sign-in, by its pinId: taken by the gateway, pending, or given up.',
  auth: 'pre_confirmation',
  limit: 'account',
  params: z.object({ id: opaqueId }),
  answers: { 200: smsDelivery },
  errors: ['wrong_sms_code'],
})

export const verifyCode = endpoint({
  method: 'POST',
  path: '/auth/api/2fa/verify',
  summary:
    'Confirms the SMS code: opens the session, and completes a registration. Wrong, expired and used up answer alike.',
  auth: 'pre_confirmation',
  limit: 'verify',
  body: z.object({ pinId: opaqueId, code: typedCode }),
  answers: { 200: tokenAnswer },
  errors: ['required', 'digit_length', 'code_length', 'wrong_sms_code', 'phone_number_exist', 'under_age_18'],
})

export const SIGN_IN_TYPES = ['REGISTER', 'LOG_IN', 'RESET_PIN'] as const
export type SignInType = (typeof SIGN_IN_TYPES)[number]

export const identificationToken = z.string().check(z.minLength(1), z.maxLength(512))

export const resumeSignIn = endpoint({
  method: 'POST',
  path: '/auth/public/app/resume',
  summary:
    'Continues a sign-in whose page was loaded again, in its browser and while its code lives: its type, the masked number, the code, and for all but a reset another pre-confirmation token.',
  auth: 'none',
  limit: 'resend',
  body: z.object({ identificationToken }),
  answers: {
    200: z.object({
      type: z.enum(SIGN_IN_TYPES),
      /** "+49 151 ••• 789" */
      phone: z.string(),
      authToken: z.optional(z.string()),
      ...z.omit(codeSent, { sent: true, identificationToken: true }).shape,
    }),
  },
  errors: ['wrong_verification'],
})

export const revoke = endpoint({
  method: 'POST',
  path: '/auth/api/oauth/revoke',
  summary: 'Ends the session that a token belongs to (RFC 7009). Unknown tokens are answered alike.',
  auth: 'client',
  limit: 'none',
  bodyType: 'form',
  body: z.object({ token: z.string().check(z.maxLength(256), z.minLength(1)) }),
  answers: { 200: z.object({}) },
  errors: [],
  errorFormat: 'oauth',
})
