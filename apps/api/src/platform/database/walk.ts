import { HOUR_MS, MINUTE_MS, SECOND_MS } from '@avouch/contract'
import { later } from '../clock.ts'
import type { Looking } from './backlog.ts'
import type { Executor } from './database.ts'
import { float, int, row, text, timestamp } from './rows.ts'

/** Blocks that one statement reads: less than a thousand rows. */
const PAGES_AT_ONCE = 4
/** Blocks that each run reads at least, so that a small table is walked as a whole. */
const PAGES_A_RUN = 64
const LONGEST_MS = 12 * HOUR_MS
/** The time after which another process goes on with the walk of one that died. */
const LEASE_MS = 5 * MINUTE_MS

/** A lease that ends later than a new one was made before the clock was set back. */
const CLAIM = `
  insert into sweep_walk as w (swept, page_number, due_at, claimed_until) values ($1, 0, $3, $4)
  on conflict (swept) do update set claimed_until = $4
    where w.claimed_until is null or w.claimed_until <= $2 or w.claimed_until > $4
  returning page_number as page, least(due_at, $3) as "dueAt",
    (pg_relation_size($1::regclass) / current_setting('block_size')::integer)::integer as pages`
const CLAIMED = row({ page: int, dueAt: timestamp, pages: int })

const RELEASE = 'update sweep_walk set page_number = $2, due_at = $3, claimed_until = null where swept = $1'

/** SQL: rows of the blocks that a step of a walk reads, as `t`. The values of its statement begin with these two. */
export const IN_STEP = `t.ctid >= $1::tid and t.ctid < $2::tid`
export type Step = readonly [from: string, until: string]

/** Limits how long rows stay that a walk has missed: as long as rows are kept, and half a day at most. */
export const walkTime = (keepMs: number): number => Math.min(Math.max(keepMs, HOUR_MS), LONGEST_MS)

type Walk = { table: string; withinMs: number; now: Date }

/**
 * Walks through a table that has no index by time, block by block, evenly over `withinMs`, whatever the number of processes. Where a step
 * fails, the next run repeats it, and the end of the walk is overdue.
 */
export async function walk(db: Executor, { table, withinMs, now }: Walk, run: (step: Step) => Promise<unknown>) {
  const end = later(now, withinMs)
  const [at] = await db.query(CLAIM, [table, now, end, later(now, LEASE_MS)], CLAIMED)
  if (at === undefined) return
  const due = Math.ceil(at.pages * (1 - (at.dueAt.getTime() - now.getTime()) / withinMs))
  const until = Math.min(Math.max(at.page + PAGES_A_RUN, due), at.pages)
  let { page } = at
  try {
    for (; page < until; page += PAGES_AT_ONCE)
      await run([`(${page},0)`, `(${Math.min(page + PAGES_AT_ONCE, until)},0)`])
  } finally {
    await db.query(RELEASE, [table, ...(page >= at.pages ? [0, end] : [Math.min(page, until), at.dueAt])])
  }
}

const OVERDUE = `
  select swept as key, extract(epoch from $1::timestamptz - due_at)::float8 - $2::float8 as oldest from sweep_walk
  where swept = any($3)`

/** Reads for how long each walk through these tables should have ended. Another version may walk through others. */
export const overdueWalks = (
  look: Looking,
  now: Date,
  { waitMs, tables }: { waitMs: number; tables: readonly string[] },
) => look.query(OVERDUE, [now, waitMs / SECOND_MS, tables], row({ key: text, oldest: float }))
