import type { Executor } from '../../platform/database/database.ts'
import { bigint, row, text } from '../../platform/database/rows.ts'

const FREE = `
  update payment set held = false where intent_id = any($1) and held
  returning intent_id, available_id, reserved_id, amount`
const FREED = row({ intent_id: text, available_id: text, reserved_id: text, amount: bigint })

/** Marks the payments of these intents as no longer held. @returns those that were */
export async function freePayments(tx: Executor, intentIds: readonly string[]) {
  const freed = await tx.query(FREE, [intentIds], FREED)
  return freed.map(({ intent_id, available_id, reserved_id, amount }) => ({
    intentId: intent_id,
    availableId: available_id,
    reservedId: reserved_id,
    amount,
  }))
}
