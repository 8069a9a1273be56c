import type { Executor } from '../../platform/database/database.ts'
import { holdAccounts, post } from './ledger.ts'
import { minorUnits } from '../../platform/minor-units.ts'

const FREE = `
  update payment set held = false where intent_id = any($1) and held
  returning intent_id, available_id, reserved_id, amount`
type FreedRow = { intent_id: string; available_id: string; reserved_id: string; amount: unknown }

/** What was set aside for intents that end is free again. All accounts at once, so that nobody waits in a circle. */
export async function releaseReservations(tx: Executor, intentIds: readonly string[], now: Date): Promise<void> {
  const freed = await tx.query<FreedRow>(FREE, [intentIds])
  if (freed.length === 0) return
  await holdAccounts(tx, [...new Set(freed.flatMap(({ available_id, reserved_id }) => [available_id, reserved_id]))])
  for (const { intent_id: intentId, available_id, reserved_id, amount } of freed) {
    const lines = [[reserved_id, -minorUnits(amount)] as const, [available_id, minorUnits(amount)] as const]
    await post(tx, { kind: 'release', cause: `release:${intentId}`, intentId, at: now, lines })
  }
}
