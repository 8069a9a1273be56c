import type { Executor } from './database.ts'
import { float, int, nullable, row } from './rows.ts'

/** A queue of what waits for its turn. `mayWait`: until a time that was promised, or for others, which is no lag. */
export type Backlog = { queue: string; waiting: number; oldestSeconds: number; mayWait?: boolean }
export type Looking = Pick<Executor, 'query'>

/** The columns of a statement that counts a queue: `waiting`, and `oldest`, its age in seconds. */
export const BACKLOG = { waiting: int, oldest: nullable(float) }
const OLDEST = row({ seconds: float })

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
