import type { Executor } from './database.ts'
import { float, int, nullable, row, text } from './rows.ts'

/**
 * A queue of what waits for its turn. `row`: the one that waits the longest. `isDuty`: due at a promised date, and
 * no visitor waits for it. `mayWait`: scheduled for later, or waiting for a third party; never counted as lag.
 */
export type Backlog = {
  queue: string
  waiting: number
  oldestSeconds: number
  row?: string | undefined
  isDuty?: boolean
  mayWait?: boolean
}
export type Looking = Pick<Executor, 'query'>

/** The columns of a statement that counts a queue: `waiting`, and `oldest`, its age in seconds. */
export const BACKLOG = { waiting: int, oldest: nullable(float) }
const OLDEST = row({ seconds: float })

/** Rows that are counted at most: no look takes longer because a queue is long. */
export const COUNTED = 1_000

/** SQL: rows that are due, as `key` and `due`, of which an index gives the first ones. $1 is the time. */
export type Due = { queue: string; rows: string; isDuty: boolean }

const dueIn = ({ queue, rows }: Due) => `
  select '${queue}' as queue, count(*)::int as waiting, extract(epoch from $1::timestamptz - min(due))::float8 as oldest,
    (array_agg(key order by due))[1] as key
  from (${rows} order by due limit ${COUNTED}) due`
const DUE = row({ queue: text, ...BACKLOG, key: nullable(text) })

/** Reads the rows that are overdue, whatever the job says that works on them. */
export async function dueBacklogs(look: Looking, now: Date, all: readonly Due[]): Promise<Backlog[]> {
  const found = await look.query(all.map(dueIn).join(' union all '), [now], DUE)
  return found.map(({ queue, key, ...counts }) => ({
    ...backlogOf(queue, counts),
    row: key ?? undefined,
    isDuty: all.some((one) => one.queue === queue && one.isDuty),
  }))
}

const OLDEST_TRANSACTION = `
  select coalesce(extract(epoch from clock_timestamp() - min(xact_start)), 0)::float8 as seconds from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`

export const backlogOf = (queue: string, { waiting, oldest }: { waiting: number; oldest: number | null }): Backlog => ({
  queue,
  waiting,
  oldestSeconds: Math.max(0, oldest ?? 0),
})

/** Reads the age of the oldest transaction, of the roles that this one may see: its own, or with pg_read_all_stats all. */
export async function oldestTransaction(look: Looking): Promise<number> {
  const [found] = await look.query(OLDEST_TRANSACTION, [], OLDEST)
  return found?.seconds ?? 0
}
