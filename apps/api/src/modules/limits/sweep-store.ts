import { HOUR_MS } from '@avouch/contract'
import { later } from '../../platform/clock.ts'
import type { Sweep } from '../../platform/database/sweep.ts'
import { dayOf } from './counter-store.ts'

const DAY_MS = 24 * HOUR_MS
const RANGES = 256
const DELETE_ENDED = 'delete from counter where key >= $1 and ($2::bytea is null or key < $2) and ends <= $3'

/** Walks the primary key, a part at a time: a second index would cost each write, and a long delete would hold rows. */
export const sweepCounters: Sweep = async (db, now) => {
  const from = (first: number) => (first < RANGES ? Buffer.from([first]) : null)
  for (let first = 0; first < RANGES; first++)
    await db.query(DELETE_ENDED, [first === 0 ? Buffer.alloc(0) : from(first), from(first + 1), now.getTime()])
  await db.query('delete from earned_room where day < $1', [dayOf(later(now, -DAY_MS))])
}
