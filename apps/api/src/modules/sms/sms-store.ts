import * as z from 'zod/mini'
import type { Executor } from '../../platform/database/database.ts'
import { bytes, int, oneOf, row, storedLanguage, text } from '../../platform/database/rows.ts'
import type { GatewayNumber } from './gateways.ts'
import { type ClaimedSms, SMS_NOTICES } from './message.ts'
import type { SmsOutcome } from './ports.ts'

export type ClaimRule = {
  /** Tries over all processes. */
  maxTries: number
  /** By gateway, tries of unknown outcome after which there is another one. */
  maxDoubts: readonly number[]
  /** What no gateway may have goes to the second one. */
  beginsAtSecond: boolean
  /** A message that was claimed before this has lost its process. */
  abandonedBefore: Date
}

/** So many rows share the count of a day, a country and an outcome. */
const SLOTS = 8

const SMS_STATES = ['waiting', 'sending', 'accepted', 'refused', 'dead'] as const
export type SmsState = (typeof SMS_STATES)[number]

const gatewayNumber = z.union([z.literal(1), z.literal(2)])
const CLAIMED = {
  id: text,
  tries: int,
  gateway: gatewayNumber,
  language: storedLanguage,
  phone_idx: bytes,
  phone_enc: text,
}
const CODE = row({
  ...CLAIMED,
  challenge_id: text,
  purpose: oneOf(['login', 'register', 'reset']),
  form: oneOf(['digits', 'link']),
  generation: int,
})
const NOTICE = row({ ...CLAIMED, notice: oneOf(SMS_NOTICES) })
const STATE_ONLY = row({ state: oneOf(SMS_STATES) })
const SETTLED = row({ state: oneOf(SMS_STATES), gateway: gatewayNumber })

const TAKE = `
  update sms_message m set state = 'sending', tries = m.tries + 1, claimed_at = $2,
    doubts = m.doubts + (case when m.state = 'sending' then 1 else 0 end),
    gateway = case when $6 and m.state = 'waiting' and m.doubts = 0 then 2 else m.gateway end`
/** A process that does not know the message's gateway leaves it to the others. */
const IS_FREE = `
  m.id = $1 and m.good_until > $2 and m.tries < $3
    and (m.state = 'waiting' or (m.state = 'sending' and m.claimed_at <= $5))
    and m.doubts + (case when m.state = 'sending' then 1 else 0 end) <= ($4::int[])[m.gateway]`

/** A code that has been replaced or used in between is no longer sent. */
const CLAIM_CODE = `${TAKE}
  from sms_challenge c
  where ${IS_FREE}
    and c.id = m.challenge_id and c.state = 'live' and c.generation = m.generation
  returning m.id, m.tries, m.gateway, m.language, m.challenge_id, m.generation, c.purpose, c.form, c.phone_idx, c.phone_enc`

/** An account that has ended gets no notice. */
const CLAIM_NOTICE = `${TAKE}
  from account a
  where ${IS_FREE}
    and a.id = m.account_id and a.state = 'active'
  returning m.id, m.tries, m.gateway, m.language, m.notice, a.phone_idx, a.phone_enc`

const POSTPONE = `update sms_message set state = 'waiting', tries = 0, claimed_at = null where id = $1`

/** Of a message that was stored as claimed; nothing was sent yet. */
const MOVE = `
  update sms_message set gateway = 2
  where id = $1 and state = 'sending' and tries = $2 and gateway = 1 and doubts = 0
  returning gateway`

/** The first gateway has certainly not sent it: then the other one may, and the phone still gets one SMS. */
const GOES_ON = `$6 and m.gateway = 1 and m.doubts = 0 and $3 in ('refused', 'not_taken')`
const DOUBTS = `m.doubts + (case when $3 = 'unknown' then 1 else 0 end)`
/**
 * A process that lost its claim may still report that the message was accepted, and nothing else.
 * A message that has ended is counted for its day. Each country has several rows, so that messages do not wait for each other.
 */
