import type { Executor } from '../../platform/database/database.ts'
import { holdAccounts, post } from './ledger-store.ts'
import { freePayments } from './reservation-store.ts'

/** Moves what was reserved for intents that end back to the wallets. All accounts are locked at once, against deadlocks. */
export async function releaseReservations(tx: Executor, intentIds: readonly string[], now: Date): Promise<void> {
  const freed = await freePayments(tx, intentIds)
  if (freed.length === 0) return
  await holdAccounts(tx, [...new Set(freed.flatMap(({ availableId, reservedId }) => [availableId, reservedId]))])
  for (const { intentId, availableId, reservedId, amount } of freed) {
    const lines = [[reservedId, -amount] as const, [availableId, amount] as const]
    await post(tx, { kind: 'release', cause: `release:${intentId}`, intentId, at: now, lines })
  }
}
