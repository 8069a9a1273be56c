import { HOUR_MS } from '@avouch/contract'
import type { Executor } from '../../platform/database/database.ts'
import { type Backlog, BACKLOG, backlogOf, type Looking } from '../../platform/database/backlog.ts'
import { oneOf, row, text } from '../../platform/database/rows.ts'
import { sweepOf } from '../../platform/database/sweep.ts'
import type { SmsNotice } from './message.ts'

/** Enqueues the job that sends a stored message, even when this process ends now. */
export type EnqueueSms = (tx: Executor, smsId: string) => Promise<void>

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
/**
 * The SMS of the codes that the statement's CTE `made` has just allowed, as a part of that statement: stored with the reason,
 * claimed by the process that runs it, and once for each challenge, generation and send. One that is never sent is dead.
 */
export const withMessage = ({ language, now }: { language: string; now: string }): string => `
  insert into sms_message
    (id, challenge_id, generation, send, language, state, tries, claimed_at, good_until, created_at)
  select id || ':' || generation || ':' || sends, id, generation, sends, ${language},
    case when delivery = 'none' then 'dead' else 'sending' end, 1, ${now}::timestamptz, code_expires_at, ${now}::timestamptz
  from made`

/**
 * A code tells the holder as much as a notice that waits: it is not sent, and does not count for its day. "is true" keeps the
 * plan from looking for it among all messages that are not sent yet.
 */
export const withoutNotice = (id: string): string => `
  delete from sms_message
  where id = ${id} and (state = 'waiting') is true and tries = 0 and exists (select 1 from made)`

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

export const sweepMessages = sweepOf({
  keepMs: 24 * HOUR_MS,
  table: 'sms_message',
  where: 't.good_until <= $1',
})