const SETTLE = `
  with settled as (
    update sms_message m set
      doubts = ${DOUBTS},
      gateway = case when ${GOES_ON} then 2 else m.gateway end,
      state = case
        when $3 = 'accepted' then 'accepted'
        when ${GOES_ON} then 'waiting'
        when $3 = 'refused' then 'refused'
        when m.tries >= $4 or ${DOUBTS} > ($5::int[])[m.gateway] then 'dead'
        else 'waiting' end
    where m.id = $1 and m.state <> 'accepted' and ((m.state = 'sending' and m.tries = $2) or $3 = 'accepted')
    returning m.state, m.gateway, m.doubts),
  counted as (
    insert into sms_spend (day, country, outcome, slot, total, cents)
    select ($7::timestamptz at time zone 'utc')::date, $8, o.outcome, floor(random() * ${SLOTS}), 1,
      case when o.outcome in ('accepted', 'unknown') then $9::integer else 0 end
    from settled s cross join lateral
      (select case when s.state = 'dead' then (case when s.doubts > 0 then 'unknown' else 'not_taken' end) else s.state end
        as outcome) o
    where s.state in ('accepted', 'refused', 'dead')
    on conflict (day, country, outcome, slot)
      do update set total = sms_spend.total + 1, cents = sms_spend.cents + excluded.cents)
  select state, gateway from settled`

/** In the order of their ids, and of countries, as everything that writes several. */
const SETTLE_ACCEPTED = `
  with held as (
    select m.id, w.country, w.cents
    from (select * from unnest($1::text[], $2::text[], $3::integer[]) a (id, country, cents) order by id) w
      cross join lateral (select id from sms_message where id = w.id and state <> 'accepted' for update) m),
  settled as (update sms_message set state = 'accepted' where id = any(array(select id from held)))
  insert into sms_spend (day, country, outcome, slot, total, cents)
  select ($4::timestamptz at time zone 'utc')::date, country, 'accepted', floor(random() * ${SLOTS}), count(*), sum(cents)
  from held group by country order by country
  on conflict (day, country, outcome, slot)
    do update set total = sms_spend.total + excluded.total, cents = sms_spend.cents + excluded.cents`

const END_CHALLENGE = `
  update sms_challenge c set state = 'dead' from sms_message m
  where m.id = $1 and m.state = 'refused' and c.id = m.challenge_id and c.state in ('live', 'cancelled') and c.delivery = 'awaited'
    and not exists (select 1 from sms_message o where o.challenge_id = c.id and o.state = 'accepted')`

const END_WAIT = `
  update sms_challenge c set resend_at = $2 from sms_message m
  where m.id = $1 and m.state = 'dead' and c.id = m.challenge_id and c.generation = m.generation and c.sends = m.send
    and c.delivery = 'awaited' and c.resend_at > $2`

const STATE = `select state from sms_message where id = $1 and (good_until > $2 or state not in ('waiting', 'sending'))`
const UNSENT = `
  select id from sms_message where state in ('waiting', 'sending') and good_until > $1 order by created_at`

const ABANDONED = `
  select id from sms_message
  where state in ('waiting', 'sending') and challenge_id is not null and good_until > $1
    and created_at <= $2 and (claimed_at is null or claimed_at <= $2)
  order by created_at`

const claimValues = (id: string, { maxTries, maxDoubts, abandonedBefore, beginsAtSecond }: ClaimRule, now: Date) => [
  id,
  now,
  maxTries,
  maxDoubts,
  abandonedBefore,
  beginsAtSecond,
]

