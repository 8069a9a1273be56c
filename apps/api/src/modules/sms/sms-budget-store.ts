import { HOUR_MS, MINUTE_MS } from '@avouch/contract'
import { later } from '../../platform/clock.ts'
import { centsOf, type SmsLimits } from './limits.ts'
import { crossed, decide } from './decide.ts'
import type { SmsRecipient, SmsRequest, SmsTraffic, SmsVerdict } from './sms-budget.ports.ts'
import type { Executor } from '../../platform/database/database.ts'

const LOCK_KEY = 4_812_020
const SLOT_MS = 10 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
const BEST_OF_DAYS = 14

/** Whoever decides is alone until the end of the transaction: two SMS never take the last place of a limit. */
const HOLD = 'select pg_advisory_xact_lock($1)'

/** Counts are cast: a bigint would arrive as text, and '9' is more than '10'. */
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
    (not exists (select 1 from near where here and country = $5))::int as is_new_country
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

const DRAIN = `
  update sms_decision set drained_at = $2 where challenge_id = $1 and allowed and drained_at is null
  returning country, decided_at`

const slotOf = (at: Date) => new Date(Math.floor(at.getTime() / SLOT_MS) * SLOT_MS)
const dayOf = (at: Date) => at.toISOString().slice(0, 10)

export type SmsLedger = ReturnType<typeof createSmsLedger>

/** Who is asked before an SMS is written down, and told when its code was typed in. Both inside the transaction of their caller. */
export function createSmsLedger(limits: SmsLimits, onShare: (percent: number) => void) {
  async function traffic(tx: Executor, request: SmsRequest, now: Date): Promise<SmsTraffic> {
    const { numberHash, prefixHash, browserHash, country, place } = request
    const [hourAgo, dayAgo] = [later(now, -HOUR_MS), later(now, -DAY_MS)]
    const [one] = await tx.query<Record<string, number>>(OF_ONE, [numberHash, prefixHash, browserHash, hourAgo, dayAgo])
    const near = [place?.networkHash ?? null, place?.addressHash ?? null, hourAgo, dayAgo, country]
    const [around] = place === null ? [] : await tx.query<Record<string, number>>(OF_PLACE, near)
    const [today, first] = [dayOf(now), dayOf(later(now, -BEST_OF_DAYS * DAY_MS))]
    const reaches = [later(hourAgo, -SLOT_MS), later(dayAgo, -SLOT_MS)]
    const [of] = await tx.query<Record<string, number>>(OF_COUNTRY, [country, ...reaches, first, today])
    const [all] = await tx.query<Record<string, number>>(EVERYWHERE, [today, first])
    const at = (row: Record<string, number> | undefined, name: string) => row?.[name] ?? 0
    return {
      number: {
        hour: at(one, 'number_hour'),
        day: at(one, 'number_day'),
        dayInUnknownBrowsers: at(one, 'number_unknown'),
        noticesDay: at(one, 'notices'),
      },
      neighbours: { hour: at(one, 'neighbours') },
      browser: { hour: at(one, 'browser_hour'), day: at(one, 'browser_day') },
      address: {
        hour: at(around, 'address_hour'),
        day: at(around, 'address_day'),
        verifiedDay: at(around, 'address_verified'),
        newCountries: at(around, 'new_countries'),
        isNewCountry: at(around, 'is_new_country') > 0,
      },
      network: { hour: at(around, 'network_hour'), verifiedDay: at(around, 'network_verified') },
      country: {
        unverifiedHour: at(of, 'unverified_hour'),
        unverifiedDay: at(of, 'unverified_day'),
        verifiedHour: at(of, 'verified_hour'),
        verifiedDay: at(of, 'verified_day'),
        verifiedBestDay: at(of, 'best'),
      },
      everywhere: { cents: at(all, 'cents'), recoveries: at(all, 'recoveries'), verifiedBestDay: at(all, 'best') },
    }
  }

  return {
    async admit(tx: Executor, request: SmsRequest, recipient: SmsRecipient, now: Date): Promise<SmsVerdict> {
      await tx.query(HOLD, [LOCK_KEY])
      const seen = await traffic(tx, request, now)
      const verdict = decide(request, recipient, seen, limits)
      const { purpose, country, numberHash, prefixHash, browserHash, challengeId, place } = request
      const { allowed } = verdict
      const reason = verdict.allowed ? 'ok' : verdict.reason
      const decided = [now, purpose, allowed, reason, country]
      const counted = [numberHash, prefixHash, browserHash, recipient.knownBrowser, challengeId]
      await tx.query(RECORD, [...decided, ...counted, place?.addressHash ?? null, place?.networkHash ?? null])
      const day = [country, dayOf(now)]
      if (!allowed) {
        await tx.query(COUNT_DAY, [...day, 0, 1, 0, 0, 0])
        return verdict
      }
      const cents = centsOf(limits, country)
      if (purpose !== 'notice') await tx.query(COUNT_SLOT, [country, slotOf(now), 1, 0])
      await tx.query(COUNT_DAY, [...day, 1, 0, 0, purpose === 'reset' ? 1 : 0, cents])
      for (const percent of crossed(limits, seen.everywhere.cents, seen.everywhere.cents + cents)) onShare(percent)
      return verdict
    },

    /** The code was typed in: none of its SMS counts any more, and its country has one proof more. */
    async drain(tx: Executor, challengeId: string, now: Date): Promise<void> {
      const drained = await tx.query<{ country: string; decided_at: Date }>(DRAIN, [challengeId, now])
      const [first] = drained
      if (first === undefined) return
      const slots = drained.map(({ decided_at }) => slotOf(decided_at)).sort((a, b) => a.getTime() - b.getTime())
      for (const slot of slots) await tx.query(COUNT_SLOT, [first.country, slot, -1, 0])
      await tx.query(COUNT_SLOT, [first.country, slotOf(now), 0, 1])
      await tx.query(COUNT_DAY, [first.country, dayOf(now), 0, 0, 1, 0, 0])
    },
  }
}
