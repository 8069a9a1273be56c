import { HOUR_MS, KYC_STATUSES, type KycStatus, type VendorOutcome } from '@avouch/contract'
import type * as z from 'zod/mini'
import { type Executor, statement } from '../../platform/database/database.ts'
import { bool, bytes, oneOf, row, storedLanguage, text } from '../../platform/database/rows.ts'
import type { SealedTable } from '../../platform/database/sealed-values.ts'
import { sweepOf } from '../../platform/database/sweep.ts'
import { GIVE_BACK_MS } from '../accounts/index.ts'
import { firstPollAt } from './check-store.ts'

const FIND_CHECK = `
  select c.id, c.account_id as "accountId", c.status, a.is_appeal as "isAppeal"
  from identity_check c join account a on a.id = c.account_id where c.tc_hash = $1`
const CHECK = row({ id: text, accountId: text, status: oneOf(KYC_STATUSES), isAppeal: bool })
export type HeldCheck = z.output<typeof CHECK>

const ADD_EVENT = `
  insert into vendor_event (id, check_id, status, occurred_at, received_at) values ($1, $2, $3, $4, $5)
  on conflict (id) do nothing returning 1`
/** Leaves the next poll due if the vendor has reported something since it was asked. */
const MOVE_CHECK = `
  with told as (delete from identity_session where check_id = $1 and claimed_at is null)
  update identity_check c set status = $2, reported_at = $3, held_enc = null, polls = 0, next_poll_at = case when exists (
    select from identity_session s where s.check_id = c.id and s.rung_at is distinct from $5) then next_poll_at else $4 end
  where id = $1`

/** Keeps an approval for a person's decision. */
export const holdApproval = statement<[checkId: string, heldEnc: string]>(
  'update identity_check set held_enc = $2 where id = $1',
)
const FIND_HELD = `select held_enc as "heldEnc" from identity_check where id = $1 and held_enc is not null`

/** The approval that waits for a person, sealed for its check. */
export const findHeldApproval = async (db: Executor, checkId: string): Promise<string | undefined> =>
  (await db.query(FIND_HELD, [checkId], row({ heldEnc: text })))[0]?.heldEnc

const columns = [{ name: 'held_enc', purpose: 'held-approval' }] as const
export const heldApprovals: readonly SealedTable[] = [{ table: 'identity_check', id: 'id', owner: 'id', columns }]

/**
 * The proof dates from the day of the check, which may be long before its report; an earlier check makes no proof older.
 * @returns false when the account has ended
 */
export const approveAccount = statement<[accountId: string, status: KycStatus, occurredAt: Date, now: Date]>(`
  update account set adult = true, kyc_status = $2, is_appeal = false,
    verified_on = greatest(verified_on, (least($3::timestamptz, $4) at time zone 'UTC')::date)
  where id = $1 and state = 'active' returning id`)
/** Changes the kind of an approval: the day of the proof stays, and so does the wait for a newer check. */
export const markApproval = statement<[accountId: string, status: KycStatus]>(`
  update account set kyc_status = $2
  where id = $1 and state = 'active' and adult and kyc_status in ('COMPLETED', 'COMPLETED_FRAUD')`)

export const markUnderAge = statement<[accountId: string]>(`update account set kyc_status = 'UNDERAGED' where id = $1`)

/** Changes nothing unless the account waits for this check. */
export const setStatus = statement<[accountId: string, status: KycStatus, checkId: string]>(`
  update account set kyc_status = $2
  where id = $1 and current_check = $3 and state = 'active' and kyc_status not in ('COMPLETED', 'COMPLETED_FRAUD')`)

const FIND_HOLDER = `
  select adult, is_appeal as "isAppeal", phone_enc as "phoneEnc", phone_idx as "phoneIdx", language, kyc_status as status
  from account
  where id = $1 and state = 'active'`
const HOLDER = row({
  adult: bool,
  isAppeal: bool,
  phoneEnc: text,
  phoneIdx: bytes,
  language: storedLanguage,
  status: text,
})

/** An outcome that the identity-check service reports, or that it was asked for. */
export type CheckOutcome = {
  eventId: string
  status: VendorOutcome
  occurredAt: Date
  /** The keyed hash of an approval's document, when the service names it. */
  documentIdx: Buffer | null
  now: Date
  /** When its vendor had last reported something before it was asked. */
  reportedAt: Date | null
}

export const findCheckOwner = async (tx: Executor, tcHash: Buffer): Promise<string | undefined> =>
  (await tx.query(FIND_CHECK, [tcHash], CHECK))[0]?.accountId

/** Locks the check. The caller has locked its account. */
export const lockCheck = async (tx: Executor, tcHash: Buffer): Promise<HeldCheck | undefined> =>
  (await tx.query(`${FIND_CHECK} for update of c`, [tcHash], CHECK))[0]

/** @returns false for a report that is known */
export async function addVendorEvent(tx: Executor, checkId: string, outcome: CheckOutcome): Promise<boolean> {
  const { eventId, status, occurredAt, now } = outcome
  return (await tx.query(ADD_EVENT, [eventId, checkId, status, occurredAt, now])).length > 0
}

/** @returns true for the first answer about a check in a word that is not known */
export const addUnknownWord = async (db: Executor, checkId: string, now: Date): Promise<boolean> =>
  (await db.query(ADD_EVENT, [`unknown_${checkId}`, checkId, 'unknown', now, now])).length > 0

export async function moveCheck(
  tx: Executor,
  checkId: string,
  { status, now, reportedAt }: CheckOutcome,
): Promise<void> {
  await tx.query(MOVE_CHECK, [checkId, status, now, firstPollAt(status, now, reportedAt), reportedAt])
}

/** @returns undefined when the account has ended */
export const findCheckHolder = async (tx: Executor, accountId: string) =>
  (await tx.query(FIND_HOLDER, [accountId], HOLDER))[0]

/** The messages of the identity-check service, and the marks of withdrawn proofs with the hashes of their documents. */
export const sweepOutcomes = sweepOf(
  { keepMs: 90 * 24 * HOUR_MS, table: 'vendor_event', by: 'received_at' },
  { keepMs: GIVE_BACK_MS, table: 'proof_withdrawal', by: 'withdrawn_at' },
)
