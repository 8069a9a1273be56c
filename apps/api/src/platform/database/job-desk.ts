import type { Executor } from './database.ts'
import { float, int, nullable, row, text, timestamp } from './rows.ts'

/** Jobs that are done are kept for a week. */
const OVERVIEW = `
  select q.name, s.cron,
    count(j.id) filter (where j.state < 'active')::int as waiting,
    count(j.id) filter (where j.state = 'active')::int as running,
    count(j.id) filter (where j.state = 'completed')::int as done,
    count(j.id) filter (where j.state = 'failed')::int as failed,
    coalesce(sum(j.retry_count), 0)::int as repeated,
    max(j.completed_on) filter (where j.state = 'completed') as last_done,
    (array_agg(extract(epoch from j.completed_on - j.started_on)::float8 order by j.completed_on desc)
      filter (where j.state = 'completed' and j.started_on is not null))[1] as last_seconds,
    max(j.completed_on) filter (where j.state = 'failed') as last_failed,
    min(j.start_after) filter (where j.state < 'active') as next
  from jobs.queue q left join jobs.job j on j.name = q.name left join jobs.schedule s on s.name = q.name
  where q.name !~ '^__' group by q.name, s.cron order by q.name`
const QUEUE = row({
  name: text,
  cron: nullable(text),
  waiting: int,
  running: int,
  done: int,
  failed: int,
  repeated: int,
  last_done: nullable(timestamp),
  last_seconds: nullable(float),
  last_failed: nullable(timestamp),
  next: nullable(timestamp),
})

/** What the last week's jobs of each queue came to, and when the next one begins. */
export const jobOverview = async (db: Executor) =>
  (await db.query(OVERVIEW, [], QUEUE)).map(({ last_done, last_seconds, last_failed, ...queue }) => ({
    ...queue,
    lastDone: last_done,
    lastMs: last_seconds === null ? null : Math.round(last_seconds * 1_000),
    lastFailed: last_failed,
  }))

/** As the queue's own program makes one. A running server finds it within two seconds. */
const ADD = `
  insert into jobs.job (name, data, priority, retry_limit, retry_delay, retry_backoff, retry_delay_max, expire_seconds,
    deletion_seconds, keep_until, policy)
  select name, '{}', 1, retry_limit, retry_delay, retry_backoff, retry_delay_max, expire_seconds,
    deletion_seconds, now() + retention_seconds * interval '1 s', policy
  from jobs.queue where name = $1 returning name`

/** Adds a job that has no payload. @returns false when no server has made the queue yet */
export const addJob = async (tx: Executor, queue: string): Promise<boolean> =>
  (await tx.query(ADD, [queue], row({ name: text }))).length > 0
