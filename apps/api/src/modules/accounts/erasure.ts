import { HOUR_MS, MINUTE_MS } from '@avouch/contract'
import { announce } from '../../platform/announcements.ts'
import { later } from '../../platform/clock.ts'
import type { Executor } from '../../platform/database/database.ts'
import { bytes, nullable, oneOf, row } from '../../platform/database/rows.ts'
import { sweepOf } from '../../platform/database/sweep.ts'
import { forgetDevices } from './devices.ts'

/** Ends sign-ins to the account and deletes its proof of age; the account is due for erasure at $2. */
const DEACTIVATE = `
  update account set state = 'deactivated', adult = false, verified_on = null, erase_after = $2
  where id = $1 and state = 'active' returning phone_idx`

const END_SESSIONS = `update session_family set state = 'revoked' where account_id = $1`
const END_RECOVERY = 'delete from recovery_token where account_id = $1'
const END_PASSKEYS = 'delete from passkey where account_id = $1'
const FORGET_DOCUMENT = `
  with withdrawn as (delete from proof_withdrawal where account_id = $1) delete from proof_document where account_id = $1`

/** Looks for deactivated accounts, and erases those that are due. */
export const ERASE_TIMER = { name: 'accounts.erase', everyMs: MINUTE_MS }

/** Starts the timer as soon as the transaction commits. */
export const eraseSoon = (tx: Executor): Promise<void> => announce(tx, ERASE_TIMER.name)

/** Ends what the sign-ins of a number left: sign-ups, codes and SMS. */
export type EndSignIns = (tx: Executor, phoneIdx: Buffer, now: Date) => Promise<void>

/** Deactivates an account. The caller has locked its row. */
export async function deactivate(
  tx: Executor,
  accountId: string,
  endSignIns: EndSignIns,
  now: Date,
  eraseAfter = now,
): Promise<void> {
  await raiseForChecks(tx, accountId, now)
  const [ended] = await tx.query(DEACTIVATE, [accountId, eraseAfter], row({ phone_idx: bytes }))
  if (ended !== undefined) await endSignIns(tx, ended.phone_idx, now)
  for (const statement of [END_SESSIONS, END_RECOVERY, END_PASSKEYS, FORGET_DOCUMENT])
    await tx.query(statement, [accountId])
  await forgetDevices(tx, accountId)
}

export const lockForDeactivation = async (tx: Executor, accountId: string): Promise<void> =>
  void (await tx.query('select 1 from account where id = $1 for update', [accountId]))

const DUE = `
  select deletion_hash from account where id = $1 and state = 'deactivated' and erase_after <= $2 for update`

/** Locks a deactivated account that is due for erasure. `deletionHash`: of a deletion by its holder. @returns undefined for any other */
export async function lockDue(tx: Executor, accountId: string, now: Date) {
  const [due] = await tx.query(DUE, [accountId, now], row({ deletion_hash: nullable(bytes) }))
  return due && { deletionHash: due.deletion_hash }
}

/** SQL: the session is to be erased by hand: its vendor refuses the call, or has not erased it for a week. */
export const dueByHand = (now: string): string => `(by_hand or erase_since <= ${now}::timestamptz - interval '7 days')`

/**
 * Deletes the account and, by cascade, what refers to it. Its checks at vendors leave orders of erasure: rows of `vendor_erasure` for
 * our own protocol, and the sessions of other vendors, which stay without their check. $3: money goes back to the bank.
 */
const ERASE = `
  with gone as (
    delete from account where id = $1 and state = 'deactivated' and erase_after <= $2 returning id, deletion_hash),
  vendor as (
    insert into vendor_erasure (check_id, next_attempt_at, created_at, deletion_hash)
    select c.id, $2, $2, gone.deletion_hash from gone join identity_check c on c.account_id = gone.id
    where c.provider = 'generic' returning 1),
  session as (
    update identity_session s set deletion_hash = gone.deletion_hash
    from gone join identity_check c on c.account_id = gone.id where s.check_id = c.id returning 1),
  told as (
    update deletion d set erased_at = $2, money = case when $3 then 'returning' else 'none' end,
      vendor = case when exists (select from vendor) or exists (select from session) then 'asked' else 'none' end
    from gone where d.token_hash = gone.deletion_hash)
  select id from gone`

/** Deletes a deactivated account that is due; idempotent. @returns whether it existed */
export const erase = async (tx: Executor, accountId: string, now: Date, isReturning: boolean): Promise<boolean> =>
  (await tx.query(ERASE, [accountId, now, isReturning])).length > 0

const LAST_ANSWER_MS = 15 * MINUTE_MS
/** A browser that comes back from the identity check may still use an access token that expired meanwhile. */
const LATE_TOKEN_MS = HOUR_MS
const LATE_REPORT_MS = 24 * HOUR_MS

const FOR_TOKENS = `
  insert into tombstone (hash, expires_at, next_step)
  select t.hash, $2, $5 from access_token t join session_family f on f.id = t.family_id
  where f.account_id = $1 and f.scope = 'full' and f.state = 'live' and f.idle_expires_at > $3 and t.expires_at > $4
  on conflict (hash) do nothing`

const FOR_CHECKS = `
  insert into tombstone (hash, expires_at) select tc_hash, $2 from identity_check where account_id = $1
  on conflict (hash) do nothing`

/** Names the steps that are left to a person after an end under age. */
const NEXT_STEPS = ['appeal', 'restore'] as const
type NextStep = (typeof NEXT_STEPS)[number]
const TOMBSTONE = row({ next: nullable(oneOf(NEXT_STEPS)) })

/** Called before the account's sessions end: for a while their tokens may still read the reason, and what is possible now. */
export async function raiseForSessions(
  tx: Executor,
  accountId: string,
  next: NextStep | null,
  now: Date,
): Promise<void> {
  // Waits for a running refresh: its token is one of them.
  await tx.query('select 1 from session_family where account_id = $1 for update', [accountId])
  await tx.query(FOR_TOKENS, [accountId, later(now, LAST_ANSWER_MS), now, later(now, -LATE_TOKEN_MS), next])
}

/** Called before the account's checks are deleted: late reports about them are accepted and dropped. */
const raiseForChecks = async (tx: Executor, accountId: string, now: Date): Promise<void> =>
  void (await tx.query(FOR_CHECKS, [accountId, later(now, LATE_REPORT_MS)]))

/** Reads the step that is left to the holder of a token that ended under age; null: none. @returns undefined for another token */
export async function findTombstone(db: Executor, hash: Buffer, now: Date): Promise<NextStep | null | undefined> {
  const sql = 'select next_step as next from tombstone where hash = $1 and expires_at > $2'
  return (await db.query(sql, [hash, now], TOMBSTONE))[0]?.next
}

export const hasTombstone = async (db: Executor, hash: Buffer, now: Date): Promise<boolean> =>
  (await findTombstone(db, hash, now)) !== undefined

export const sweepTombstones = sweepOf({ keepMs: 0, table: 'tombstone', by: 'expires_at' })
