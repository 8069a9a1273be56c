import { AppError, type BankEvent } from '@avouch/contract'
import type { Clock } from '../../platform/clock.ts'
import type { DepositStore, Received } from './ports.ts'
import { findReference, referenceHash } from './reference.ts'

export type Deposits = ReturnType<typeof createDeposits>

type Deps = {
  store: DepositStore
  clock: Clock
  /** The bank said something else of a payment before: somebody has to look at it. */
  onContradiction: (paymentId: string) => void
}

/** Money that came in by the bank. What can't be kept goes back. */
export function createDeposits({ store, clock, onContradiction }: Deps) {
  /** A message of the bank whose signature was verified. @throws AppError payment_contradicts */
  async function receive(eventId: string, { data }: BankEvent): Promise<Received> {
    const reference = findReference(data.reference)
    const received = await store.receive({
      eventId,
      paymentId: data.payment_id,
      amount: data.amount,
      currency: data.currency,
      referenceHash: reference === undefined ? null : referenceHash(reference),
      now: clock(),
    })
    if (received !== 'contradiction') return received
    onContradiction(data.payment_id)
    throw new AppError('payment_contradicts')
  }

  return { receive }
}
