import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { balance, change, currency, depositAmount } from './money.ts'
import { opaqueId, pageCursor, pageSize, textOrNone, timestamp } from './values.ts'

/**
 * deposit - from the bank; return - back to the bank; reservation - reserved for a payment; release - a reservation
 * ended; payment - paid; refund - refunded.
 */
export const WALLET_ENTRY_KINDS = ['deposit', 'return', 'reservation', 'release', 'payment', 'refund'] as const
export type WalletEntryKind = (typeof WALLET_ENTRY_KINDS)[number]

/** Reasons for returning a deposit to the bank. */
export const RETURN_REASONS = [
  'unknown_reference',
  'maintenance',
  'balance_limit',
  'account_closed',
  'foreign_currency',
] as const
export type ReturnReason = (typeof RETURN_REASONS)[number]

export const walletBalance = z.object({
  /** The available balance. */
  available: balance,
  /** The amount reserved for payments that are confirmed and not executed. */
  reserved: balance,
  currency,
})
export type WalletBalance = z.infer<typeof walletBalance>

export const wallet = endpoint({
  method: 'GET',
  path: '/api/client/wallet',
  summary: 'What the wallet holds, in minor units.',
  auth: 'bearer',
  limit: 'account',
  answers: { 200: walletBalance },
  errors: [],
})

export const walletEntry = z.object({
  id: z.string(),
  kind: z.enum(WALLET_ENTRY_KINDS),
  at: timestamp,
  available_change: change,
  reserved_change: change,
  currency,
  /** Recipient of the payment, or source of the refund; null for other entries, and when the payment was deleted since. */
  provider: z.nullable(z.object({ name: z.string() })),
  description: z.nullable(z.string()),
})
export type WalletEntry = z.infer<typeof walletEntry>

export const walletEntries = endpoint({
  method: 'GET',
  path: '/api/client/wallet/entries',
  summary: 'What happened in the wallet, the newest first, page by page.',
  auth: 'bearer',
  limit: 'account',
  query: z.object({
    /** 1 to 100, by default 20. */
    limit: z.optional(pageSize),
    /** next_cursor of the previous page. */
    cursor: z.optional(pageCursor),
  }),
  answers: { 200: z.object({ data: z.array(walletEntry), next_cursor: z.nullable(z.string()) }) },
  errors: [],
})

const walletReceipt = z.object({
  entry: walletEntry,
  /** The same transaction label as in the footer; null without a provider. */
  transaction: z.nullable(z.string()),
  /** The website's own name for the order; null for other entries, and where it gave none. */
  reference: z.nullable(z.string()),
  /** Paid back so far of this payment, in minor units; null for other entries. */
  refunded: z.nullable(balance),
  /** The reason of a return; null for other entries. */
  return_reason: z.nullable(z.enum(RETURN_REASONS)),
})
export type WalletReceipt = z.infer<typeof walletReceipt>

export const walletEntryReceipt = endpoint({
  method: 'GET',
  path: '/api/client/wallet/entries/:id',
  summary: 'The receipt of one entry of the own wallet; every other one is not found.',
  auth: 'bearer',
  limit: 'account',
  params: z.object({ id: opaqueId }),
  answers: { 200: walletReceipt },
  errors: ['not_found'],
})

const depositInstructions = z.object({
  /** false: deposits are returned at present. */
  open: z.boolean(),
  /** The deposit reference for the bank transfer: a creditor reference (ISO 11649) of this wallet. */
  reference: z.string(),
  /** The account for the transfer; null if not configured. */
  iban: z.nullable(z.string()),
  account_holder: z.nullable(z.string()),
  currency,
  /** Maximum balance; a transfer beyond it is returned. */
  max_balance: balance,
})
export type DepositInstructions = z.infer<typeof depositInstructions>

export const walletDeposit = endpoint({
  method: 'GET',
  path: '/api/client/wallet/deposit',
  summary: 'How to top up the wallet: by bank transfer with the reference of the wallet.',
  auth: 'bearer',
  limit: 'account',
  answers: { 200: depositInstructions },
  errors: [],
})

/**
 * The signed message of the bank about a deposit, read as widely as money demands: only the payment's own name, its amount and
 * its currency have to be there, because without them it can be neither booked nor returned.
 */
export const bankEvent = z.object({
  type: z.literal('payment.received'),
  timestamp: z.optional(z.unknown()),
  data: z.object({
    /** The bank's own id of the payment. No NUL, and short enough for an index. */
    payment_id: z.pipe(
      z.pipe(z.union([z.string(), z.int()]), z.transform(String)),
      z.string().check(z.regex(/^[^\0\p{Cs}]{1,512}$/u)),
    ),
    amount: depositAmount,
    currency: z.pipe(
      z.pipe(
        z.string(),
        z.transform((code) => code.trim().toUpperCase()),
      ),
      currency,
    ),
    /** The payer's text; may be empty. */
    reference: textOrNone,
  }),
})
export type BankEvent = z.infer<typeof bankEvent>

export const bankCallback = endpoint({
  method: 'POST',
  path: '/api/bank/callback',
  summary:
    'The bank reports a payment that came in (Standard Webhooks). Each counts once; another story about the same one is refused.',
  auth: 'signature',
  signedBy: 'bank',
  limit: 'none',
  bodyType: 'raw',
  body: bankEvent,
  answers: { 200: z.object({ received: z.literal(true) }) },
  errors: ['payment_contradicts'],
})

/** An order to the bank: return this amount of a payment. The same id is the same order. */
export const returnOrder = z.object({
  id: z.string(),
  payment_id: z.string(),
  amount: depositAmount,
  currency,
  reason: z.enum(RETURN_REASONS),
})
export type ReturnOrder = z.infer<typeof returnOrder>
