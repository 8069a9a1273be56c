import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { day, opaqueId, timestamp } from './values.ts'

export const INTENT_STATUSES = ['created', 'bound', 'confirmed', 'denied', 'expired'] as const
export type IntentStatus = (typeof INTENT_STATUSES)[number]

const params = z.object({ id: opaqueId })

export const intentSummary = endpoint({
  method: 'GET',
  path: '/api/idcheck/intent/:id/summary',
  summary: 'Who asks for what, for everybody who holds the merchant intent code.',
  auth: 'none',
  params,
  answers: {
    200: z.object({
      provider: z.object({ name: z.string() }),
      kind: z.literal('age'),
      minimum_age: z.int(),
      /** Shown in the footer so that visitor and support can name the transaction. */
      transaction: z.string(),
      expires_at: timestamp,
    }),
  },
  errors: ['invalid_request', 'mintid_not_exist', 'mintid_used', 'too_many_requests'],
})

const outcome = z.object({
  status: z.enum(INTENT_STATUSES),
  data: z.object({
    /** Where the visitor goes back to: from the provider's registered list, or null. */
    redirect_uri: z.nullable(z.string()),
    /** false: the age check was denied. */
    result: z.boolean(),
  }),
})
export type IntentOutcome = z.infer<typeof outcome>

export const checkIntent = endpoint({
  method: 'GET',
  path: '/api/idcheck/intent/:id',
  summary: 'What the intent would be answered now.',
  auth: 'bearer',
  params,
  answers: { 200: outcome },
  errors: ['invalid_request', 'invalid_token', 'mintid_used'],
})

export const confirmIntent = endpoint({
  method: 'POST',
  path: '/api/idcheck/intent/:id/confirm',
  summary: 'Gives the provider its answer, once. 202: the same visitor asked again.',
  auth: 'bearer',
  params,
  body: z.object({
    /** Where the visitor would like to go back to; counts only when the provider registered it. */
    callback: z.optional(z.string().check(z.maxLength(2_048))),
  }),
  answers: { 200: outcome, 202: outcome },
  errors: ['invalid_request', 'invalid_token', 'mintid_used', 'wrong_verification'],
})

/** What the provider learns, and all of it. */
export const verdictClaims = z.object({
  iss: z.string(),
  /** The provider's id. */
  aud: z.string(),
  /** The same person at the same provider, and no one anywhere else (pairwise). */
  sub: z.string(),
  jti: z.string(),
  iat: z.int(),
  intent_id: z.string(),
  reference: z.nullable(z.string()),
  minimum_age: z.int(),
  result: z.enum(['yes', 'no']),
  method: z.literal('identity_check'),
  /** The day of the proof; null when nothing was proven. */
  verified_on: z.nullable(day),
})
export type VerdictClaims = z.infer<typeof verdictClaims>

const providerIntent = z.object({
  id: z.string(),
  /** The merchant intent code, for the visitor's address only. */
  mintid: z.string(),
  /** Send the visitor here. */
  url: z.string(),
  status: z.enum(INTENT_STATUSES),
  kind: z.literal('age'),
  minimum_age: z.int(),
  reference: z.nullable(z.string()),
  redirect_uri: z.string(),
  created_at: timestamp,
  expires_at: timestamp,
  result: z.nullable(z.enum(['yes', 'no'])),
  /** The result as a JWS to verify with /.well-known/jwks.json. */
  verdict: z.nullable(z.string()),
})
export type ProviderIntent = z.infer<typeof providerIntent>

export const createIntent = endpoint({
  method: 'POST',
  path: '/provider/v1/intents',
  summary: 'Asks for a proof of age. The same Idempotency-Key gives the same intent.',
  auth: 'provider',
  headers: z.object({ 'idempotency-key': z.optional(z.string().check(z.maxLength(255), z.minLength(1))) }),
  body: z.object({
    /** Exactly one of the addresses that the provider registered. */
    redirect_uri: z.string().check(z.minLength(1, 'required'), z.maxLength(2_048, 'max_length_exceed')),
    /** The provider's own name for the transaction; comes back unread. */
    reference: z.optional(z.string().check(z.maxLength(64, 'max_length_exceed'))),
  }),
  answers: { 201: providerIntent },
  errors: [
    'required',
    'max_length_exceed',
    'invalid_request',
    'invalid_api_key',
    'redirect_uri_not_registered',
    'idempotency_key_reused',
    'too_many_requests',
  ],
})

export const readIntent = endpoint({
  method: 'GET',
  path: '/provider/v1/intents/:id',
  summary: 'An intent of the calling provider, with its result once there is one.',
  auth: 'provider',
  params,
  answers: { 200: providerIntent },
  errors: ['invalid_request', 'invalid_api_key', 'not_found'],
})

/** The webhook that a provider receives (Standard Webhooks); its id is the event id. */
export const intentEvent = z.object({
  type: z.enum(['intent.confirmed', 'intent.denied']),
  timestamp,
  data: z.object({
    intent_id: z.string(),
    reference: z.nullable(z.string()),
    result: z.enum(['yes', 'no']),
    verdict: z.string(),
  }),
})
export type IntentEvent = z.infer<typeof intentEvent>

const jwk = z.object({
  kty: z.literal('EC'),
  crv: z.literal('P-256'),
  x: z.string(),
  y: z.string(),
  kid: z.string(),
  alg: z.literal('ES256'),
  use: z.literal('sig'),
})

export const jwks = endpoint({
  method: 'GET',
  path: '/.well-known/jwks.json',
  summary: 'The public keys that verdicts are signed with (RFC 7517).',
  auth: 'none',
  answers: { 200: z.object({ keys: z.array(jwk) }) },
  errors: [],
})
