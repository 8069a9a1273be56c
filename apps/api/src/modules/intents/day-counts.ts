import { HOUR_MS, MINUTE_MS } from '@avouch/contract'
import { type Clock, later } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import { row, timestamp } from '../../platform/database/rows.ts'
import { sweepOf } from '../../platform/database/sweep.ts'
import { COUNTED_BY, countsOf, DAY_COLUMNS } from './day-columns.ts'

const DAY_MS = 24 * HOUR_MS
/** No month is longer than 31 days, no two years than 731: the counts of 25 months, the current one included. */
const KEPT_DAYS = 762
/** Requests are deleted so many days after their end: none of a later month is gone. */
const ROWS_KEPT_DAYS = 90
/** A request is stored within seconds of its time, also by a process with a clock that differs by five. */
const SETTLED_AFTER_MS = HOUR_MS
/** Holds for any number of processes: a transaction locks the position. */
const COUNT_EVERY_MS = 5 * MINUTE_MS
const LATE_AFTER = `interval '${(SETTLED_AFTER_MS + 3 * COUNT_EVERY_MS) / MINUTE_MS} minutes'`
/** The most that one transaction counts. */
const MOST_MS = DAY_MS

/** Each website's part of the index is read: no index has the times of all. `offset 0` keeps it so for a long time too. */
const MADE = `
  select i.* from provider p cross join (values (true), (false)) m (live) cross join lateral (
    select ${COUNTED_BY} from intent i
    where i.provider_id = p.id and i.live = m.live and i.created_at > $1 and i.created_at <= $2 offset 0) i`

/**
 * Counts, in one statement, the requests made in a time, each once: those that have ended now, the others once they have. One that is
 * forgotten meanwhile was never counted.
 */
const COUNT = `
  with made as materialized (${MADE}),
    waiting as (insert into intent_uncounted select id from made where ended_at is null),
    over as (
      delete from intent_uncounted u
      where not exists (select from intent i where i.id = u.intent_id and i.ended_at is null) returning u.intent_id),
    ended as (
      select * from made where ended_at is not null
      union all select ${COUNTED_BY} from over o join intent i on i.id = o.intent_id)
  insert into intent_day as d (provider_id, live, day, method, ${DAY_COLUMNS.join(', ')}) ${countsOf('select * from ended')}
  on conflict (provider_id, live, day, method) do update set
    ${DAY_COLUMNS.map((column) => `${column} = d.${column} + excluded.${column}`).join(', ')}`

const BEGIN = 'insert into intent_counted (until) values ($1) on conflict do nothing'
/** One process counts at a time; the others have nothing to do. */
const LOCK = 'select until from intent_counted for update skip locked'
const MOVE = 'update intent_counted set until = $1'
const UNTIL = row({ until: timestamp })

/** The last moment before the first month (UTC) of which no request is deleted yet: counting begins there. */
function beforeFirstMonth(now: Date): Date {
  const oldest = later(now, -ROWS_KEPT_DAYS * DAY_MS)
  return new Date(Date.UTC(oldest.getUTCFullYear(), oldest.getUTCMonth() + 1) - 1)
}

/** Counts the next part, a day at most. @returns false when nothing is left, or another process counts */
const countNext = (db: Database, settled: Date): Promise<boolean> =>
  db.transaction(
    async (tx) => {
      const [counted] = await tx.query(LOCK, [], UNTIL)
      if (counted === undefined || +settled - +counted.until < COUNT_EVERY_MS) return false
      const next = new Date(Math.min(+settled, +counted.until + MOST_MS))
      await tx.query(COUNT, [counted.until, next])
      await tx.query(MOVE, [next])
      return next < settled
    },
    { hurry: false },
  )

export const COUNT_TIMER = { name: 'intents.count', everyMs: COUNT_EVERY_MS }

/** SQL: the position of the count, when it is late. */
export const COUNT_DUE = `
  select 'requests' as key, until + ${LATE_AFTER} as due from intent_counted where until <= $1::timestamptz - ${LATE_AFTER}`

/** Adds what has ended to the counts by day, from the rows: whichever version of the program wrote them. */
export const countTimer = ({ db, clock }: { db: Database; clock: Clock }) => ({
  ...COUNT_TIMER,
  async run(signal: AbortSignal) {
    const settled = later(clock(), -SETTLED_AFTER_MS)
    await db.query(BEGIN, [beforeFirstMonth(settled)])
    while (!signal.aborted && (await countNext(db, settled))) continue
  },
})

export const sweepCounts = sweepOf({
  keepMs: KEPT_DAYS * DAY_MS,
  table: 'intent_day',
  by: 'day',
  isDay: true,
})
