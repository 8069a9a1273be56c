import { AppError, type ProviderIntent, WALLET_CURRENCY } from '@avouch/contract'
import type { ProviderAccess } from '../providers/index.ts'
import type { Intent, PaymentTerms } from './ports.ts'

type Asked = {
  amount?: number | undefined
  currency?: string | undefined
  description?: string | undefined
}

/** What is to be paid; null when nothing is. @throws AppError currency_not_supported */
export function termsOf({ amount, currency, description }: Asked): PaymentTerms | null {
  if (amount === undefined || currency === undefined || description === undefined) return null
  if (currency !== WALLET_CURRENCY) throw new AppError('currency_not_supported')
  return { amount, currency, description }
}

/** Asking for money is a right of its own. @throws AppError insufficient_scope */
export function requirePayments({ scopes }: ProviderAccess): void {
  if (!scopes.includes('payments:write')) throw new AppError('insufficient_scope')
}

export function paymentFor({ payment }: Intent): ProviderIntent['payment'] {
  if (payment === null) return null
  const { refunded: refunded_amount, ...said } = payment
  return { ...said, refunded_amount }
}
