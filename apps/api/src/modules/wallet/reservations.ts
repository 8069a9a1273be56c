import type { Executor } from '../../platform/database/database.ts'
import { bigint, row, text } from '../../platform/database/rows.ts'
import { lockAccounts, post } from './ledger-store.ts'

const FREE = `
  update payment set held = false where intent_id = any($1) and held
  returning intent_id, available_id, reserved_id, amount`
const FREED = row({ intent_id: text, available_id: text, reserved_id: text, amount: bigint })

/** Marks the payments of these intents as no longer held. @returns those that were */
async function freePayments(tx: Executor, intentIds: readonly string[]) {
  const freed = await tx.query(FREE, [intentIds], FREED)
  return freed.map(({ intent_id, available_id, reserved_id, amount }) => ({
    intentId: intent_id,
    availableId: available_id,
    reservedId: reserved_id,
    amount,
  }))
}

/** Moves what was reserved for ending intents back to the wallets. One statement locks all accounts, against deadlocks. */
export async function releaseReservations(tx: Executor, intentIds: readonly string[], now: Date): Promise<void> {
  const freed = await freePayments(tx, intentIds)
  if (freed.length === 0) return
  await lockAccounts(tx, [...new Set(freed.flatMap(({ availableId, reservedId }) => [availableId, reservedId]))])
  for (const { intentId, availableId, reservedId, amount } of freed) {
    const lines = [[reservedId, -amount] as const, [availableId, amount] as const]
    await post(tx, { kind: 'release', cause: `release:${intentId}`, intentId, at: now, lines })
  }
}
