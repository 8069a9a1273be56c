import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { INTENT_KINDS, INTENT_STATUSES, intentSummary } from './intents.ts'
import { PROOF_METHODS } from './methods.ts'
import { amount, balance, currency } from './money.ts'
import { opaqueId, pageCursor, pageSize, timestamp } from './values.ts'

const ownRequest = z.object({
  id: z.string(),
  provider: intentSummary.answers[200].shape.provider,
  /** false: a test, which proved nothing and moved no money. */
  live: z.boolean(),
  kind: z.enum(INTENT_KINDS),
  status: z.enum(INTENT_STATUSES),
  /** The time at which the account got the request. */
  asked_at: timestamp,
  /** The time of the answer or the payment; null: the website was told nothing. */
  told_at: z.nullable(timestamp),
  /** The answer about the age; null: none was given. */
  result: z.nullable(z.enum(['yes', 'no'])),
  /** The method by which the age was proven, or was not; null: nothing was told. */
  method: z.nullable(z.enum(PROOF_METHODS)),
  /** null: a payment without a minimum age. */
  minimum_age: z.nullable(z.int()),
  /** null: no payment. */
  payment: z.nullable(
    z.object({
      amount,
      currency,
      description: z.string(),
      refunded: balance,
      /** The id of the wallet's entry, for `walletEntryReceipt`; null: nothing was paid, or it was a test. */
      entry_id: z.nullable(z.string()),
    }),
  ),
  /** Shown in the footer, so that visitor and support can refer to the transaction. */
  transaction: z.string(),
  /** The merchant intent code of an open request; null: it has ended. */
  mintid: z.nullable(opaqueId),
  /** true: `releasePayment` withdraws it. */
  can_withdraw: z.boolean(),
})
export type OwnRequest = z.infer<typeof ownRequest>

export const ownRequests = endpoint({
  method: 'GET',
  path: '/api/user/requests',
  summary:
    'What websites asked the visitor, and what they were told, the newest first. An answer that was given without this account is in no list.',
  auth: 'recent_bearer',
  limit: 'account',
  query: z.object({
    /** 1 to 100, by default 20. */
    limit: z.optional(pageSize),
    /** next_cursor of the previous page. */
    cursor: z.optional(pageCursor),
  }),
  answers: { 200: z.object({ data: z.array(ownRequest), next_cursor: z.nullable(z.string()) }) },
  errors: [],
})

/** Days for which a request is listed after its end, and a payment that was made. */
export const REQUEST_LISTED_DAYS = 89
export const PAYMENT_LISTED_DAYS = 395
