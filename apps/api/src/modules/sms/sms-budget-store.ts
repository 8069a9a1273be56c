import { HOUR_MS, MINUTE_MS } from '@avouch/contract'
import { later } from '../../platform/clock.ts'
import type { Executor } from '../../platform/database/database.ts'
import { bool, float, int, row, text, timestamp } from '../../platform/database/rows.ts'
import { sweepOf } from '../../platform/database/sweep.ts'
import type { SmsRecipient, SmsRequest, SmsTraffic, SmsVerdict } from './sms-request.ts'

const LOCK_KEY = 4_812_020
const SLOT_MS = 10 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
const BEST_OF_DAYS = 14

const OF_ONE = `
  select
    count(*) filter (where number_hash = $1 and purpose <> 'notice' and decided_at > $4)::int as number_hour,
    count(*) filter (where number_hash = $1 and purpose <> 'notice')::int as number_day,
    count(*) filter (where number_hash = $1 and purpose <> 'notice' and not known_browser)::int as number_unknown,
    count(*) filter (where number_hash = $1 and purpose = 'notice')::int as notices,
    count(*) filter (where prefix_hash = $2 and purpose <> 'notice' and decided_at > $4)::int as neighbours,
    count(*) filter (where browser_hash = $3 and decided_at > $4)::int as browser_hour,
    count(*) filter (where browser_hash = $3)::int as browser_day
  from sms_decision
  where allowed and drained_at is null and decided_at > $5
    and (number_hash = $1 or prefix_hash = $2 or browser_hash = $3)`

/**
 * Of a network and of one address in it. A country is new while none of its codes was typed in at the address; a code
 * that was sent twice is one that was typed in.
 */
const OF_PLACE = `
  with near as (
    select address_hash = $2 as here, country, challenge_id, drained_at is null as open, decided_at > $3 as in_hour
    from sms_decision where allowed and network_hash = $1 and decided_at > $4),
  fresh as (
    select country from near where here group by country having bool_and(open))
  select
    count(*) filter (where here and open and in_hour)::int as address_hour,
    count(*) filter (where here and open)::int as address_day,
    count(distinct challenge_id) filter (where here and not open)::int as address_verified,
    count(*) filter (where open and in_hour)::int as network_hour,
    count(distinct challenge_id) filter (where not open)::int as network_verified,
    (select count(*)::int from fresh) as new_countries,
    not exists (select 1 from near where here and country = $5) as is_new_country
  from near`

/** A slot counts while any of it lies within the time. */
const OF_COUNTRY = `
  select
    coalesce(sum(unverified) filter (where slot > $2), 0)::int as unverified_hour,
    coalesce(sum(unverified), 0)::int as unverified_day,
    coalesce(sum(verified) filter (where slot > $2), 0)::int as verified_hour,
    coalesce(sum(verified), 0)::int as verified_day,
    (select coalesce(max(verified), 0)::int from sms_day where country = $1 and day >= $4::date and day < $5::date) as best
  from sms_slot where country = $1 and slot > $3`

const EVERYWHERE = `
  select
    (select coalesce(sum(cents), 0)::float8 from sms_day where day = $1::date) as cents,
    (select coalesce(sum(recoveries), 0)::int from sms_day where day = $1::date) as recoveries,
    (select coalesce(max(total), 0)::int from (
       select sum(verified) as total from sms_day where day >= $2::date and day < $1::date group by day) d) as best`

const RECORD = `
  insert into sms_decision
    (decided_at, purpose, allowed, reason, country, number_hash, prefix_hash, browser_hash, known_browser, challenge_id,
     address_hash, network_hash)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`

const COUNT_SLOT = `
  insert into sms_slot as s (country, slot, unverified, verified) values ($1, $2, greatest($3, 0), $4)
  on conflict (country, slot) do update
    set unverified = greatest(s.unverified + $3, 0), verified = s.verified + $4`

const COUNT_DAY = `
  insert into sms_day as d (country, day, sent, denied, verified, recoveries, cents)
  values ($1, $2::date, $3, $4, $5, $6, $7)
  on conflict (country, day) do update set
    sent = d.sent + excluded.sent, denied = d.denied + excluded.denied, verified = d.verified + excluded.verified,
    recoveries = d.recoveries + excluded.recoveries, cents = d.cents + excluded.cents`

const SETTLE = `
  update sms_decision set drained_at = $2 where challenge_id = $1 and allowed and drained_at is null
  returning country, decided_at`

const ONE = row({
  number_hour: int,
  number_day: int,
  number_unknown: int,
  notices: int,
  neighbours: int,
  browser_hour: int,
  browser_day: int,
})
const PLACE = row({
  address_hour: int,
  address_day: int,
  address_verified: int,
  network_hour: int,
  network_verified: int,
  new_countries: int,
  is_new_country: bool,
})
const COUNTRY = row({ unverified_hour: int, unverified_day: int, verified_hour: int, verified_day: int, best: int })
const ALL = row({ cents: float, recoveries: int, best: int })
const DECIDED = row({ country: text, decided_at: timestamp })

const slotOf = (at: Date) => new Date(Math.floor(at.getTime() / SLOT_MS) * SLOT_MS)
const dayOf = (at: Date) => at.toISOString().slice(0, 10)

