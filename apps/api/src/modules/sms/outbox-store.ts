import { HOUR_MS, type Language } from '@avouch/contract'
import * as z from 'zod/mini'
import type { Executor, PlainValue } from '../../platform/database/database.ts'
import { type Backlog, BACKLOG, backlogOf, type Looking } from '../../platform/database/backlog.ts'
import {
  bool,
  bytes,
  int,
  nullable,
  oneOf,
  row,
  storedLanguage,
  text,
  timestamp,
} from '../../platform/database/rows.ts'
import { sweepOf } from '../../platform/database/sweep.ts'
import { type Hits, hits } from '../rate-limits/index.ts'
import type { GatewayNumber } from './fail-over.ts'
import { SMS_NOTICES, type SmsNotice } from './notices.ts'
import { REPORT_STATES, REPORT_WHYS, type SmsOutcome, type SmsReport } from './gateways/adapter.ts'

export const STATES = ['waiting', 'sending', 'accepted', 'refused', 'dead'] as const
export type SmsState = (typeof STATES)[number]

/** The seed that a code is derived from. */
export type CodeSeed = { id: string; form: 'digits' | 'long' }

/** A message that this process, and no other, is to send now. */
export type ClaimedSms = {
  id: string
  /** Which try this is, from 1. */
  tries: number
  gateway: GatewayNumber
  goodUntil: Date
} & Recipient &
  ({ code: CodeSeed; notice?: never } | { notice: SmsNotice; code?: never })

export type Recipient = { phoneIdx: Buffer; phoneEnc: string; language: Language }
export type NewMessage = {
  id: string
  /** A code, which this process sends now; null for a notice, which the outbox sends. */
  codeId: string | null
  notice: SmsNotice | null
  goodUntil: Date
  now: Date
  refunds: Hits
  gateway?: GatewayNumber
  dueAt: Date
}

export type ClaimRule = {
  /** Tries over all processes. */
  mostTries: number
  /** By gateway, the most tries of unknown outcome that another one may follow. */
  mostDoubts: readonly number[]
  /** Moves messages that no gateway can have to the second one. */
  primaryIsDown: boolean
  /** Claims before this time are abandoned: their process has died. */
  abandonedBefore: Date
  /** A claim made now is abandoned at this time. */
  abandonedAt: Date
}

/** Messages that no gateway has. One with a code belongs to the process that stored it until that must have died. */
export const SMS_OUTBOX = {
  name: 'sms.deliver',
  table: 'sms_message',
  key: 'id',
  attempts: 'attempts',
  dueAt: 'next_attempt_at',
  open: `t.state in ('waiting', 'sending')`,
  isDuty: false,
} as const

const INSERT = `
  insert into sms_message
    (id, code_id, notice, phone_idx, phone_enc, language, state, tries, claimed_at, good_until, created_at, refunds,
    gateway, next_attempt_at)
  values ($1, $2, $3, $4, $5, $6, case when $2::text is null then 'waiting' else 'sending' end,
    case when $2::text is null then 0 else 1 end, case when $2::text is null then null else $8::timestamptz end, $7, $8, $9, $10, $11)
  on conflict (id) do nothing returning id`

/** A code that was replaced or used in between is no longer sent. A process that does not know a message's gateway leaves it to the others. */
const CLAIM = `
  update sms_message m set state = 'sending', tries = m.tries + 1, claimed_at = $2, next_attempt_at = $7,
    doubts = m.doubts + (case when m.state = 'sending' then 1 else 0 end),
    gateway = case when $6 and m.state = 'waiting' and m.doubts = 0 and m.notice is distinct from 'trial' then 2 else m.gateway end
  where m.id = $1 and m.good_until > $2 and m.tries < $3
    and (m.state = 'waiting' or (m.state = 'sending' and m.claimed_at <= $5))
    and m.doubts + (case when m.state = 'sending' then 1 else 0 end) <= ($4::int[])[m.gateway]
    and (m.code_id is null or exists (select from sms_code c where c.id = m.code_id and c.used_at is null))
  returning m.id, m.tries, m.gateway, m.language, m.notice, m.phone_idx, m.phone_enc, m.code_id,
    m.good_until, (select form from sms_code c where c.id = m.code_id) as form`
const GATEWAY = z.union([z.literal(1), z.literal(2)])
const CLAIMED = row({
  id: text,
  tries: int,
  gateway: GATEWAY,
  language: storedLanguage,
  notice: nullable(oneOf(SMS_NOTICES)),
  phone_idx: bytes,
  phone_enc: text,
  good_until: timestamp,
  code_id: nullable(text),
  form: nullable(oneOf(['digits', 'long'])),
})

const UNCLAIM = `update sms_message set state = 'waiting', tries = 0, claimed_at = null where id = $1`

