import { AppError, type ProviderIntent, WALLET_CURRENCY } from '@avouch/contract'
import type { ProviderAccess } from '../providers/index.ts'
import type { Intent, PaymentTerms } from './intent-store.ts'

type RequestedTerms = {
  amount?: number | undefined
  currency?: string | undefined
  description?: string | undefined
}

/** @returns null for a proof of age. @throws AppError currency_not_supported */
export function termsOf({ amount, currency, description }: RequestedTerms): PaymentTerms | null {
  if (amount === undefined || currency === undefined || description === undefined) return null
  if (currency !== WALLET_CURRENCY) throw new AppError('currency_not_supported')
  return { amount, currency, description }
}

/** Requests for money need a scope of their own. @throws AppError insufficient_scope */
export function requirePayments({ scopes }: ProviderAccess): void {
  if (!scopes.includes('payments:write')) throw new AppError('insufficient_scope')
}

export function paymentFor({ payment }: Intent): ProviderIntent['payment'] {
  if (payment === null) return null
  const { refunded: refunded_amount, ...terms } = payment
  return { ...terms, refunded_amount }
}
