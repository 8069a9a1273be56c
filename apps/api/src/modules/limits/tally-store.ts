import { randomInt } from 'node:crypto'
import { HOUR_MS, MINUTE_MS } from '@avouch/contract'
import { later } from '../../platform/clock.ts'
import type { Executor } from '../../platform/database/database.ts'
import { int, row } from '../../platform/database/rows.ts'
import { sweepOf } from '../../platform/database/sweep.ts'

type Tallied = 'code-wrong'

const SLOT_MS = 10 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
/** Calls at the same moment seldom wait for each other's row. */
const SHARDS = 16

const ADD = `
  insert into tally as t (kind, slot, shard, hits) values ($1, $2, $3, 1)
  on conflict (kind, slot, shard) do update set hits = t.hits + 1`

const SUMS = `
  select (
    select coalesce(sum(t.hits), 0)::int from tally t where t.kind = $1 and t.slot > b.after and t.slot <= b.until) as hits
  from unnest($2::timestamptz[], $3::timestamptz[]) as b (after, until)`

/** A slot counts while any of it lies within the time. */
async function sums(db: Executor, kind: Tallied, perMs: number, ends: readonly Date[]): Promise<number[]> {
  const begins = ends.map((end) => later(end, -perMs - SLOT_MS))
  const counted = await db.query(SUMS, [kind, begins, ends], row({ hits: int }))
  return counted.map(({ hits }) => hits)
}

/** Counts one more. */
export async function addTally(db: Executor, kind: Tallied, now: Date): Promise<void> {
  const slot = new Date(Math.floor(now.getTime() / SLOT_MS) * SLOT_MS)
  await db.query(ADD, [kind, slot, randomInt(SHARDS)])
}

/** How many there were within the time before now, rounded up to whole slots. */
export const countWithin = async (db: Executor, kind: Tallied, perMs: number, now: Date): Promise<number> =>
  (await sums(db, kind, perMs, [now]))[0] ?? 0

/** The same at this time of each of the days before, zeros too. */
export const countOnDaysBefore = (
  db: Executor,
  kind: Tallied,
  perMs: number,
  days: number,
  now: Date,
): Promise<number[]> =>
  sums(
    db,
    kind,
    perMs,
    Array.from({ length: days }, (_, day) => later(now, -(day + 1) * DAY_MS)),
  )

export const sweepTallies = sweepOf({ keepMs: 15 * 24 * HOUR_MS, statement: 'delete from tally where slot <= $1' })
