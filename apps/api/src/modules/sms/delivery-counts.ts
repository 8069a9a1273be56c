import { FEWEST_SHOWN, HOUR_MS } from '@avouch/contract'
import { bucketColumns, bucketOf, secondsFor } from '../../platform/buckets.ts'
import { later } from '../../platform/clock.ts'
import type { Executor } from '../../platform/database/database.ts'
import { array, int, row, text } from '../../platform/database/rows.ts'
import { type Sweep, sweepOf, walkOf } from '../../platform/database/sweep.ts'
import { IN_STEP } from '../../platform/database/walk.ts'
import type { GatewayNumber } from './fail-over.ts'

/** The days after which a country's counts are deleted. */
export const DELIVERY_DAYS = 395

const BOUNDS = [5, 10, 20, 30, 60, 120, 300] as const
const BUCKETS = bucketColumns('delivered', BOUNDS)
const COLUMNS = ['accepted', 'delivered', 'undelivered', ...BUCKETS]

const ADD = `
  insert into sms_delivery as d (day, country, gateway, ${COLUMNS.join(', ')})
  values (($1::timestamptz at time zone 'utc')::date, $2, $3, $4, $5, $6,
    ${BUCKETS.map((_, n) => `case when $7::integer = ${n} then 1 else 0 end`).join(', ')})
  on conflict (day, country, gateway) do update set
    ${COLUMNS.map((column) => `${column} = d.${column} + excluded.${column}`).join(', ')}`

/** `at`: when the SMS was sent, as its reports count for the same day. */
type Where = { at: Date; country: string; gateway: GatewayNumber }
/** -1 takes back what another report corrects. `seconds`: until it was delivered. */
type Counts = Partial<Record<'accepted' | 'delivered' | 'undelivered' | 'seconds', number>>

export async function addDelivery(tx: Executor, { at, country, gateway }: Where, more: Counts): Promise<void> {
  const { accepted = 0, delivered = 0, undelivered = 0, seconds } = more
  const bucket = seconds === undefined ? null : bucketOf(seconds, BOUNDS)
  await tx.atCommit(ADD, [at, country, gateway, accepted, delivered, undelivered, bucket])
}

const READ = `
  select to_char(day, 'YYYY-MM-DD') as day, country, gateway, accepted, delivered, undelivered
  from sms_delivery where day >= ($1::timestamptz at time zone 'utc')::date
  order by sms_delivery.day, country, gateway`
const COUNTS = row({ day: text, country: text, gateway: int, accepted: int, delivered: int, undelivered: int })

/** Reads what became of the SMS of gateways that report, by day and country: of today, in UTC, and the days before it. */
export const readDeliveryCounts = (db: Executor, { now, days }: { now: Date; days: number }) =>
  db.query(READ, [later(now, -(days - 1) * 24 * HOUR_MS)], COUNTS)

const SUM = `
  select country, gateway, sum(accepted)::int as accepted, sum(delivered)::int as delivered,
    sum(undelivered)::int as undelivered, array[${BUCKETS.map((column) => `sum(${column})::int`).join(', ')}] as buckets
  from sms_delivery where day >= ($1::timestamptz at time zone 'utc')::date
  group by country, gateway order by sum(accepted) desc, country, gateway`
const SUMS = row({ country: text, gateway: int, accepted: int, delivered: int, undelivered: int, buckets: array(int) })

/** The same of all these days together, the most SMS first, and how long half and nine in ten took. Of fewer than twenty, one may be a person's. */
export const sumDelivery = async (db: Executor, { now, days }: { now: Date; days: number }) =>
  (await db.query(SUM, [later(now, -(days - 1) * 24 * HOUR_MS)], SUMS)).map(({ buckets, ...sums }) => {
    const isEnough = buckets.reduce((sum, count) => sum + count, 0) >= FEWEST_SHOWN
    const within = (share: number) => (isEnough ? secondsFor(share, buckets, BOUNDS) : null)
    return { ...sums, half_within: within(0.5), most_within: within(0.9) }
  })

/** A country with fewer SMS on a day is counted among others once the console shows the day no more: it may be a single person. */
const FEW = 5
const FOLD_AFTER_DAYS = 7

/** Adds up a table's small counts of a day. The first of `counts` is the number of SMS. */
export function foldOf(table: string, by: string, counts: readonly string[]): Sweep {
  const fold = `
    with small as (
      delete from ${table} t where ${IN_STEP} and country <> 'other' and ${counts[0]} < ${FEW}
        and day < ($3::timestamptz at time zone 'utc')::date
      returning day, ${by}, ${counts.join(', ')})
    insert into ${table} as t (day, country, ${by}, ${counts.join(', ')})
    select day, 'other', ${by}, ${counts.map((one) => `sum(${one})`).join(', ')} from small group by day, ${by}
    on conflict (day, country, ${by}) do update set ${counts.map((one) => `${one} = t.${one} + excluded.${one}`).join(', ')}`
  return walkOf(table, FOLD_AFTER_DAYS * 24 * HOUR_MS, fold)
}
export const foldDelivery = foldOf('sms_delivery', 'gateway', COLUMNS)

export const sweepDelivery = sweepOf({
  keepMs: DELIVERY_DAYS * 24 * HOUR_MS,
  table: 'sms_delivery',
  by: 'day',
  isDay: true,
})
