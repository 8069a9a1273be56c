import type { Executor } from '../../platform/database/database.ts'
import { bytes, int, oneOf, row, storedLanguage, text } from '../../platform/database/rows.ts'
import { type ClaimedSms, SMS_NOTICES } from './message.ts'
import type { SmsOutcome } from './ports.ts'

export type ClaimRule = {
  /** Tries over all processes. */
  maxTries: number
  /** Tries of unknown outcome after which there is another one. */
  maxDoubts: number
  /** A message that was claimed before this has lost its process. */
  abandonedBefore: Date
}

const SMS_STATES = ['waiting', 'sending', 'accepted', 'refused', 'dead'] as const
export type SmsState = (typeof SMS_STATES)[number]

const CLAIMED = { id: text, tries: int, language: storedLanguage, phone_idx: bytes, phone_enc: text }
const CODE = row({
  ...CLAIMED,
  challenge_id: text,
  purpose: oneOf(['login', 'register', 'reset']),
  form: oneOf(['digits', 'link']),
  generation: int,
})
const NOTICE = row({ ...CLAIMED, notice: oneOf(SMS_NOTICES) })
const STATE_ONLY = row({ state: oneOf(SMS_STATES) })

const TAKE = `
  update sms_message m set state = 'sending', tries = m.tries + 1, claimed_at = $2,
    doubts = m.doubts + (case when m.state = 'sending' then 1 else 0 end)`
const IS_FREE = `
  m.id = $1 and m.good_until > $2 and m.tries < $3
    and (m.state = 'waiting' or (m.state = 'sending' and m.claimed_at <= $5))
    and m.doubts + (case when m.state = 'sending' then 1 else 0 end) <= $4`

/** A code that has been replaced or used in between is no longer sent. */
const CLAIM_CODE = `${TAKE}
  from sms_challenge c
  where ${IS_FREE}
    and c.id = m.challenge_id and c.state = 'live' and c.generation = m.generation
  returning m.id, m.tries, m.language, m.challenge_id, m.generation, c.purpose, c.form, c.phone_idx, c.phone_enc`

/** An account that has ended gets no notice. */
const CLAIM_NOTICE = `${TAKE}
  from account a
  where ${IS_FREE}
    and a.id = m.account_id and a.state = 'active'
  returning m.id, m.tries, m.language, m.notice, a.phone_idx, a.phone_enc`

const POSTPONE = `update sms_message set state = 'waiting', tries = 0, claimed_at = null where id = $1`

/** A process that lost its claim may still report that the message was accepted, and nothing else. */
const SETTLE = `
  update sms_message set
    doubts = doubts + (case when $3 = 'unknown' then 1 else 0 end),
    state = case
      when $3 in ('accepted', 'refused') then $3
      when tries >= $4 or doubts + (case when $3 = 'unknown' then 1 else 0 end) > $5 then 'dead'
      else 'waiting' end
  where id = $1 and state <> 'accepted' and ((state = 'sending' and tries = $2) or $3 = 'accepted')
  returning state`

const END_CHALLENGE = `
  update sms_challenge c set state = 'dead' from sms_message m
  where m.id = $1 and m.state = 'refused' and c.id = m.challenge_id and c.state in ('live', 'cancelled') and c.delivery = 'awaited'
    and not exists (select 1 from sms_message o where o.challenge_id = c.id and o.state = 'accepted')`

const STATE = `select state from sms_message where id = $1 and (good_until > $2 or state not in ('waiting', 'sending'))`
const UNSENT = `
  select id from sms_message where state in ('waiting', 'sending') and good_until > $1 order by created_at`

const ABANDONED = `
  select id from sms_message
  where state in ('waiting', 'sending') and challenge_id is not null and good_until > $1
    and created_at <= $2 and (claimed_at is null or claimed_at <= $2)
  order by created_at`

const claimValues = (id: string, { maxTries, maxDoubts, abandonedBefore }: ClaimRule, now: Date) => [
  id,
  now,
  maxTries,
  maxDoubts,
  abandonedBefore,
]

/** The SMS of a code, for this process alone; undefined for a notice, and for one that may not be sent now. */
export async function claimCode(db: Executor, id: string, rule: ClaimRule, now: Date): Promise<ClaimedSms | undefined> {
  const [sms] = await db.query(CLAIM_CODE, claimValues(id, rule, now), CODE)
  if (sms === undefined) return undefined
  const { challenge_id, purpose, form, phone_idx, phone_enc, generation, tries, language } = sms
  const seed = { id: challenge_id, purpose, form, phoneIdx: phone_idx, generation }
  return { id, tries, language, phoneIdx: phone_idx, phoneEnc: phone_enc, about: { code: seed } }
}

/** A notice, for this process alone; undefined for one that may not be sent now. */
export async function claimNotice(tx: Executor, id: string, rule: ClaimRule, now: Date) {
  const [sms] = await tx.query(CLAIM_NOTICE, claimValues(id, rule, now), NOTICE)
  if (sms === undefined) return undefined
  const { tries, language, notice, phone_idx, phone_enc } = sms
  return { id, tries, language, phoneIdx: phone_idx, phoneEnc: phone_enc, about: { notice } }
}

/** The claim never happened: nothing was sent. */
export const unclaim = async (tx: Executor, id: string): Promise<void> => void (await tx.query(POSTPONE, [id]))

/**
 * Stores the outcome of a try.
 * @returns the message's state: `waiting` when there is another try
 */
export async function settle(
  db: Executor,
  { id, tries }: Pick<ClaimedSms, 'id' | 'tries'>,
  outcome: SmsOutcome,
  { maxTries, maxDoubts }: ClaimRule,
): Promise<SmsState> {
  const [settled] = await db.query(SETTLE, [id, tries, outcome, maxTries, maxDoubts], STATE_ONLY)
  return settled?.state ?? 'sending'
}

/** Ends the challenge of a refused SMS, unless another SMS of it was accepted. */
export const endRefusedChallenge = async (db: Executor, smsId: string): Promise<void> =>
  void (await db.query(END_CHALLENGE, [smsId]))

/** undefined for a message that is gone, or expired before it was sent */
export const stateOf = async (db: Executor, id: string, now: Date): Promise<SmsState | undefined> =>
  (await db.query(STATE, [id, now], STATE_ONLY))[0]?.state

/** The ids of the messages that are still to be sent, oldest first. */
export const findUnsent = async (db: Executor, now: Date): Promise<string[]> =>
  (await db.query(UNSENT, [now], row({ id: text }))).map(({ id }) => id)

/** The ids of the codes that nothing sends since then. */
export const findAbandoned = async (db: Executor, now: Date, since: Date): Promise<string[]> =>
  (await db.query(ABANDONED, [now, since], row({ id: text }))).map(({ id }) => id)
