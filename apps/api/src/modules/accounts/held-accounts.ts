import type { AppendEvents, AuditType } from '../audit/index.ts'
import type { Database } from '../../platform/database/database.ts'
import { eraseHeldNow, findHeld, restoreHeld } from './account-store.ts'

export type HeldAccounts = ReturnType<typeof createHeldAccounts>

/** Accounts that ended under age after they had proven the opposite, for the operator's commands. */
export function createHeldAccounts(db: Database, append: AppendEvents) {
  const decide = (change: typeof restoreHeld, type: AuditType) => (id: string, now: Date) =>
    db.transaction(async (tx) => {
      const decided = await change(tx, id, now)
      if (decided) await append(tx, { type, accountId: id, reason: 'operator' })
      return decided
    })

  return {
    all: (now: Date) => findHeld(db, now),
    /** False when it is not held. The job that erases finds it. */
    eraseNow: decide(eraseHeldNow, 'operator.account_erased'),
    /** False when it is not held. */
    restore: decide(restoreHeld, 'operator.account_restored'),
  }
}
