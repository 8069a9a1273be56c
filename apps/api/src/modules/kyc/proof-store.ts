import { isApproved, type KycStatus, PROOF_WITHDRAWALS, type ProofDecision, type VendorOutcome } from '@avouch/contract'
import { type Executor, statement } from '../../platform/database/database.ts'
import { bytes, nullable, oneOf, row, text, timestamp } from '../../platform/database/rows.ts'
import { AT_PROOF } from './check-store.ts'
import type { HeldCheck, CheckOutcome } from './outcome-store.ts'

/** Serialises proofs by the same document, until the end of the transaction. */
const lockDocument = statement<[key: string]>('select pg_advisory_xact_lock($1)')

/** The account, and the one that has the document, in the order of their ids: two transactions never deadlock. */
const LOCK_ACCOUNTS = `
  select 1 from account
  where id = $1 or id = (select account_id from proof_document where document_idx = $2)
  order by id for update`

/** A newer proof ends what was withdrawn before it, doubted or contradicted: of its account, and of its document. */
const RELEASE = `
  with forgotten as (delete from proof_withdrawal where account_id = $1 or document_idx = $2),
  looked as (update identity_check set taken_back_at = null, contradicted_at = null
    where account_id = $1 and (taken_back_at is not null or contradicted_at is not null))
  delete from proof_document where account_id = $1 or document_idx = $2 returning account_id`
const RELEASED = row({ account_id: text })
const addDocument = statement<[documentIdx: Buffer, accountId: string, now: Date]>(
  'insert into proof_document (document_idx, account_id, kept_since) values ($1, $2, $3)',
)

/** SQL: removes the proof of an account; a newer check stays current. */
const UNPROVEN = `adult = false, verified_on = null,
    current_check = case when kyc_status in ('COMPLETED', 'COMPLETED_FRAUD') then null else current_check end,
    kyc_status = case when kyc_status in ('COMPLETED', 'COMPLETED_FRAUD') then '' else kyc_status end`
const takeProof = statement<[accountId: string, now: Date]>(`
  with marked as (update identity_check c set contradicted_at = $2 from account a
    where c.account_id = $1 and a.id = c.account_id and a.state = 'active' and a.adult
      and c.status in ('COMPLETED', 'COMPLETED_FRAUD'))
  update account set ${UNPROVEN} where id = $1 and state = 'active' and adult returning id`)

/** Locks the account, and the one that may lose its proof to it. Called before locking anything that belongs to them. */
export async function lockForProof(tx: Executor, accountId: string, documentIdx: Buffer | null): Promise<void> {
  if (documentIdx !== null) await lockDocument(tx, documentIdx.readBigInt64BE().toString())
  await tx.query(LOCK_ACCOUNTS, [accountId, documentIdx])
}

/**
 * The document of the newest proof replaces the one before. The caller has locked the accounts.
 * @returns the account that proved its age with the same document, and has lost its proof
 */
export async function keepDocument(tx: Executor, accountId: string, documentIdx: Buffer | null, now: Date) {
  const released = await tx.query(RELEASE, [accountId, documentIdx], RELEASED)
  if (documentIdx !== null) await addDocument(tx, documentIdx, accountId, now)
  const other = released.find(({ account_id: id }) => id !== accountId)?.account_id
  return other !== undefined && (await takeProof(tx, other, now)) ? other : undefined
}

/** Withdraws nothing of an account that was used after the day `$4`. Keeps the document only where a person may give the proof back. */
const WITHDRAW = `
  with held as (
    select a.id, a.verified_on, d.document_idx, d.kept_since from account a left join proof_document d on d.account_id = a.id
    where a.id = $1 and a.state = 'active' and a.adult and ($4::date is null or a.signed_in_on <= $4)),
  freed as (delete from proof_document where account_id in (select id from held)),
  looked as (update identity_check set taken_back_at = null where account_id in (select id from held) and taken_back_at is not null),
  marked as (
    insert into proof_withdrawal (account_id, why, verified_on, document_idx, kept_since, withdrawn_at)
    select id, $2, verified_on, case $2 when 'operator' then document_idx end, case $2 when 'operator' then kept_since end, $3
    from held
    on conflict (account_id) do update set why = excluded.why, verified_on = excluded.verified_on,
      document_idx = excluded.document_idx, kept_since = excluded.kept_since, withdrawn_at = excluded.withdrawn_at)
  update account a set ${UNPROVEN} from held where a.id = held.id returning a.id`

