import { HOUR_MS } from '@avouch/contract'
import { later } from '../../platform/clock.ts'
import type { Executor } from '../../platform/database/database.ts'
import { bigint, int, row, text } from '../../platform/database/rows.ts'
import { sweepOf } from '../../platform/database/sweep.ts'
import type { GatewayNumber } from './gateways.ts'

/** The days after which a country's counts are deleted. */
export const DELIVERY_DAYS = 395

const ADD = `
  insert into sms_delivery as d (day, country, gateway, state, total)
  values (($1::timestamptz at time zone 'utc')::date, $2, $3, $4, $5)
  on conflict (day, country, gateway, state) do update set total = d.total + excluded.total`

type Counted = {
  /** When the SMS was sent: its reports count for the same day. */
  at: Date
  country: string
  gateway: GatewayNumber
  state: 'accepted' | 'delivered' | 'undelivered'
  /** -1 takes back what another report corrects. */
  by?: 1 | -1
}

export const addDelivery = async (tx: Executor, { at, country, gateway, state, by = 1 }: Counted): Promise<void> =>
  void (await tx.query(ADD, [at, country, gateway, state, by]))

const READ = `
  select to_char(day, 'YYYY-MM-DD') as day, country, gateway,
    coalesce(sum(total) filter (where state = 'accepted'), 0)::bigint as accepted,
    coalesce(sum(total) filter (where state = 'delivered'), 0)::bigint as delivered,
    coalesce(sum(total) filter (where state = 'undelivered'), 0)::bigint as undelivered
  from sms_delivery where day >= ($1::timestamptz at time zone 'utc')::date
  group by sms_delivery.day, country, gateway order by sms_delivery.day, country, gateway`
const COUNTS = row({ day: text, country: text, gateway: int, accepted: bigint, delivered: bigint, undelivered: bigint })

/** Reads what became of the SMS of gateways that report, by day and country: of today, in UTC, and the days before it. */
export const readDelivery = (db: Executor, { now, days }: { now: Date; days: number }) =>
  db.query(READ, [later(now, -(days - 1) * 24 * HOUR_MS)], COUNTS)

export const sweepDelivery = sweepOf({
  keepMs: DELIVERY_DAYS * 24 * HOUR_MS,
  table: 'sms_delivery',
  where: "t.day < ($1::timestamptz at time zone 'utc')::date",
})
