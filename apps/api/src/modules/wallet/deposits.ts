import { AppError, type BankEvent, WALLET_CURRENCY } from '@avouch/contract'
import type { Clock } from '../clock.ts'
import type { DepositStore, Received } from './ports.ts'
import { findReference, referenceHash } from './reference.ts'

export type Deposits = ReturnType<typeof createDeposits>

/** Money that came in by the bank. What can't be kept goes back. */
export function createDeposits({ store, clock }: { store: DepositStore; clock: Clock }) {
  /** A message of the bank whose signature was verified. @throws AppError currency_not_supported */
  async function receive(eventId: string, { data }: BankEvent): Promise<Received> {
    if (data.currency !== WALLET_CURRENCY) throw new AppError('currency_not_supported')
    const reference = findReference(data.reference)
    return store.receive({
      eventId,
      paymentId: data.payment_id,
      amount: data.amount,
      referenceHash: reference === undefined ? null : referenceHash(reference),
      now: clock(),
    })
  }

  return { receive }
}
