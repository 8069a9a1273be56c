import { HOUR_MS } from '@avouch/contract'
import type * as z from 'zod/mini'
import type { Executor } from '../../platform/database/database.ts'
import { bigint, bool, bytes, int, nullable, oneOf, row, text, timestamp } from '../../platform/database/rows.ts'
import { sweepOf } from '../../platform/database/sweep.ts'
import type { Rate } from '../../platform/gcra.ts'

const PURPOSES = ['login', 'register', 'reset'] as const
export type CodePurpose = (typeof PURPOSES)[number]

/** Which code of a number: one for each purpose, and another one for browsers that its account recognises. */
export type CodeKey = { phoneIdx: Buffer; purpose: CodePurpose; recognised: boolean }

const COLUMNS = `id, phone_idx as "phoneIdx", purpose, recognised, form, sends, expires_at as "expiresAt",
  resend_at as "resendAt", guess_level as "guessLevel", send_level as "sendLevel", used_at as "usedAt"`
const CODE = row({
  id: text,
  phoneIdx: bytes,
  purpose: oneOf(PURPOSES),
  recognised: bool,
  form: oneOf(['digits', 'long']),
  /** SMS since the last right code. */
  sends: int,
  expiresAt: timestamp,
  resendAt: timestamp,
  /** Milliseconds since 1970: the moment at which the bucket of wrong digits, or of SMS, is empty. */
  guessLevel: bigint,
  sendLevel: bigint,
  usedAt: nullable(timestamp),
})
export type SmsCode = z.output<typeof CODE>

const FIND = `select ${COLUMNS} from sms_code where phone_idx = $1 and purpose = $2 and recognised = $3`
const FIND_BY_ID = `
  select ${COLUMNS} from sms_code where id = $1 and purpose = any($2) and ($3::bytea is null or phone_idx = $3)`
const OF_NUMBER = `select ${COLUMNS} from sms_code where phone_idx = $1 order by purpose, recognised`

/** Replaces the code that was read, by its id ($11), sends ($12) and guesses ($9). No row: another request or guess was faster. */
const WRITE = `
  insert into sms_code as c
    (phone_idx, purpose, recognised, id, form, sends, expires_at, resend_at, guess_level, send_level)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
  on conflict (phone_idx, purpose, recognised) do update set id = excluded.id, form = excluded.form,
    sends = excluded.sends, expires_at = excluded.expires_at, resend_at = excluded.resend_at,
    send_level = excluded.send_level, used_at = null, used_by = null,
    undelivered_total = case when excluded.id = c.id then c.undelivered_total else 0 end
  where c.id = $11 and c.sends = $12 and c.guess_level = $9
  returning 1`

/** Counts a guess before it is compared. A long code can't be guessed, so it isn't counted. No row: dead, or no digits are compared. */
const CLAIM = `
  update sms_code set guess_level = case form when 'long' then guess_level else greatest(guess_level, $5) + $6 end
  where id = $1 and purpose = any($2) and ($3::bytea is null or phone_idx = $3) and used_at is null and expires_at > $4
    and (form = 'long' or greatest(guess_level, $5) + $6 <= $5 + $7)
  returning ${COLUMNS}`

/** Refunds the right guess. */
const USE = `
  update sms_code set used_at = $2, used_by = $3, sends = 0,
    guess_level = guess_level - (case form when 'long' then 0 else $4::bigint end)
  where id = $1 and used_at is null and expires_at > $2
  returning id`

const FIND_USED = `
  select ${COLUMNS} from sms_code
  where id = $1 and purpose = any($2) and ($3::bytea is null or phone_idx = $3) and used_by = $4 and used_at > $5`

const IS_LIVE = `
  select 1 from sms_code
  where phone_idx = $1 and purpose = 'login' and not recognised and used_at is null and expires_at > $2`

/**
 * Follows an SMS that was given up: refunds it ($4), and ends its code unless another SMS has it or may have it. With an unknown
 * outcome ($4 is 0) only the wait for another SMS ends.
 */
const END_SEND = `
  update sms_code c set send_level = c.send_level - $4::bigint,
    resend_at = case when $1 = c.id || ':' || c.sends then least(c.resend_at, $3) else c.resend_at end,
    sends = case when o.has_it then c.sends else greatest(0, c.sends - 1) end,
    expires_at = case when o.has_it then c.expires_at else least(c.expires_at, $3) end
  from (select $4::bigint = 0 or exists (
      select from sms_message m where m.code_id = $2 and m.id <> $1
        and (m.state in ('waiting', 'sending', 'accepted') or m.state = 'dead' and m.doubts > 0)
    ) as has_it) o
  where c.id = $2`

