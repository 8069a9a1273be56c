import type { Clock } from '../../platform/clock.ts'
import type { Executor } from '../../platform/database/database.ts'
import { type Accepted, settleAccepted } from './sms-store.ts'

export type Acceptances = ReturnType<typeof createAcceptances>

/** Stores that the gateway accepted messages: nothing follows from it and no visitor waits for it. */
export function createAcceptances({ db, clock }: { db: Executor; clock: Clock }) {
  const pending = new Set<string>()
  return {
    store(accepted: Accepted): Promise<void> {
      pending.add(accepted.id)
      return settleAccepted(db, [accepted], clock()).finally(() => pending.delete(accepted.id))
    },
    /** Whether the gateway has it, although the database does not say so yet. */
    has: (id: string): boolean => pending.has(id),
  }
}
