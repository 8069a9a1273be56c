import * as z from 'zod/mini'
import { MINIMUM_AGE } from './constants.ts'
import { endpoint } from './endpoint.ts'
import { KYC_STATUSES, VENDOR_OUTCOMES } from './kyc.ts'
import { PROOF_METHODS } from './methods.ts'
import { amount, currency } from './money.ts'
import { day, opaqueId, timestamp } from './values.ts'

/** The kinds of a provider's requests. */
export const INTENT_KINDS = ['age', 'payment'] as const
export type IntentKind = (typeof INTENT_KINDS)[number]

/**
 * True if an account of someone under 18 answers such a request with no. A lower age may be theirs all the same, and a payment asks
 * for nothing: these are taken back. An unknown request counts as the usual one.
 */
export const disprovesUnderAge = (kind: IntentKind | undefined, minimumAge: number | null | undefined): boolean =>
  kind !== 'payment' && (minimumAge ?? MINIMUM_AGE) >= MINIMUM_AGE

/**
 * created, bound - open. A proof of age ends confirmed or denied; a payment is reserved, which is open too, and then executed.
 * Both may end expired or cancelled.
 */
export const INTENT_STATUSES = [
  'created',
  'bound',
  'reserved',
  'confirmed',
  'denied',
  'executed',
  'expired',
  'cancelled',
] as const
export type IntentStatus = (typeof INTENT_STATUSES)[number]

/** The end of a request, as everybody with its code reads it; only its visitor learns whether the answer was yes or no. */
export const INTENT_ENDS = ['answered', 'paid', 'expired', 'cancelled'] as const
export type IntentEnd = (typeof INTENT_ENDS)[number]

/** The tab in which the visitor returns: `same_tab`, which the website navigated; `new_tab`: the website's own, which opened ours. */
export const RETURN_TABS = ['same_tab', 'new_tab'] as const
export type ReturnTab = (typeof RETURN_TABS)[number]

const params = z.object({ id: opaqueId })

/** The folder of the providers' logos, each under a hash of its bytes. */
export const LOGOS_PATH = '/logos/'

export const intentSummary = endpoint({
  method: 'GET',
  path: '/api/idcheck/intent/:id/summary',
  summary:
    'Who asks for what and where the visitor goes back to, open or ended, for everybody who holds the merchant intent code.',
  auth: 'none',
  limit: 'intent',
  params,
  answers: {
    200: z.object({
      provider: z.object({
        name: z.string(),
        /** The host that the visitor goes back to, from the registered addresses. null: the provider has only an app. */
        domain: z.nullable(z.string()),
        /** The path of its picture, which this server has. */
        logo: z.nullable(z.string()),
      }),
      /** false: a test, which proves nothing and moves no money. Every page says so. */
      live: z._default(z.boolean(), true),
      kind: z.enum(INTENT_KINDS),
      /** null: a payment without a minimum age. */
      minimum_age: z.nullable(z.int()),
      /** The methods by which it may be proven; none for a payment. */
      accept: z.array(z.enum(PROOF_METHODS)),
      /** null: no payment. */
      payment: z.nullable(z.object({ amount, currency, description: z.string() })),
      /** Shown in the footer, so that visitor and support can refer to the transaction. */
      transaction: z.string(),
      /** The address that the visitor goes back to, answered or not: one of the provider's registered ones. */
      redirect_uri: z.string(),
      /** The provider's wish; null: the browser decides. */
      return: z.nullable(z.enum(RETURN_TABS)),
      expires_at: timestamp,
      /** null: it is open. */
      ended: z._default(z.nullable(z.enum(INTENT_ENDS)), null),
    }),
  },
  errors: ['mintid_not_exist'],
})

/** The provider of an intent, as visitors see it. */
export type AskingProvider = z.infer<(typeof intentSummary)['answers'][200]>['provider']