/** The SMS of a code, for this process alone; undefined for a notice, and for one that may not be sent now. */
export async function claimCode(db: Executor, id: string, rule: ClaimRule, now: Date): Promise<ClaimedSms | undefined> {
  const [sms] = await db.query(CLAIM_CODE, claimValues(id, rule, now), CODE)
  if (sms === undefined) return undefined
  const { challenge_id, purpose, form, phone_idx, phone_enc, generation, tries, gateway, language } = sms
  const seed = { id: challenge_id, purpose, form, phoneIdx: phone_idx, generation }
  return { id, tries, gateway, language, phoneIdx: phone_idx, phoneEnc: phone_enc, about: { code: seed } }
}

/** A notice, for this process alone; undefined for one that may not be sent now. */
export async function claimNotice(tx: Executor, id: string, rule: ClaimRule, now: Date) {
  const [sms] = await tx.query(CLAIM_NOTICE, claimValues(id, rule, now), NOTICE)
  if (sms === undefined) return undefined
  const { tries, gateway, language, notice, phone_idx, phone_enc } = sms
  return { id, tries, gateway, language, phoneIdx: phone_idx, phoneEnc: phone_enc, about: { notice } }
}

/** The claim never happened: nothing was sent. */
export const unclaim = async (tx: Executor, id: string): Promise<void> => void (await tx.query(POSTPONE, [id]))

/** Gives a message that was stored as claimed to the second gateway. @returns false when another process has it */
export const moveToSecond = async (db: Executor, { id, tries }: Pick<ClaimedSms, 'id' | 'tries'>): Promise<boolean> =>
  (await db.query(MOVE, [id, tries])).length > 0

export type Try = {
  sms: Pick<ClaimedSms, 'id' | 'tries'>
  outcome: SmsOutcome
  /** There is another gateway. */
  hasSecond: boolean
  /** Where it goes, and what an SMS costs there. */
  country: string
  cents: number
}

/**
 * Stores the outcome of a try.
 * @returns the message's state, \`waiting\` when there is another try, and at which gateway that is
 */
export async function settle(
  db: Executor,
  { sms: { id, tries }, outcome, hasSecond, country, cents }: Try,
  { maxTries, maxDoubts }: ClaimRule,
  now: Date,
): Promise<{ state: SmsState; gateway: GatewayNumber }> {
  const values = [id, tries, outcome, maxTries, maxDoubts, hasSecond, now, country, cents]
  const [settled] = await db.query(SETTLE, values, SETTLED)
  return settled ?? { state: 'sending', gateway: 1 }
}

export type Accepted = { id: string; country: string; cents: number }

/** The gateway has them, whichever process and try it was; those that were not stored as accepted before are counted. */
export const settleAccepted = async (db: Executor, accepted: readonly Accepted[], now: Date): Promise<void> =>
  void (await db.query(SETTLE_ACCEPTED, [
    accepted.map(({ id }) => id),
    accepted.map(({ country }) => country),
    accepted.map(({ cents }) => cents),
    now,
  ]))

/** Ends the challenge of a refused SMS, unless another SMS of it was accepted. */
export const endRefusedChallenge = async (db: Executor, smsId: string): Promise<void> =>
  void (await db.query(END_CHALLENGE, [smsId]))

/** The visitor may ask for another SMS at once, where the answer may disclose that this one is given up. */
export const endWait = async (db: Executor, smsId: string, now: Date): Promise<void> =>
  void (await db.query(END_WAIT, [smsId, now]))

/** undefined for a message that is gone, or expired before it was sent */
export const stateOf = async (db: Executor, id: string, now: Date): Promise<SmsState | undefined> =>
  (await db.query(STATE, [id, now], STATE_ONLY))[0]?.state

/** The ids of the messages that are still to be sent, oldest first. */
export const findUnsent = async (db: Executor, now: Date): Promise<string[]> =>
  (await db.query(UNSENT, [now], row({ id: text }))).map(({ id }) => id)

/** The ids of the codes that nothing sends since then. */
export const findAbandoned = async (db: Executor, now: Date, since: Date): Promise<string[]> =>
  (await db.query(ABANDONED, [now, since], row({ id: text }))).map(({ id }) => id)