const FIND_MARK = `
  select why, document_idx as "documentIdx" from proof_withdrawal where account_id = $1
  union all select 'contradicted', null from identity_check c where c.account_id = $1 and c.contradicted_at is not null
    and not exists (
      select from identity_check n
      where n.account_id = $1 and n.status in ('COMPLETED', 'COMPLETED_FRAUD') and n.reported_at > c.contradicted_at)`
const MARK = row({ why: oneOf(PROOF_WITHDRAWALS), documentIdx: nullable(bytes) })

/** The day of the proof comes back with it; an account that waits for a newer check waits no more. */
const GIVE_BACK = `
  with given as (
    delete from proof_withdrawal w using account a
    where w.account_id = $1 and a.id = w.account_id and a.state = 'active' and not a.adult and w.why = 'operator'
      and w.withdrawn_at > $2 and w.document_idx is not distinct from $3
      and not exists (select from proof_document d where d.document_idx = w.document_idx)
    returning w.account_id, w.verified_on, w.document_idx, w.kept_since),
  kept as (
    insert into proof_document (document_idx, account_id, kept_since)
    select document_idx, account_id, kept_since from given where document_idx is not null)
  update account a set adult = true, verified_on = given.verified_on, ${AT_PROOF}
  from given where a.id = given.account_id returning a.id`

/** The vendor's words may arrive in another order: one that is older than the approval takes nothing back. */
const TAKE_BACK = `
  update identity_check c set taken_back_at = $3 from account a
  where c.id = $1 and a.id = c.account_id and a.state = 'active' and a.adult and c.taken_back_at is null
    and not exists (
      select from vendor_event e
      where e.check_id = c.id and e.status in ('COMPLETED', 'COMPLETED_FRAUD') and e.occurred_at > $2)
  returning c.id`

const TAKEN_BACK = `
  select a.id, min(c.taken_back_at) as since from identity_check c join account a on a.id = c.account_id
  where c.taken_back_at is not null and a.state = 'active' and a.adult group by a.id order by since, a.id`
const DOUBTED = row({ id: text, since: timestamp })

const KEEP = `
  update identity_check c set taken_back_at = null from account a
  where c.account_id = $1 and c.taken_back_at is not null and a.id = c.account_id and a.state = 'active' and a.adult
  returning c.id`

const CHANGES = { withdraw: WITHDRAW, give_back: GIVE_BACK, keep: KEEP } as const

/** Changes a proof by one statement. The caller has locked account and document. @returns false when nothing changed */
export const changeProof = async (tx: Executor, how: ProofDecision, values: readonly unknown[]): Promise<boolean> =>
  (await tx.query(CHANGES[how], values)).length > 0

/** Reads why an account has no proof any more, and the document that is kept with this mark. */
export const findMark = async (db: Executor, accountId: string) => (await db.query(FIND_MARK, [accountId], MARK))[0]

/** True if an outcome contradicts an approval without ending the account. */
export const takesBack = (from: KycStatus, to: VendorOutcome): boolean =>
  isApproved(from) && to === 'MANUAL_REVIEW_REJECTED'

/** Notes for a person that an approval was taken back. @returns false unless it is later, new, and of an account that is proven */
export const noteTakenBack = async (tx: Executor, check: HeldCheck, { status, occurredAt, now }: CheckOutcome) =>
  takesBack(check.status, status) && (await tx.query(TAKE_BACK, [check.id, occurredAt, now])).length > 0

/** Lists proven accounts of which a vendor has taken an approval back, the longest wait first. */
export const takenBackApprovals = (db: Executor) => db.query(TAKEN_BACK, [], DOUBTED)
