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

/** Any currency by its form; which ones are taken is another question. */
export const currency = z.string().check(z.regex(/^[A-Z]{3}$/, 'invalid_request'))