type Summary = z.infer<(typeof intentSummary)['answers'][200]>
/** Provider and request of a merchant intent code, or the reason (`gone`) for which it has none. */
export type KnownIntent =
  | { intent: Summary; gone?: undefined }
  | { intent?: undefined; gone: 'incomplete' | 'mintid_not_exist' }

/** The answer that an intent got, or would get now. */
export const intentOutcome = z.object({
  status: z.enum(INTENT_STATUSES),
  data: z.object({
    /** The redirect target: from the provider's registered list, or null. */
    redirect_uri: z.nullable(z.string()),
    /** false: the age check was denied. */
    result: z.boolean(),
  }),
})
export type IntentOutcome = z.infer<typeof intentOutcome>

export const checkIntent = endpoint({
  method: 'GET',
  path: '/api/idcheck/intent/:id',
  summary: 'What the intent would be answered now.',
  auth: 'bearer',
  limit: 'account',
  params,
  answers: { 200: intentOutcome },
  errors: ['mintid_used'],
})

export const confirmIntent = endpoint({
  method: 'POST',
  path: '/api/idcheck/intent/:id/confirm',
  summary: 'Gives the provider its answer, once. 202: the same visitor asked again.',
  auth: 'bearer',
  limit: 'account',
  params,
  body: z.object({
    /** The requested redirect target; accepted only if the provider registered it. */
    callback: z.optional(z.string().check(z.maxLength(2_048))),
  }),
  answers: { 200: intentOutcome, 202: intentOutcome },
  errors: ['mintid_used', 'wrong_verification'],
})

export const leaveIntent = endpoint({
  method: 'POST',
  path: '/api/idcheck/intent/:id/leave',
  summary:
    'Notes that the visitor went back without an answer: one event for the provider, and the intent stays open. One that has an account is left by this account only.',
  auth: 'optional_bearer',
  limit: 'intent',
  params,
  answers: { 204: null },
  errors: ['invalid_token', 'mintid_not_exist', 'mintid_used'],
})

export const chooseTestOutcome = endpoint({
  method: 'POST',
  path: '/api/idcheck/intent/:id/test-outcome',
  summary:
    'What a test request comes to, in place of an identity check (any outcome, for the account that has the request) or an app (COMPLETED or UNDERAGED).',
  auth: 'optional_bearer',
  limit: 'intent',
  params,
  body: z.object({ method: z.enum(PROOF_METHODS), status: z.enum(VENDOR_OUTCOMES) }),
  answers: { 200: intentOutcome },
  errors: ['required', 'invalid_token', 'mintid_not_exist', 'mintid_used', 'test_key_required', 'method_not_possible'],
})

export const readTestOutcome = endpoint({
  method: 'GET',
  path: '/api/idcheck/intent/:id/test-outcome',
  summary: 'What a test request came to: the outcome that its account chose, the empty status for nothing yet.',
  auth: 'bearer_or_tombstone',
  limit: 'account',
  params,
  answers: { 200: z.object({ result: z.object({ status: z.enum(KYC_STATUSES) }) }) },
  errors: ['mintid_used'],
})

/** The claims of an answer, for the provider. */
export const verdictClaims = z.object({
  iss: z.string(),
  /** The provider's id. */
  aud: z.string(),
  /**
   * The pairwise subject, if an account answered: the same for a person at one provider, different at every other.
   * Otherwise another one with each answer.
   */
  sub: z.string(),
  jti: z.string(),
  iat: z.int(),
  intent_id: z.string(),
  reference: z.nullable(z.string()),
  /** false: a test, which proves nothing about a person. */
  live: z.boolean(),
  minimum_age: z.int(),
  result: z.enum(['yes', 'no']),
  method: z.enum(PROOF_METHODS),
  /** The day of the proof, for a request with `max_proof_age_days`; null for every other, and when nothing was proven. */
  verified_on: z.nullable(day),
})
export type VerdictClaims = z.infer<typeof verdictClaims>
