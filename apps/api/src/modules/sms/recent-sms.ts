import { MINUTE_MS } from '@avouch/contract'
import { later } from '../../platform/clock.ts'
import type { Looking } from '../../platform/database/backlog.ts'
import type { Executor } from '../../platform/database/database.ts'
import { bool, int, nullable, oneOf, row, text, timestamp } from '../../platform/database/rows.ts'
import type { Meter } from '../../platform/meter.ts'
import { GATEWAY_NAMES } from './fail-over.ts'
import { REPORT_STATES, REPORT_WHYS } from './gateways/adapter.ts'
import { STATES } from './outbox-store.ts'

/** `good_until` is later than both other times of an SMS, and has the index: no look reads SMS that are over. */
const NEWEST_SMS = 10
const SENT = `
  with of_number as (
    select distinct on (phone_idx) state, gateway, tries, created_at from sms_message
    where good_until > $1 and created_at > $1 and notice is distinct from 'trial' and (state in ('accepted', 'refused', 'dead') or (state = 'waiting' and tries > 0))
    order by phone_idx, created_at desc),
  newest as (select * from of_number order by created_at desc limit ${NEWEST_SMS})
  select count(*)::int as seen, count(*) filter (where state = 'accepted')::int as accepted,
    coalesce(sum(tries - (state = 'accepted')::int) filter (where state <> 'accepted' or gateway = 1), 0)::int as failed,
    count(*) filter (where state = 'accepted' and gateway = 2)::int as "bySecond"
  from newest`
const NONE = { seen: 0, accepted: 0, failed: 0, bySecond: 0 }
export type RecentSms = typeof NONE
const SENT_SMS = row({ seen: int, accepted: int, failed: int, bySecond: int })

/** Counts tries of the newest SMS, one of each number, over all processes: earlier successes hide no outage, and a single number raises no alarm. A message that the second gateway sent did not fail. */
export async function recentSms(db: Looking, since: Date): Promise<RecentSms> {
  const [found] = await db.query(SENT, [since], SENT_SMS)
  return found ?? NONE
}

/** SQL: the name of a gateway. */
const NAME = `case gateway when 1 then '${GATEWAY_NAMES[1]}' else '${GATEWAY_NAMES[2]}' end`
const COUNTED = row({
  gateway: oneOf(Object.values(GATEWAY_NAMES)),
  good: int,
  bad: int,
  lastGood: nullable(timestamp),
  since: nullable(timestamp),
  detail: nullable(text),
})
/** Counts what became of the newest SMS of a gateway. `since`: of the oldest among them that did not arrive. */
export type Arrived = ReturnType<typeof COUNTED.parse>

const NEWEST_REPORTS = 20
const REPORTED = `
  with newest as (
    select gateway, report = 'delivered' as is_good, report_why, claimed_at,
      row_number() over (partition by gateway order by claimed_at desc) as n
    from sms_message
    where good_until > $1 and claimed_at > $1 and report in ('delivered', 'undelivered') and report_why is distinct from 'account')
  select ${NAME} as gateway, count(*) filter (where is_good)::int as good, count(*) filter (where not is_good)::int as bad,
    max(claimed_at) filter (where is_good) as "lastGood", min(claimed_at) filter (where not is_good) as since,
    mode() within group (order by report_why) filter (where not is_good) as detail
  from newest where n <= ${NEWEST_REPORTS} group by gateway order by gateway`

/** Counts the newest reports of each gateway since then. */
export const recentReports = (db: Looking, since: Date): Promise<Arrived[]> => db.query(REPORTED, [since], COUNTED)

/** As long as digits are good. */
const TYPED_IN_MS = 5 * MINUTE_MS
const TYPED_FOR_MS = 60 * MINUTE_MS
const NEWEST_NUMBERS = 10
/** One SMS of a number, so that one visitor who asks again and again is one. */
const TYPED_IN = `
  with of_number as (
    select distinct on (gateway, phone_idx) gateway, claimed_at,
      coalesce(typed_in_at <= claimed_at + $3 * interval '1 millisecond', false) as is_good
    from sms_message where good_until > $1 and claimed_at > $1 and claimed_at <= $2 and code_id is not null and state = 'accepted'
    order by gateway, phone_idx, claimed_at desc),
  newest as (select *, row_number() over (partition by gateway order by claimed_at desc) as n from of_number)
  select ${NAME} as gateway, count(*) filter (where is_good)::int as good, count(*) filter (where not is_good)::int as bad,
    max(claimed_at) filter (where is_good) as "lastGood", min(claimed_at) filter (where not is_good) as since, null as detail
  from newest where n <= ${NEWEST_NUMBERS} group by gateway having count(*) >= ${NEWEST_NUMBERS} order by gateway`

/** Counts by gateway for how many of the newest ten numbers the code was typed in: a signal also without reports. Fewer than ten are not counted. */
export const typedInCodes = (db: Looking, now: Date): Promise<Arrived[]> =>
  db.query(TYPED_IN, [later(now, -TYPED_FOR_MS), later(now, -TYPED_IN_MS), TYPED_IN_MS], COUNTED)

/** Measures the share of codes that were typed in, the same from every process. */
export const measureTypedIn = (look: Looking, clock: () => Date, meter: Meter): void =>
  meter.gauge(
    {
      name: 'sms_codes_typed_in_ratio',
      help: 'Of the newest ten numbers with an SMS of the gateway, the share whose code was typed in within five minutes.',
      labels: ['gateway'],
    },
    async () =>
      // AvouchDatabaseSilent is the alert for an unreachable database.
      (await typedInCodes(look, clock()).catch(() => [])).map(({ gateway, good, bad }) => ({
        labels: { gateway },
        value: good / (good + bad),
      })),
  )

const OF_NUMBER = `
  select created_at as "at", notice, state, good_until as "goodUntil", report, report_why as "why", typed_in_at is not null as "isTypedIn"
  from sms_message where phone_idx = $1 and created_at >= $2 order by created_at desc, id desc limit $3`
const SENT_TO_NUMBER = row({
  at: timestamp,
  notice: nullable(text),
  state: oneOf(STATES),
  goodUntil: timestamp,
  report: nullable(oneOf(REPORT_STATES)),
  why: nullable(oneOf(REPORT_WHYS)),
  isTypedIn: bool,
})
export type SentToNumber = ReturnType<typeof SENT_TO_NUMBER.parse>

/** Reads the newest SMS of a number, the newest first. */
export const smsOfNumber = (db: Executor, phoneIdx: Buffer, since: Date, limit: number): Promise<SentToNumber[]> =>
  db.query(OF_NUMBER, [phoneIdx, since, limit], SENT_TO_NUMBER)

const REFUSED_COUNTRIES = `
  select country from sms_spend where day = ($1::timestamptz at time zone 'utc')::date
  group by country having bool_and(outcome in ('refused', 'not_taken')) order by country`

/** Finds countries in which every SMS of the day (UTC) was refused. */
export const refusedCountries = async (db: Looking, now: Date): Promise<string[]> =>
  (await db.query(REFUSED_COUNTRIES, [now], row({ country: text }))).map(({ country }) => country)
