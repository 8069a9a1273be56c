import * as z from 'zod/mini'
import { visibleText } from './visible-name.ts'

/** The one currency that wallets hold (ISO 4217). */
export const WALLET_CURRENCY = 'EUR'
/** Maximum balance of a wallet, in minor units; a deposit beyond it is returned. */
export const WALLET_MAX_BALANCE = 100_000
/** The largest payment, in minor units. */
export const PAYMENT_MAX_AMOUNT = 100_000
/** The largest deposit that is booked, in minor units; a larger one goes back without an entry. */
export const DEPOSIT_MAX_AMOUNT = 100_000_000_000

/** Minor units: cents, as a safe integer. */
export const amount = z.int().check(z.gte(1), z.lte(PAYMENT_MAX_AMOUNT))
export const depositAmount = z.int().check(z.gte(1))
/** An amount that may be zero. */
export const balance = z.int().check(z.nonnegative())
/** A signed amount. */
export const change = z.int()

/** The payer reads it. */
export const PAYMENT_DESCRIPTION_MAX_LENGTH = 140
export const description = visibleText(PAYMENT_DESCRIPTION_MAX_LENGTH)

/** Lifetime of an open payment, in minutes. */
export const PAYMENT_LIFE_MIN_MINUTES = 5
export const PAYMENT_LIFE_MAX_MINUTES = 2_880

/** Any well-formed currency code; which ones are accepted is checked later. */
export const currency = z.string().check(z.regex(/^[A-Z]{3}$/, 'invalid_request'))
