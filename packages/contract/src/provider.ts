import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { INTENT_KINDS, INTENT_STATUSES, RETURN_TABS } from './intents.ts'
import { MINIMUM_AGE } from './constants.ts'
import { PROOF_METHODS, OLDEST_AGE, YOUNGEST_AGE } from './methods.ts'
import { amount, balance, currency, description, PAYMENT_LIFE_MAX_MINUTES, PAYMENT_LIFE_MIN_MINUTES } from './money.ts'
import { opaqueId, pageCursor, pageSize, timestamp } from './values.ts'

/** Upper bound of max_proof_age_days. */
export const PROOF_AGE_MAX_DAYS = 3_650
export const REFERENCE_MAX_LENGTH = 64

const params = z.object({ id: opaqueId })

const providerIntent = z.object({
  id: z.string(),
  /** The merchant intent code, for the visitor's address only. */
  mintid: z.string(),
  /** Send the visitor here. */
  url: z.string(),
  /** false: made with a test key. */
  live: z.boolean(),
  status: z.enum(INTENT_STATUSES),
  kind: z.enum(INTENT_KINDS),
  /** null: a payment without a minimum age. */
  minimum_age: z.nullable(z.int()),
  /** The methods by which it may be proven; none for a payment. */
  accept: z.array(z.enum(PROOF_METHODS)),
  /** A visitor with an older proof is checked again; null accepts any age. */
  max_proof_age_days: z.nullable(z.int()),
  reference: z.nullable(z.string()),
  redirect_uri: z.string(),
  return: z.nullable(z.enum(RETURN_TABS)),
  /** null: a proof of age. */
  payment: z.nullable(
    z.object({
      /** In minor units. */
      amount,
      currency,
      description: z.string(),
      refunded_amount: balance,
      /** A JWS, to be verified with /.well-known/jwks.json; null until it is paid. */
      receipt: z.nullable(z.string()),
    }),
  ),
  created_at: timestamp,
  expires_at: timestamp,
  result: z.nullable(z.enum(['yes', 'no'])),
  /** The result as a JWS, to be verified with /.well-known/jwks.json. */
  verdict: z.nullable(z.string()),
})
export type ProviderIntent = z.infer<typeof providerIntent>

const reference = z.string().check(z.maxLength(REFERENCE_MAX_LENGTH, 'max_length_exceed'))

const OF_PAYMENTS = ['amount', 'currency', 'description'] as const
const ONLY_OF_PAYMENTS = [...OF_PAYMENTS, 'expires_in_minutes'] as const
const ONLY_OF_PROOFS = ['max_proof_age_days', 'accept'] as const

const newIntent = z
  .object({
    /** A proof of age by default. */
    kind: z.optional(z.enum(INTENT_KINDS)),
    /** Exactly one of the addresses that the provider registered. */
    redirect_uri: z.string().check(z.minLength(1, 'required'), z.maxLength(2_048, 'max_length_exceed')),
    /** The tab in which the visitor goes back; by default as the browser says that the visitor came. */
    return: z.optional(z.enum(RETURN_TABS)),
    /** The provider's own name for the transaction, returned unchanged. */
    reference: z.optional(reference),
    /** Proofs of age: maximum age of the proof in days; visitors with an older one are checked again. */
    max_proof_age_days: z.optional(z.int().check(z.gte(1), z.lte(PROOF_AGE_MAX_DAYS))),
    /** Payments: in minor units. */
    amount: z.optional(amount),
    currency: z.optional(currency),
    /** Read by the payer. */
    description: z.optional(description),
    /** Proofs of age: 12 to 21, by default 18. Payments: 18, by default none. */
    minimum_age: z.optional(z.int().check(z.gte(YOUNGEST_AGE), z.lte(OLDEST_AGE))),
    /** Proofs of age: how the age may be proven; by default as the provider is registered, or by every method. */
    accept: z.optional(
      z.array(z.enum(PROOF_METHODS)).check(
        z.minLength(1),
        z.refine((methods) => new Set(methods).size === methods.length),
      ),
    ),
    /** Payments: by default half an hour. */
    expires_in_minutes: z.optional(z.int().check(z.gte(PAYMENT_LIFE_MIN_MINUTES), z.lte(PAYMENT_LIFE_MAX_MINUTES))),
  })
  .check(({ value, issues }) => {
    const isPayment = value.kind === 'payment'
    const refuse = (field: string, message: string) =>
      issues.push({ code: 'custom', input: value, path: [field], message })
    for (const field of OF_PAYMENTS) if (isPayment && value[field] === undefined) refuse(field, 'required')
    const foreign = isPayment ? ONLY_OF_PROOFS : ONLY_OF_PAYMENTS
    for (const field of foreign) if (value[field] !== undefined) refuse(field, 'invalid_request')
    if (isPayment && value.minimum_age !== undefined && value.minimum_age !== MINIMUM_AGE)
      refuse('minimum_age', 'invalid_request')
  })

