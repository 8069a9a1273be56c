import type { AuditEvent, Report } from '../audit/index.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Back, Counters } from '../limits/index.ts'

type Deps = { db: Database; counters: Pick<Counters, 'giveBack'>; report: Report }

/**
 * What follows from a right PIN, in the transaction of what comes next: places go back, and the trail records it. `settled`:
 * that transaction is over.
 */
export type RightPin = { back: Back; events: readonly AuditEvent[]; settled: () => void }

/** What has to be settled once after a guess: by what follows from it, or else by itself. */
export function createSettlement({ db, counters, report }: Deps) {
  let back: Back = []
  let events: readonly AuditEvent[] = []
  const ends: (() => void)[] = []

  function settled(): void {
    back = []
    events = []
    for (const end of ends.splice(0)) end()
  }

  return {
    /** It goes back unless the guess is a wrong one. */
    owe: (more: Back) => void (back = [...back, ...more]),
    /** The guess was wrong: its places stay taken. */
    forget: () => void (back = []),
    /** The guess was right. `end` follows when that is settled. */
    right(more: Back, event: AuditEvent, end: () => void): RightPin {
      back = [...back, ...more]
      events = [event]
      ends.push(end)
      return { back, events, settled }
    },
    /** Whatever is not settled by now. */
    async finish(): Promise<void> {
      try {
        await counters.giveBack(db, back)
        if (events.length > 0) await report(...events)
      } finally {
        settled()
      }
    },
  }
}
export type GuessSettlement = ReturnType<typeof createSettlement>
