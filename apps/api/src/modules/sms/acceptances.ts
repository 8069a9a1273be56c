import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import { type Accepted, settleAccepted } from './sms-store.ts'

/** As long as others may join. A process that dies in between leaves its SMS to another, which asks the gateway once more. */
const GATHER_MS = 50

type Deps = {
  db: Database
  clock: Clock
  pause: (milliseconds: number, signal: AbortSignal) => Promise<void>
  /** Ends the wait for others. */
  stopping: AbortSignal
}
export type Acceptances = ReturnType<typeof createAcceptances>

/**
 * Stores that the gateway accepted messages: nothing follows from it and no visitor waits for it, so those of a moment are one
 * statement and one commit.
 */
export function createAcceptances({ db, clock, pause, stopping }: Deps) {
  let next: { all: Accepted[]; stored: Promise<void> } | undefined

  function begin() {
    const all: Accepted[] = []
    const stored = pause(GATHER_MS, stopping).then(() => {
      next = undefined
      return db.transaction((tx) => settleAccepted(tx, all, clock()))
    })
    return { all, stored }
  }

  return {
    /** Together with those of the same moment. */
    store(accepted: Accepted): Promise<void> {
      next ??= begin()
      next.all.push(accepted)
      return next.stored
    },
  }
}
