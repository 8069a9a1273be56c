import * as z from 'zod/mini'

/** The one currency that wallets hold (ISO 4217). */
export const WALLET_CURRENCY = 'EUR'
/** What a wallet may hold, in minor units; a deposit that would go beyond it goes back. */
export const WALLET_MAX_BALANCE = 100_000
/** The largest payment, in minor units. */
export const PAYMENT_MAX_AMOUNT = 100_000
/** More than the bank moves in one payment. */
const DEPOSIT_MAX_AMOUNT = 100_000_000_000

/** Minor units: cents. Never a fraction, and never more than a number holds exactly. */
export const amount = z.int().check(z.gte(1), z.lte(PAYMENT_MAX_AMOUNT))
export const depositAmount = z.int().check(z.gte(1), z.lte(DEPOSIT_MAX_AMOUNT))
/** What there is of something; may be none. */
export const balance = z.int().check(z.nonnegative())
/** Plus and minus. */
export const change = z.int()

/** What the payer reads: words, and nothing that hides or reorders them. */
export const PAYMENT_DESCRIPTION_MAX_LENGTH = 140
export const description = z
  .string()
  .check(
    z.minLength(1, 'required'),
    z.maxLength(PAYMENT_DESCRIPTION_MAX_LENGTH, 'max_length_exceed'),
    z.regex(/^[^\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]*$/u, 'invalid_request'),
  )

/** How long a payment may wait, in minutes. */
export const PAYMENT_LIFE_MIN_MINUTES = 5
export const PAYMENT_LIFE_MAX_MINUTES = 2_880

/** Any currency by its form; which ones are taken is another question. */
export const currency = z.string().check(z.regex(/^[A-Z]{3}$/, 'invalid_request'))
