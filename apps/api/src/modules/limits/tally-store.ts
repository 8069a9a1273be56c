import { randomInt } from 'node:crypto'
import { HOUR_MS, MINUTE_MS } from '@avouch/contract'
import { later } from '../../platform/clock.ts'
import type { TallyStore } from './alarm.ports.ts'
import type { Executor } from '../../platform/database/database.ts'

const SLOT_MS = 10 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
/** Whoever counts at the same moment as another seldom meets them. */
const SHARDS = 16

const ADD = `
  insert into tally as t (kind, slot, shard, hits) values ($1, $2, $3, 1)
  on conflict (kind, slot, shard) do update set hits = t.hits + 1`

const SUMS = `
  select (
    select coalesce(sum(t.hits), 0)::int from tally t where t.kind = $1 and t.slot > b.after and t.slot <= b.until) as hits
  from unnest($2::timestamptz[], $3::timestamptz[]) as b (after, until)`

export function createTallyStore(db: Executor): TallyStore {
  /** A slot counts while any of it lies within the time. */
  async function sums(kind: string, perMs: number, ends: readonly Date[]): Promise<number[]> {
    const begins = ends.map((end) => later(end, -perMs - SLOT_MS))
    const rows = await db.query<{ hits: number }>(SUMS, [kind, begins, ends])
    return rows.map(({ hits }) => hits)
  }

  return {
    async add(kind, now) {
      const slot = new Date(Math.floor(now.getTime() / SLOT_MS) * SLOT_MS)
      await db.query(ADD, [kind, slot, randomInt(SHARDS)])
    },

    within: async (kind, perMs, now) => (await sums(kind, perMs, [now]))[0] ?? 0,

    onDaysBefore: (kind, perMs, days, now) =>
      sums(
        kind,
        perMs,
        Array.from({ length: days }, (_, day) => later(now, -(day + 1) * DAY_MS)),
      ),
  }
}
