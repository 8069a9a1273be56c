import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { timestamp } from '../values.ts'
import { NUMBER_READERS } from './roles.ts'

/**
 * Reasons why a number got no SMS, and four for the rest: number_refused - the gateway takes no SMS for it; delivered - it has the
 * newest one; sending - it is on its way; nothing - none was asked for.
 */
export const SMS_CAUSES = [
  'gateway_failed',
  'limit',
  'too_soon',
  'undelivered',
  'gateway_account',
  'money',
  'locked',
  'blocked',
  'no_report',
  'number_refused',
  'delivered',
  'sending',
  'nothing',
] as const
export type SmsCause = (typeof SMS_CAUSES)[number]

/** Limits that refuse a call with a number; other: one that this list does not name. */
export const NUMBER_LIMITS = [
  'lookup.address',
  'lookup.network',
  'lookup.browser',
  'sms.address',
  'sms.network',
  'sms.browser',
  'sms.range',
  'code.sms',
  'other',
] as const
export type NumberLimit = (typeof NUMBER_LIMITS)[number]

/** Reasons of a network that did not deliver. */
export const UNDELIVERED_WHYS = ['off', 'number', 'blocked', 'other'] as const

const finding = z.object({
  code: z.enum(SMS_CAUSES),
  at: z.nullable(timestamp),
  /** From then on the same call is allowed; null: no time is known. */
  free_at: z.nullable(timestamp),
  /** For `limit` only. */
  limit: z.nullable(z.enum(NUMBER_LIMITS)),
  /** For `undelivered` only. */
  why: z.nullable(z.enum(UNDELIVERED_WHYS)),
})
export type NumberFinding = z.infer<typeof finding>

/**
 * sms: `what` is how it ended, `detail` why a network did not deliver it, or `notice` for a text without a code. refusal: the cause,
 * and its limit. event: kind and reason in the audit trail.
 */
const moment = z.object({
  at: timestamp,
  source: z.enum(['sms', 'refusal', 'event']),
  what: z.string(),
  detail: z.nullable(z.string()),
})
export type NumberMoment = z.infer<typeof moment>

const numberStory = z.object({
  /** null: the number has no account, or one that has ended. */
  account: z.nullable(z.string()),
  /** Explains it now, the likeliest cause first; never empty. */
  findings: z.array(finding),
  /** The newest first: at most 50 of each source, of 48 hours, of the account's events of 90 days. Nothing before the account. */
  moments: z.array(moment),
  /** When refusals of this server were too many to note, within 48 hours; null: none is missing. */
  refusals_missing_at: z.nullable(timestamp),
})
export type NumberStory = z.infer<typeof numberStory>

const named = z.object({
  /** A mobile number in international or national notation, or the id of an account. */
  number: z.string().check(z.minLength(1, { error: 'required', abort: true }), z.maxLength(200, 'max_length_exceed')),
  /** ISO 3166, for a national notation; left out: the first home country of SMS_LIMITS_FILE. */
  country: z.optional(z.string().check(z.regex(/^[A-Za-z]{2}$/, 'invalid_request'))),
})

export const adminReadNumber = endpoint({
  method: 'POST',
  path: '/admin/v1/operator/numbers/read',
  summary: 'Why a mobile number got no SMS, and what happened to it; no answer repeats it. It leaves an event.',
  auth: 'staff',
  roles: NUMBER_READERS,
  limit: 'staff',
  body: named,
  answers: { 200: numberStory },
  errors: ['required', 'max_length_exceed'],
})

export const adminReleaseNumber = endpoint({
  method: 'POST',
  path: '/admin/v1/operator/numbers/release',
  summary:
    'Gives a number its SMS back, twice a day: no wrong PIN and no guess at a code, no limit of an address or network.',
  auth: 'staff',
  roles: NUMBER_READERS,
  limit: 'staff',
  body: named,
  answers: { 204: null },
  errors: ['required', 'max_length_exceed'],
})
