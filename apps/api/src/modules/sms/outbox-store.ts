import { HOUR_MS, type Language } from '@avouch/contract'
import type { Executor } from '../../platform/database/database.ts'
import { row, text } from '../../platform/database/rows.ts'
import { sweepOf } from '../../platform/database/sweep.ts'
import type { CodeSeed } from './code-seed.ts'
import type { SmsNotice } from './message.ts'

/** Enqueues the job that sends a stored message, even when this process ends now. */
export type EnqueueSms = (tx: Executor, smsId: string) => Promise<void>

/** The generation and send of a challenge that a message belongs to; a delivery of 'none' is stored and never sent. */
type CodeSms = Pick<CodeSeed, 'id' | 'generation'> & { sends: number; delivery: string; codeExpiresAt: Date }

const INSERT_CODE = `
  insert into sms_message (id, challenge_id, generation, send, language, state, good_until, created_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8)`

const INSERT_WARNING = `
  insert into sms_message (id, account_id, notice, language, good_until, created_at)
  select $2, a.id, $3, a.language, $4, $5 from account a where a.id = $1 and a.state = 'active'
  on conflict (id) do nothing returning id`

const HOLD_ACCOUNT = `select id from account where phone_idx = $1 and state = 'active' for no key update`
const INSERT_DAILY = `
  insert into sms_message (id, account_id, notice, language, good_until, created_at)
  select $2, a.id, $6, a.language, $3, $4 from account a
  where a.id = $1 and not exists (
    select 1 from sms_message m where m.account_id = a.id and m.notice = $6 and m.created_at > $5)
  returning id`
const DELETE_OVERTAKEN = `
  delete from sms_message m using sms_challenge c
  where m.id = $1 and m.state = 'waiting' and m.tries = 0 and c.id = $2 and c.created_at >= m.created_at`

/**
 * Stores the SMS of a code, or for a delivery of 'none' a dead one: part of the transaction that allowed it, and once for
 * each challenge, generation and send.
 * @returns its id
 */
export async function writeCodeSms(tx: Executor, code: CodeSms, language: Language, now: Date): Promise<string> {
  const { id, generation, sends, delivery, codeExpiresAt } = code
  const smsId = `${id}:${generation}:${sends}`
  const state = delivery === 'none' ? 'dead' : 'waiting'
  await tx.query(INSERT_CODE, [smsId, id, generation, sends, language, state, codeExpiresAt, now])
  return smsId
}

type NewNotice = { accountId: string; smsId: string; goodUntil: Date; now: Date }

/** @returns false when the account has ended, or the message is stored already */
export const insertWarning = async (
  tx: Executor,
  { accountId, smsId, notice, goodUntil, now }: NewNotice & { notice: SmsNotice },
): Promise<boolean> => (await tx.query(INSERT_WARNING, [accountId, smsId, notice, goodUntil, now])).length > 0

/** The id of the number's account, whose row is held. */
export async function holdAccountOf(tx: Executor, phoneIdx: Buffer): Promise<string | undefined> {
  const [account] = await tx.query(HOLD_ACCOUNT, [phoneIdx], row({ id: text }))
  return account?.id
}

/** @returns false when the account got the same notice after `lastBefore` */
export const insertDaily = async (
  tx: Executor,
  { accountId, smsId, notice, goodUntil, now, lastBefore }: NewNotice & { notice: SmsNotice; lastBefore: Date },
): Promise<boolean> => (await tx.query(INSERT_DAILY, [accountId, smsId, goodUntil, now, lastBefore, notice])).length > 0

/** Deletes a notice that no process has tried to send, if the code was asked for after it. */
export const deleteOvertaken = async (db: Executor, smsId: string, challengeId: string): Promise<void> =>
  void (await db.query(DELETE_OVERTAKEN, [smsId, challengeId]))

export const sweepMessages = sweepOf({
  keepMs: 24 * HOUR_MS,
  statement: 'delete from sms_message where good_until <= $1',
})
