import type { Executor } from '../../platform/database/database.ts'
import { row, text } from '../../platform/database/rows.ts'

/** Serialises proofs by the same document, until the end of the transaction. */
const LOCK_DOCUMENT = 'select pg_advisory_xact_lock($1)'

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
const ADD = 'insert into proof_document (document_idx, account_id, kept_since) values ($1, $2, $3)'

/** SQL: an account without a proof. One that waits for a newer check goes on waiting for it. */
export const UNPROVEN = `adult = false, verified_on = null,
    current_check = case when kyc_status in ('COMPLETED', 'COMPLETED_FRAUD') then null else current_check end,
    kyc_status = case when kyc_status in ('COMPLETED', 'COMPLETED_FRAUD') then '' else kyc_status end`
const WITHDRAW = `
  with marked as (update identity_check c set contradicted_at = $2 from account a
    where c.account_id = $1 and a.id = c.account_id and a.state = 'active' and a.adult
      and c.status in ('COMPLETED', 'COMPLETED_FRAUD'))
  update account set ${UNPROVEN} where id = $1 and state = 'active' and adult returning id`

const lockDocument = async (tx: Executor, documentIdx: Buffer): Promise<void> =>
  void (await tx.query(LOCK_DOCUMENT, [documentIdx.readBigInt64BE().toString()]))

const lockAccounts = async (tx: Executor, accountId: string, documentIdx: Buffer | null): Promise<void> =>
  void (await tx.query(LOCK_ACCOUNTS, [accountId, documentIdx]))

/** Removes the account's document and this document. @returns the accounts that had them */
async function releaseDocuments(tx: Executor, accountId: string, documentIdx: Buffer | null): Promise<string[]> {
  const released = await tx.query(RELEASE, [accountId, documentIdx], RELEASED)
  return released.map(({ account_id }) => account_id)
}

const addDocument = async (tx: Executor, documentIdx: Buffer, accountId: string, now: Date): Promise<void> =>
  void (await tx.query(ADD, [documentIdx, accountId, now]))

/** Takes an adult's proof away, and marks the checks that proved it. @returns false when there is none */
const withdrawProof = async (tx: Executor, accountId: string, now: Date): Promise<boolean> =>
  (await tx.query(WITHDRAW, [accountId, now])).length > 0

/** Locks the account, and the one that may lose its proof to it. Called before locking anything that belongs to them. */
export async function lockForProof(tx: Executor, accountId: string, documentIdx: Buffer | null): Promise<void> {
  if (documentIdx !== null) await lockDocument(tx, documentIdx)
  await lockAccounts(tx, accountId, documentIdx)
}

type Proof = { accountId: string; documentIdx: Buffer | null; now: Date }

/**
 * The document of the newest proof replaces the one before. The caller holds the accounts.
 * @returns the account that proved its age with the same document, and has lost its proof
 */
export async function keepDocument(tx: Executor, { accountId, documentIdx, now }: Proof): Promise<string | undefined> {
  const released = await releaseDocuments(tx, accountId, documentIdx)
  if (documentIdx !== null) await addDocument(tx, documentIdx, accountId, now)
  const other = released.find((id) => id !== accountId)
  return other !== undefined && (await withdrawProof(tx, other, now)) ? other : undefined
}
