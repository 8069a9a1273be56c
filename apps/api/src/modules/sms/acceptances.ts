import { batch } from '../../platform/batch.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Executor } from '../../platform/database/database.ts'
import { type Accepted, settleAccepted } from './sms-store.ts'

export type Acceptances = ReturnType<typeof createAcceptances>

/**
 * Stores that the gateway accepted messages: nothing follows from it and no visitor waits for it, so those that come while
 * others are stored are one statement and one commit.
 */
export function createAcceptances({ db, clock }: { db: Executor; clock: Clock }) {
  const pending = new Set<string>()
  const write = batch((all: readonly Accepted[]) => settleAccepted(db, all, clock()))
  return {
    store(accepted: Accepted): Promise<void> {
      pending.add(accepted.id)
      return write([accepted]).finally(() => pending.delete(accepted.id))
    },
    /** Whether the gateway has it, although the database does not say so yet. */
    has: (id: string): boolean => pending.has(id),
  }
}
