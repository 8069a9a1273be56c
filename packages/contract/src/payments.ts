import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { INTENT_STATUSES } from './intents.ts'
import { amount, balance, currency } from './money.ts'
import { opaqueId, timestamp } from './values.ts'

const params = z.object({ id: opaqueId })

const payment = z.object({
  status: z.enum(INTENT_STATUSES),
  data: z.object({
    /** The redirect target: from the provider's registered list. */
    redirect_uri: z.string(),
    /** true: it is paid. */
    result: z.boolean(),
    provider: z.object({ name: z.string() }),
    amount,
    currency,
    description: z.string(),
    /** false: a test, which moves no money. */
    live: z.boolean(),
    /** The same name of the transaction as in the footer. */
    transaction: z.string(),
    expires_at: timestamp,
    /** From then on paying needs a new sign-in (`step_up_required`). Comes when the payment is read. */
    step_up_after: z.optional(timestamp),
  }),
})
export type Payment = z.infer<typeof payment>

export const readPayment = endpoint({
  method: 'GET',
  path: '/api/client/intent/:id',
  summary: 'What is to be paid, to whom, and how far it is. It binds nobody.',
  auth: 'bearer',
  limit: 'account',
  params,
  answers: { 200: payment },
  errors: ['mintid_used'],
})

export const confirmPayment = endpoint({
  method: 'POST',
  path: '/api/client/confirm/intent/:id',
  summary: 'Sets the amount aside, once. 202: the same payer asked again.',
  auth: 'bearer',
  limit: 'payment',
  params,
  answers: { 200: payment, 202: payment },
  errors: ['mintid_used', 'intent_expired', 'intent_cancelled', 'insufficient_balance', 'age_proof_required'],
})

export const executePayment = endpoint({
  method: 'POST',
  path: '/api/client/exec/intent/:id',
  summary: 'Pays what was set aside, once, after a fresh sign-in. 202: the same payer asked again.',
  auth: 'bearer',
  limit: 'payment',
  params,
  answers: { 200: payment, 202: payment },
  errors: [
    'mintid_used',
    'intent_expired',
    'intent_cancelled',
    'payment_not_confirmed',
    'step_up_required',
    'payment_held',
    'age_proof_required',
  ],
})

export const releasePayment = endpoint({
  method: 'POST',
  path: '/api/client/release/intent/:id',
  summary:
    'The payer no longer wants to pay: what was set aside is free, and the payment cancelled. 202: it was before.',
  auth: 'bearer',
  limit: 'payment',
  params,
  answers: { 200: payment, 202: payment },
  errors: ['mintid_used', 'intent_answered', 'intent_expired'],
})

const refund = z.object({
  id: z.string(),
  intent_id: z.string(),
  amount,
  currency,
  created_at: timestamp,
})
export type Refund = z.infer<typeof refund>

export const refundPayment = endpoint({
  method: 'POST',
  path: '/provider/v1/intents/:id/refunds',
  summary: 'Pays back, in whole or in part, the person who paid. The same Idempotency-Key is the same refund.',
  auth: 'provider',
  scope: 'payments:write',
  limit: 'provider',
  params,
  headers: z.object({ 'idempotency-key': z.string().check(z.maxLength(255), z.minLength(1)) }),
  body: z.object({
    /** In minor units; by default the rest of the payment. */
    amount: z.optional(amount),
  }),
  answers: { 201: refund },
  errors: ['required', 'not_found', 'payment_not_executed', 'refund_exceeds_payment', 'idempotency_key_reused'],
})

export const listRefunds = endpoint({
  method: 'GET',
  path: '/provider/v1/intents/:id/refunds',
  summary: 'What was paid back of a payment, the oldest first.',
  auth: 'provider',
  scope: 'payments:read',
  limit: 'provider',
  params,
  answers: { 200: z.object({ data: z.array(refund) }) },
  errors: ['not_found'],
})

export const providerBalance = endpoint({
  method: 'GET',
  path: '/provider/v1/balance',
  summary: 'What was paid to the calling provider and is still to be paid out. Tests move nothing.',
  auth: 'provider',
  scope: 'payments:read',
  limit: 'provider',
  answers: { 200: z.object({ payable: balance, currency, live: z.boolean() }) },
  errors: [],
})

/** All that the provider learns about a payment: nothing about its payer. */
export const receiptClaims = z.object({
  iss: z.string(),
  /** The provider's id. */
  aud: z.string(),
  jti: z.string(),
  iat: z.int(),
  intent_id: z.string(),
  reference: z.nullable(z.string()),
  /** false: a test, which moved no money. */
  live: z.boolean(),
  amount: z.int(),
  currency: z.string(),
  status: z.literal('paid'),
})
export type ReceiptClaims = z.infer<typeof receiptClaims>
