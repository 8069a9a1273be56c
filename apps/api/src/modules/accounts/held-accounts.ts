import type { AppendEvents } from '../audit/index.ts'
import type { Database } from '../../platform/database/database.ts'
import { findHeld, restoreHeld } from './account-store.ts'

export type HeldAccounts = ReturnType<typeof createHeldAccounts>

/** Accounts that ended under age after they had proven the opposite, for the operator's commands. */
export function createHeldAccounts(db: Database, append: AppendEvents) {
  return {
    all: (now: Date) => findHeld(db, now),
    /** False when it is not held. */
    restore: (id: string, now: Date) =>
      db.transaction(async (tx) => {
        const restored = await restoreHeld(tx, id, now)
        if (restored) await append(tx, { type: 'operator.account_restored', accountId: id, reason: 'operator' })
        return restored
      }),
  }
}
