import type { Executor } from './database.ts'
import { float, int, nullable, row, text } from './rows.ts'

/** What waits for its turn. `mayWait`: it is its own wait, until a time that was promised, and no lag. */
export type Backlog = { queue: string; waiting: number; oldestSeconds: number; mayWait?: boolean }
export type Looking = Pick<Executor, 'query'>

/** The columns of a statement that counts a queue: `waiting`, and `oldest`, its age in seconds. */
export const BACKLOG = { waiting: int, oldest: nullable(float) }
const JOBS = row({ queue: text, ...BACKLOG })
const OLDEST = row({ seconds: float })

/** A job is due by the time of the database. */
const COUNT_JOBS = `
  select q.name as queue, count(j.id)::int as waiting, extract(epoch from now() - min(j.start_after))::float8 as oldest
  from jobs.queue q left join jobs.job j
    on j.name = q.name and j.state < 'active' and not j.blocked and j.start_after <= now()
  where q.name !~ '^__' group by q.name`

const OLDEST_TRANSACTION = `
  select coalesce(extract(epoch from clock_timestamp() - min(xact_start)), 0)::float8 as seconds from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`

export const backlogOf = (queue: string, { waiting, oldest }: { waiting: number; oldest: number | null }): Backlog => ({
  queue,
  waiting,
  oldestSeconds: Math.max(0, oldest ?? 0),
})

/** Jobs that are due. */
export const jobBacklogs = async (look: Looking): Promise<Backlog[]> =>
  (await look.query(COUNT_JOBS, [], JOBS)).map(({ queue, ...found }) => backlogOf(`job ${queue}`, found))

/** Of the roles that this one may see: its own, or with pg_read_all_stats all. */
export async function oldestTransaction(look: Looking): Promise<number> {
  const [found] = await look.query(OLDEST_TRANSACTION, [], OLDEST)
  return found?.seconds ?? 0
}