/** Moves a message that the first gateway has not sent to the second one. After an unknown outcome only a code moves: a notice is never sent twice. */
const FAILS_OVER = `$6 and m.gateway = 1 and (m.doubts = 0 or m.code_id is not null)`
const DOUBTS = `m.doubts + (case when $3 = 'unknown' then 1 else 0 end)`
/** After an unknown outcome at gateway 1, that may have sent what gateway 2 refuses: the message is not marked refused. A process that lost its claim may still store `accepted`, nothing else. */
const SETTLE = `
  update sms_message m set
    doubts = ${DOUBTS},
    next_attempt_at = $7,
    gateway_ref = coalesce($8, m.gateway_ref),
    gateway = case when ${FAILS_OVER} then 2 else m.gateway end,
    state = case
      when $3 = 'accepted' then 'accepted'
      when ${FAILS_OVER} then 'waiting'
      when $3 = 'refused' and not (m.gateway = 2 and m.doubts > 0) then 'refused'
      when $3 in ('refused', 'account') then 'dead'
      when m.tries >= $4 or ${DOUBTS} > ($5::int[])[m.gateway] then 'dead'
      else 'waiting' end
  where m.id = $1 and m.state <> 'accepted' and ((m.state = 'sending' and m.tries = $2) or $3 = 'accepted')
  returning m.state, m.gateway, m.doubts, m.refunds`
const SETTLED = row({
  state: oneOf(STATES),
  gateway: GATEWAY,
  doubts: int,
  refunds: hits,
})

const STATE = `
  select state, gateway, report, report_why as "reportWhy" from sms_message where id = $1 and (good_until > $2 or state not in ('waiting', 'sending'))`
const NEWEST = `select id from sms_message where code_id = $1 order by created_at desc, id desc limit 1`
const ID = row({ id: text })

/** @returns false when it is stored already */
export const insertMessage = async (tx: Executor, recipient: Recipient, message: NewMessage): Promise<boolean> =>
  (await tx.query(INSERT, columnsOf(recipient, message))).length > 0

/** Stores a message with the commit: what paid it is locked, and the next one waits for that. */
export const insertAtCommit = (tx: Executor, recipient: Recipient, message: NewMessage): Promise<void> =>
  tx.atCommit(INSERT, columnsOf(recipient, message))

function columnsOf({ phoneIdx, phoneEnc, language }: Recipient, message: NewMessage): PlainValue[] {
  const { id, codeId, notice, goodUntil, now, refunds, gateway = 1, dueAt } = message
  const to = [phoneIdx, phoneEnc, language]
  return [id, codeId, notice, ...to, goodUntil, now, JSON.stringify(refunds), gateway, dueAt]
}

/** A message for this process alone; undefined for one that may not be sent now. */
export async function claimMessage(
  db: Executor,
  id: string,
  rule: ClaimRule,
  now: Date,
): Promise<ClaimedSms | undefined> {
  const { mostTries, mostDoubts, abandonedBefore, primaryIsDown, abandonedAt } = rule
  const values = [id, now, mostTries, mostDoubts, abandonedBefore, primaryIsDown, abandonedAt]
  const [found] = await db.query(CLAIM, values, CLAIMED)
  if (found === undefined) return undefined
  const { tries, gateway, language, notice, phone_idx, phone_enc, good_until, code_id, form } = found
  const sms = { id, tries, gateway, language, phoneIdx: phone_idx, phoneEnc: phone_enc, goodUntil: good_until }
  if (notice !== null) return { ...sms, notice }
  return code_id === null || form === null ? undefined : { ...sms, code: { id: code_id, form } }
}

/** Undoes a claim, after which nothing was sent. */
export const unclaim = async (tx: Executor, id: string): Promise<void> => void (await tx.query(UNCLAIM, [id]))

/** Stores the outcome of a try. @returns undefined when another process has settled it */
export async function settleMessage(
  tx: Executor,
  { id, tries }: Pick<ClaimedSms, 'id' | 'tries'>,
  outcome: SmsOutcome,
  rule: Pick<ClaimRule, 'mostTries' | 'mostDoubts'> & {
    failsOver: boolean
    nextAt: Date
    theirRef: Buffer | null
  },
) {
  const { mostTries, mostDoubts, failsOver, nextAt, theirRef } = rule
  const values = [id, tries, outcome, mostTries, mostDoubts, failsOver, nextAt, theirRef]
  const [settled] = await tx.query(SETTLE, values, SETTLED)
  return settled
}

const FOUND = row({
  state: oneOf(STATES),
  gateway: GATEWAY,
  report: nullable(oneOf(REPORT_STATES)),
  reportWhy: nullable(oneOf(REPORT_WHYS)),
})
/** @returns undefined for a message that is gone, or expired before it was sent */
export const stateOf = async (db: Executor, id: string, now: Date) => (await db.query(STATE, [id, now], FOUND))[0]