/** Ends the wait for another SMS when the network did not deliver the newest one, twice for a code. */
const END_WAIT = `
  update sms_code c set resend_at = $3, undelivered_total = c.undelivered_total + 1
  where c.id = $2 and $1 = c.id || ':' || c.sends and c.resend_at > $3 and c.undelivered_total < 2`

const END = 'update sms_code set expires_at = least(expires_at, $2), used_by = null where phone_idx = $1'

const findOne = async (db: Executor, statement: string, values: readonly unknown[]): Promise<SmsCode | undefined> =>
  (await db.query(statement, values, CODE))[0]

/** A code as a caller names it; of a reset no number is given. */
export type NamedCode = { pinId: string; purposes: readonly CodePurpose[]; phoneIdx: Buffer | null }
const named = ({ pinId, purposes, phoneIdx }: NamedCode) => [pinId, purposes, phoneIdx]

export const findCode = (db: Executor, { phoneIdx, purpose, recognised }: CodeKey): Promise<SmsCode | undefined> =>
  findOne(db, FIND, [phoneIdx, purpose, recognised])

export const findNamedCode = (db: Executor, code: NamedCode): Promise<SmsCode | undefined> =>
  findOne(db, FIND_BY_ID, named(code))

/** @returns false when another request has replaced the code that was read */
export async function writeCode(tx: Executor, code: SmsCode, read: Pick<SmsCode, 'id' | 'sends'>): Promise<boolean> {
  const { phoneIdx, purpose, recognised, id, form, sends, expiresAt, resendAt, guessLevel, sendLevel } = code
  const key = [phoneIdx, purpose, recognised]
  const values = [...key, id, form, sends, expiresAt, resendAt, guessLevel, sendLevel, read.id, read.sends]
  return (await tx.query(WRITE, values)).length > 0
}

/** Counts a guess at a code. @returns undefined for a dead code, or one without guesses left */
export const claimCode = (db: Executor, code: NamedCode, { step, room }: Rate, now: Date) =>
  findOne(db, CLAIM, [...named(code), now, now.getTime(), step, room])

/** Uses a right code up, by a session or browser. @returns false when another call did */
export const markUsed = async (tx: Executor, id: string, by: string, { step }: Rate, now: Date): Promise<boolean> =>
  (await tx.query(USE, [id, now, by, step])).length > 0

/** A code that the same session or browser used after `since`. */
export const findUsedCode = (db: Executor, code: NamedCode, by: string, since: Date): Promise<SmsCode | undefined> =>
  findOne(db, FIND_USED, [...named(code), by, since])

export const hasLogInCode = async (db: Executor, phoneIdx: Buffer, now: Date): Promise<boolean> =>
  (await db.query(IS_LIVE, [phoneIdx, now])).length > 0

/** Ends an SMS of a code. `step`: what comes back of it. */
export const endSend = async (tx: Executor, smsId: string, codeId: string, now: Date, step: number): Promise<void> =>
  void (await tx.query(END_SEND, [smsId, codeId, now, step]))

export const endWait = async (tx: Executor, smsId: string, codeId: string, now: Date): Promise<void> =>
  void (await tx.query(END_WAIT, [smsId, codeId, now]))

/** Ends the codes of a deactivated account's number: only the keyed hash with its levels stays. */
export const endCodes = async (tx: Executor, phoneIdx: Buffer, now: Date): Promise<void> =>
  void (await tx.query(END, [phoneIdx, now]))

export const codesOf = (db: Executor, phoneIdx: Buffer): Promise<SmsCode[]> => db.query(OF_NUMBER, [phoneIdx], CODE)

/** Resets a number's guesses at codes, or its SMS. */
export const releaseGuesses = async (tx: Executor, phoneIdx: Buffer): Promise<void> =>
  void (await tx.query('update sms_code set guess_level = 0 where phone_idx = $1', [phoneIdx]))
export const releaseSends = async (tx: Executor, phoneIdx: Buffer): Promise<void> =>
  void (await tx.query('update sms_code set send_level = 0 where phone_idx = $1', [phoneIdx]))

/** Codes that are over and count nothing any more. */
export const sweepCodes = sweepOf({
  keepMs: HOUR_MS,
  table: 'sms_code',
  where: `t.expires_at <= $3 and t.resend_at <= $3
    and greatest(t.guess_level, t.send_level) <= (extract(epoch from $3::timestamptz) * 1000)::bigint`,
})
