import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { INTENT_STATUSES } from './intents.ts'
import { KYC_STATUSES } from './kyc.ts'
import { walletBalance, walletEntry } from './wallet.ts'
import { captchaResponse, day, language, opaqueId, phone, timestamp } from './values.ts'

const profile = z.object({
  user_id: z.string(),
  language,
  data_collection_consent: z.boolean(),
  /** The last three digits, for a person to recognise the number by. */
  phone_ending: z.string(),
  /** The day from which the age is proven; null: it is not. */
  verified_on: z._default(z.nullable(day), null),
  /** true: the keyed hash of the document that proved the age is stored. */
  document_kept: z._default(z.boolean(), false),
})
export type Profile = z.infer<typeof profile>

export const me = endpoint({
  method: 'GET',
  path: '/api/user/me',
  summary: 'The profile of the signed-in visitor.',
  auth: 'bearer',
  limit: 'account',
  answers: { 200: profile },
  errors: [],
})

export const userProfile = endpoint({
  method: 'GET',
  path: '/client/getUserProfile',
  summary: 'The same profile, asked for when it is needed.',
  auth: 'bearer',
  limit: 'account',
  answers: { 200: profile },
  errors: [],
})

export const userById = endpoint({
  method: 'GET',
  path: '/auth/user/:id',
  summary: 'The profile by the visitor’s own id; every other id is not found.',
  auth: 'bearer',
  limit: 'account',
  params: z.object({ id: opaqueId }),
  answers: { 200: profile },
  errors: ['not_found'],
})

export const updateProfile = endpoint({
  method: 'PUT',
  path: '/auth/user',
  summary: 'Keeps the language that the visitor reads, or takes back the consent to data collection.',
  auth: 'bearer',
  limit: 'account',
  body: z
    .object({
      language: z.optional(language),
      /** The consent is given at registration alone. */
      data_collection_consent: z.optional(z.literal(false)),
    })
    .check(z.refine((change) => Object.values(change).some((value) => value !== undefined))),
  answers: { 200: z.pick(profile, { language: true, data_collection_consent: true }) },
  errors: [],
})

export const PHONE_TYPES = ['mobile', 'fixed_line', 'voip', 'other'] as const
export type PhoneType = (typeof PHONE_TYPES)[number]

export const validatePhone = endpoint({
  method: 'POST',
  path: '/auth/public/app/validateClientPhoneNumber',
  summary: 'Whether a number can receive our SMS, and of what type it is. Never whether it has an account.',
  auth: 'none',
  captcha: 'validate',
  limit: 'validate',
  body: z.object({ phone_number: phone, recaptchaResponse: captchaResponse }),
  answers: { 200: z.object({ valid: z.boolean(), type: z.nullable(z.enum(PHONE_TYPES)) }) },
  errors: ['required', 'max_length_exceed', 'invalid_phone_number'],
})

const heldData = z.object({
  account: z.object({
    user_id: z.string(),
    phone: z.string(),
    language,
    data_collection_consent: z.boolean(),
    created_at: timestamp,
    of_age: z.boolean(),
    /** True from an appeal against an outcome under age until a person has approved. */
    appeal: z.boolean(),
    /** The day of the proof. */
    verified_on: z.nullable(day),
    /** null: no proof was withdrawn in the last weeks. */
    proof_withdrawn_at: z.nullable(timestamp),
    /** The time at which the keyed hash of the document that proved the age was stored; null: none is. */
    document_hash_kept_since: z.nullable(timestamp),
  }),
  identity_checks: z.array(
    z.object({ status: z.enum(KYC_STATUSES), begun_at: timestamp, reported_at: z.nullable(timestamp) }),
  ),
  requests: z.array(
    z.object({
      provider: z.string(),
      status: z.enum(INTENT_STATUSES),
      result: z.nullable(z.enum(['yes', 'no'])),
      created_at: timestamp,
      answered_at: z.nullable(timestamp),
    }),
  ),
  /** null before the first look at it. */
  wallet: z.nullable(z.object({ ...walletBalance.shape, entries: z.array(walletEntry) })),
  sessions: z.array(z.object({ begun_at: timestamp, ends_at: timestamp, live: z.boolean(), by_passkey: z.boolean() })),
  passkeys: z.array(
    z.object({ name: z.string(), created_at: timestamp, last_used_on: z.nullable(day), synced: z.boolean() }),
  ),
  /** Browsers in which PIN and SMS code were right. */
  known_browsers: z.array(z.object({ known_since: timestamp, last_used_at: timestamp })),
  /** The newest events of the audit trail about the account. */
  security_events: z.array(z.object({ type: z.string(), at: timestamp })),
})
export type HeldData = z.infer<typeof heldData>

export const exportData = endpoint({
  method: 'GET',
  path: '/auth/user/export',
  summary: 'Everything that is held about the visitor.',
  auth: 'recent_bearer',
  limit: 'account',
  answers: { 200: heldData },
  errors: [],
})