const REPORTED = row({
  id: text,
  codeId: nullable(text),
  gateway: GATEWAY,
  phoneEnc: text,
  phoneIdx: bytes,
  report: nullable(oneOf(REPORT_STATES)),
  claimedAt: nullable(timestamp),
})
const FIND_REPORTED = `
  select id, code_id as "codeId", gateway, phone_enc as "phoneEnc", phone_idx as "phoneIdx", report, claimed_at as "claimedAt"
  from sms_message where`

/** A message by its id, or by the name that its gateway has for it, locked. */
export const findReported = async (tx: Executor, name: string | Buffer) =>
  (
    await tx.query(
      `${FIND_REPORTED} ${typeof name === 'string' ? 'id' : 'gateway_ref'} = $1 for update`,
      [name],
      REPORTED,
    )
  )[0]

const REPORT = 'update sms_message set report = $2, report_why = $3 where id = $1'
export const writeReport = async (tx: Executor, id: string, { state, why }: SmsReport): Promise<void> =>
  void (await tx.query(REPORT, [id, state, why]))

const NEWEST_OF_NUMBER = `
  select state, created_at as "at" from sms_message
  where phone_idx = $1 and code_id is not null order by created_at desc, id desc limit 1`
const ENDED = row({ state: oneOf(STATES), at: timestamp })

/** The time of a number's newest SMS with a code, if a gateway refused it. */
export async function refusedAt(db: Executor, phoneIdx: Buffer): Promise<Date | undefined> {
  const [newest] = await db.query(NEWEST_OF_NUMBER, [phoneIdx], ENDED)
  return newest?.state === 'refused' ? newest.at : undefined
}

/** The id of a code's newest SMS. */
export const newestOf = async (db: Executor, codeId: string): Promise<string | undefined> =>
  (await db.query(NEWEST, [codeId], ID))[0]?.id

/**
 * Skips messages that no gateway has, refunded when they were given up, and those in a concurrent transaction. The newest SMS counts as
 * typed in: an earlier one did not arrive in time.
 */
const END_TYPED_IN = `
  update sms_message m set refunds = '[]', typed_in_at = case
    when m.id = (select id from sms_message where code_id = $1 order by created_at desc, id desc limit 1) then $2::timestamptz end
  from (
    select id, refunds from sms_message
    where code_id = $1 and state <> 'refused' and (state <> 'dead' or doubts > 0) for update skip locked) o
  where m.id = o.id returning o.refunds`

/** Stores that a code was typed in. @returns the counts of all its SMS, to be refunded once */
export const endTypedIn = async (tx: Executor, codeId: string, now: Date): Promise<Hits> =>
  (await tx.query(END_TYPED_IN, [codeId, now], row({ refunds: hits }))).flatMap(({ refunds }) => refunds)

/** The first gateway has reported that this number's SMS did not arrive, or nothing in the time of a cool-down. */
const NOT_DELIVERED = `
  select report = 'undelivered' or report is distinct from 'delivered' and claimed_at <= $3 as "isLost" from sms_message
  where phone_idx = $1 and gateway = 1 and state = 'accepted' and claimed_at > $2 and typed_in_at is null
  order by claimed_at desc limit 1`

/** True if the number's newest SMS was lost at the first gateway, which reports. */
export const isLostAtFirst = async (tx: Executor, phoneIdx: Buffer, since: Date, silentBefore: Date) =>
  (await tx.query(NOT_DELIVERED, [phoneIdx, since, silentBefore], row({ isLost: bool })))[0]?.isLost === true

/** Deletes the SMS of a deactivated account's number. */
export const deleteMessages = async (tx: Executor, phoneIdx: Buffer): Promise<void> =>
  void (await tx.query('delete from sms_message where phone_idx = $1', [phoneIdx]))

const COUNT = `
  select k.kind, count(m.id)::int as waiting, extract(epoch from $1::timestamptz - min(m.created_at))::float8 as oldest
  from (values ('codes'), ('notices')) k (kind) left join sms_message m
    on m.state in ('waiting', 'sending') and m.good_until > $1 and (m.notice is null) = (k.kind = 'codes')
  group by k.kind`
const COUNTED = row({ kind: oneOf(['codes', 'notices']), ...BACKLOG })

/** Messages that are not sent yet. A notice may wait for its budget. */
export const smsBacklog = async (look: Looking, now: Date): Promise<Backlog[]> =>
  (await look.query(COUNT, [now], COUNTED)).map(({ kind, ...found }) => ({
    ...backlogOf(`sms ${kind}`, found),
    mayWait: kind === 'notices',
  }))

/** As long as the person at the telephone may find them; the privacy page names two days. A message is good for 24 hours at most. */
export const sweepMessages = sweepOf({
  keepMs: 48 * HOUR_MS,
  table: 'sms_message',
  by: 'created_at',
})