/** The one row of an aggregate. */
function only<T>([found]: readonly T[]): T {
  if (found === undefined) throw new Error('an aggregate returned nothing')
  return found
}

const NO_PLACE = {
  address: { hour: 0, day: 0, verifiedDay: 0, newCountries: 0, isNewCountry: false },
  network: { hour: 0, verifiedDay: 0 },
}

/** Serialises decisions until the end of the transaction, so that two SMS cannot both take the last place of a limit. */
export const holdBudget = async (tx: Executor): Promise<void> =>
  void (await tx.query('select pg_advisory_xact_lock($1)', [LOCK_KEY]))

/** What the limits are compared with. */
export async function readTraffic(tx: Executor, request: SmsRequest, now: Date): Promise<SmsTraffic> {
  const { numberHash, prefixHash, browserHash, country } = request
  const [hourAgo, dayAgo] = [later(now, -HOUR_MS), later(now, -DAY_MS)]
  const [today, first] = [dayOf(now), dayOf(later(now, -BEST_OF_DAYS * DAY_MS))]
  const reaches = [later(hourAgo, -SLOT_MS), later(dayAgo, -SLOT_MS)]
  const one = only(await tx.query(OF_ONE, [numberHash, prefixHash, browserHash, hourAgo, dayAgo], ONE))
  const place = await readPlace(tx, request, hourAgo, dayAgo)
  const seen = only(await tx.query(OF_COUNTRY, [country, ...reaches, first, today], COUNTRY))
  const all = only(await tx.query(EVERYWHERE, [today, first], ALL))
  return {
    number: {
      hour: one.number_hour,
      day: one.number_day,
      dayInUnknownBrowsers: one.number_unknown,
      noticesDay: one.notices,
    },
    neighbours: { hour: one.neighbours },
    browser: { hour: one.browser_hour, day: one.browser_day },
    ...place,
    country: {
      unverifiedHour: seen.unverified_hour,
      unverifiedDay: seen.unverified_day,
      verifiedHour: seen.verified_hour,
      verifiedDay: seen.verified_day,
      verifiedBestDay: seen.best,
    },
    everywhere: { cents: all.cents, recoveries: all.recoveries, verifiedBestDay: all.best },
  }
}

async function readPlace(tx: Executor, { place, country }: SmsRequest, hourAgo: Date, dayAgo: Date) {
  if (place === null) return NO_PLACE
  const values = [place.networkHash, place.addressHash, hourAgo, dayAgo, country]
  const around = only(await tx.query(OF_PLACE, values, PLACE))
  return {
    address: {
      hour: around.address_hour,
      day: around.address_day,
      verifiedDay: around.address_verified,
      newCountries: around.new_countries,
      isNewCountry: around.is_new_country,
    },
    network: { hour: around.network_hour, verifiedDay: around.network_verified },
  }
}

export async function insertDecision(
  tx: Executor,
  request: SmsRequest,
  { knownBrowser }: SmsRecipient,
  verdict: SmsVerdict,
  now: Date,
): Promise<void> {
  const { purpose, country, numberHash, prefixHash, browserHash, challengeId, place } = request
  const decided = [now, purpose, verdict.allowed, verdict.allowed ? 'ok' : verdict.reason, country]
  const counted = [numberHash, prefixHash, browserHash, knownBrowser, challengeId]
  await tx.query(RECORD, [...decided, ...counted, place?.addressHash ?? null, place?.networkHash ?? null])
}

/** Counts within ten minutes. */
export const countSlot = async (
  tx: Executor,
  country: string,
  at: Date,
  { unverified = 0, verified = 0 }: { unverified?: number; verified?: number },
): Promise<void> => void (await tx.query(COUNT_SLOT, [country, slotOf(at), unverified, verified]))

type DayCounts = { sent?: number; denied?: number; verified?: number; recoveries?: number; cents?: number }

/** Counts within a day (UTC). */
export const countDay = async (
  tx: Executor,
  country: string,
  at: Date,
  { sent = 0, denied = 0, verified = 0, recoveries = 0, cents = 0 }: DayCounts,
): Promise<void> => void (await tx.query(COUNT_DAY, [country, dayOf(at), sent, denied, verified, recoveries, cents]))

/** The challenge's SMS no longer count. @returns those that counted, the oldest first */
export async function settleDecisions(
  tx: Executor,
  challengeId: string,
  now: Date,
): Promise<{ country: string; decidedAt: Date }[]> {
  const settled = await tx.query(SETTLE, [challengeId, now], DECIDED)
  return settled
    .map(({ country, decided_at }) => ({ country, decidedAt: decided_at }))
    .sort((a, b) => a.decidedAt.getTime() - b.decidedAt.getTime())
}

export const sweepSms = sweepOf(
  { keepMs: 24 * HOUR_MS, statement: 'delete from sms_message where good_until <= $1' },
  { keepMs: 48 * HOUR_MS, statement: 'delete from sms_decision where decided_at <= $1' },
  { keepMs: 48 * HOUR_MS, statement: 'delete from sms_slot where slot <= $1' },
  { keepMs: 16 * 24 * HOUR_MS, statement: 'delete from sms_day where day <= $1::date' },
)
