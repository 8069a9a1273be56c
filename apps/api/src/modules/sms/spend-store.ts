import { HOUR_MS } from '@avouch/contract'
import type { Executor } from '../../platform/database/database.ts'
import { bigint, oneOf, row, text } from '../../platform/database/rows.ts'
import { sweepOf } from '../../platform/database/sweep.ts'

const SPENT = `
  select to_char(day, 'YYYY-MM-DD') as day, country, outcome, sum(total) as total, sum(cents) as cents
  from sms_spend where day >= ($1::timestamptz at time zone 'utc')::date
  group by sms_spend.day, country, outcome order by sms_spend.day, country, outcome`
const SPENT_ROW = row({
  day: text,
  country: text,
  outcome: oneOf(['accepted', 'refused', 'unknown', 'not_taken']),
  total: bigint,
  cents: bigint,
})

/** How many SMS ended how, and their estimated price, by day and country. Messages that are still tried are not counted yet. */
export const readSpend = (db: Executor, since: Date) => db.query(SPENT, [since], SPENT_ROW)

export const sweepSpend = sweepOf({
  keepMs: 395 * 24 * HOUR_MS,
  table: 'sms_spend',
  where: "t.day < ($1::timestamptz at time zone 'utc')::date",
})
