import type { Backlog, Due, Looking } from './database/backlog.ts'
import type { SealedTable } from './database/sealed-values.ts'
import type { Sweep } from './database/sweep.ts'
import { dueOf, type OutboxTable } from './outbox.ts'

/** Enters a module in every list of the server: jobs, queues, retention, keys, metrics. */
export type Background = {
  /** Counted and listed from here; `serving.ts` starts the work on them. */
  outboxes?: readonly OutboxTable[]
  /** Started in `serving.ts`. `due`: SQL, the rows that wait for it, as `dueOf` writes them. */
  timers?: readonly { name: string; everyMs: number; due?: string }[]
  /** Run in this order. */
  sweeps?: Readonly<Record<string, Sweep>>
  /** Counts what the rows that are due do not show. */
  backlogs?: readonly ((look: Looking, now: Date) => Promise<readonly Backlog[]>)[]
  sealed?: readonly SealedTable[]
  /** Warnings of which a single one is worth an alert. */
  rareWarnings?: readonly string[]
}

/** Lists the rows with a date that outboxes and timers have not worked on in time. */
export const dueRows = (all: readonly Background[]): Due[] =>
  all.flatMap(({ outboxes = [], timers = [] }) => [
    ...outboxes.flatMap((outbox) =>
      outbox.isDuty === undefined ? [] : { queue: outbox.name, rows: dueOf(outbox), isDuty: outbox.isDuty },
    ),
    ...timers.flatMap(({ name, due }) => (due === undefined ? [] : { queue: name, rows: due, isDuty: true })),
  ])