export const createIntent = endpoint({
  method: 'POST',
  path: '/provider/v1/intents',
  summary: 'Asks for a proof of age, or for a payment. The same Idempotency-Key gives the same intent.',
  auth: 'provider',
  scope: 'intents:write',
  limit: 'provider',
  headers: z.object({ 'idempotency-key': z.optional(z.string().check(z.maxLength(255), z.minLength(1))) }),
  body: newIntent,
  answers: { 201: providerIntent },
  errors: [
    'required',
    'max_length_exceed',
    'redirect_uri_not_registered',
    'idempotency_key_reused',
    'currency_not_supported',
    'method_not_possible',
  ],
})

export const readIntent = endpoint({
  method: 'GET',
  path: '/provider/v1/intents/:id',
  summary: 'An intent of the calling provider, with its result once there is one.',
  auth: 'provider',
  scope: 'intents:read',
  limit: 'provider',
  params,
  answers: { 200: providerIntent },
  errors: ['not_found'],
})

export const listIntents = endpoint({
  method: 'GET',
  path: '/provider/v1/intents',
  summary: "The calling key's intents, the newest first, page by page.",
  auth: 'provider',
  scope: 'intents:read',
  limit: 'provider',
  query: z.object({
    status: z.optional(z.enum(INTENT_STATUSES)),
    reference: z.optional(reference),
    /** A key lists only intents of its mode; the other mode is empty. */
    mode: z.optional(z.enum(['live', 'test'])),
    /** 1 to 100, by default 20. */
    limit: z.optional(pageSize),
    /** next_cursor of the previous page. */
    cursor: z.optional(pageCursor),
  }),
  answers: {
    200: z.object({
      data: z.array(providerIntent),
      /** null on the last page. A page may be short, or empty, although others follow. */
      next_cursor: z.nullable(z.string()),
    }),
  },
  errors: ['max_length_exceed'],
})

export const cancelIntent = endpoint({
  method: 'POST',
  path: '/provider/v1/intents/:id/cancel',
  summary: 'Takes back an intent that is not answered; repeating it changes nothing.',
  auth: 'provider',
  scope: 'intents:write',
  limit: 'provider',
  params,
  answers: { 200: providerIntent },
  errors: ['not_found', 'intent_answered', 'intent_expired'],
})

export const answerTestIntent = endpoint({
  method: 'POST',
  path: '/provider/v1/test/intents/:id/answer',
  summary: 'Answers a test intent without a visitor. For test keys only.',
  auth: 'provider',
  scope: 'intents:write',
  limit: 'provider',
  params,
  body: z.object({ result: z.enum(['yes', 'no']) }),
  answers: { 200: providerIntent },
  errors: ['required', 'test_key_required', 'not_found', 'intent_answered', 'intent_expired', 'intent_cancelled'],
})

/** Events of test intents as a stream (server-sent events), for a developer's machine. No endpoint: it has no end. */
export const TEST_EVENTS_PATH = '/provider/v1/test/events'

export const INTENT_EVENTS = [
  'intent.confirmed',
  'intent.denied',
  'intent.expired',
  'intent.cancelled',
  'intent.left',
  'payment.executed',
  'payment.refunded',
  'payment.expired',
  'payment.cancelled',
  'payment.left',
] as const
export type IntentEventType = (typeof INTENT_EVENTS)[number]

/**
 * The webhook that a provider receives (Standard Webhooks): once for each intent that ended, for each refund, and for the first time that a
 * visitor goes back without an answer, which ends nothing.
 */
export const intentEvent = z.object({
  /** The same in every delivery of the event, and in its header webhook-id. */
  id: z.string(),
  type: z.enum(INTENT_EVENTS),
  timestamp,
  /** Numbers the provider's events consecutively: deliveries may overtake each other. */
  sequence: z.int(),
  data: z.object({
    intent_id: z.string(),
    reference: z.nullable(z.string()),
    live: z.boolean(),
    /** null without an answer. */
    result: z.nullable(z.enum(['yes', 'no'])),
    verdict: z.nullable(z.string()),
    /** null: a proof of age. */
    payment: z.nullable(
      z.object({
        amount: z.int(),
        currency: z.string(),
        /** The sum of all refunds so far. */
        refunded_amount: z.int(),
        /** The refund that the event is about. */
        refund: z.nullable(z.object({ id: z.string(), amount: z.int() })),
        receipt: z.nullable(z.string()),
      }),
    ),
  }),
})
export type IntentEvent = z.infer<typeof intentEvent>
