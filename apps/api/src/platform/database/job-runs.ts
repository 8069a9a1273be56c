import { HOUR_MS } from '@avouch/contract'
import { later } from '../clock.ts'
import type { Executor } from './database.ts'
import { int, nullable, row, text, timestamp } from './rows.ts'
import type { Failure } from './streaks.ts'
import { sweepOf } from './sweep.ts'

const WEEK_MS = 7 * 24 * HOUR_MS

/** The runs of a job that a process has not written down yet. */
export type Runs = {
  done: number
  failed: number
  lastDoneAt?: Date
  lastMs?: number
  lastFailedAt?: Date | undefined
  /** The first failure since the last success. */
  failure?: Failure
}

const RECORD = `
  insert into job_run as r (name, day, done_total, failed_total, last_done_at, last_ms, last_failed_at)
  values ($1, ($2::timestamptz at time zone 'utc')::date, $3, $4, $5, $6, $7)
  on conflict (name, day) do update set done_total = r.done_total + excluded.done_total,
    failed_total = r.failed_total + excluded.failed_total,
    last_done_at = greatest(r.last_done_at, excluded.last_done_at), last_ms = coalesce(excluded.last_ms, r.last_ms),
    last_failed_at = greatest(r.last_failed_at, excluded.last_failed_at)`

export const recordRuns = async (db: Executor, name: string, runs: Runs, now: Date): Promise<void> => {
  const { done, failed, lastDoneAt = null, lastMs = null, lastFailedAt = null } = runs
  await db.query(RECORD, [name, now, done, failed, lastDoneAt, lastMs, lastFailedAt])
}

const RUNS = `
  select name, sum(done_total)::int as done, sum(failed_total)::int as failed, max(last_done_at) as last_done,
    (array_agg(last_ms order by last_done_at desc nulls last))[1] as last_ms, max(last_failed_at) as last_failed
  from job_run where day >= ($1::timestamptz at time zone 'utc')::date group by name`
const RUN_TOTALS = row({
  name: text,
  done: int,
  failed: int,
  last_done: nullable(timestamp),
  last_ms: nullable(int),
  last_failed: nullable(timestamp),
})

/** Adds up the runs of the last week, by job. */
export async function readRuns(db: Executor, now: Date) {
  const found = await db.query(RUNS, [later(now, -WEEK_MS)], RUN_TOTALS)
  return new Map(found.map((runs) => [runs.name, runs]))
}

export const sweepRuns = sweepOf({
  keepMs: WEEK_MS,
  table: 'job_run',
  where: "t.day < ($3::timestamptz at time zone 'utc')::date",
})
