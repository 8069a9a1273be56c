import type { Executor } from '../../platform/database/database.ts'

/** Whoever proves an age with a document is alone with it until the end. */
const ALONE = 'select pg_advisory_xact_lock($1)'

/** The account, and the one that has the document, in one order for everybody: nobody waits in a circle. */
const HOLD = `
  select 1 from account
  where id = $1 or id = (select account_id from proof_document where document_idx = $2)
  order by id for update`

const RELEASE = 'delete from proof_document where account_id = $1 or document_idx = $2 returning account_id'
const KEEP = 'insert into proof_document (document_idx, account_id, kept_since) values ($1, $2, $3)'

/** As if nothing had ever been proven. Who waits for a newer check goes on waiting for it. */
const WITHDRAW = `
  update account set adult = false, verified_on = null,
    current_check = case when kyc_status in ('COMPLETED', 'COMPLETED_FRAUD') then null else current_check end,
    kyc_status = case when kyc_status in ('COMPLETED', 'COMPLETED_FRAUD') then '' else kyc_status end
  where id = $1 and state = 'active' and adult returning id`

/** Locks the account, and with it whoever may lose the proof to it. Before anything that hangs on an account. */
export async function holdForProof(tx: Executor, accountId: string, documentIdx: Buffer | null): Promise<void> {
  if (documentIdx !== null) await tx.query(ALONE, [documentIdx.readBigInt64BE().toString()])
  await tx.query(HOLD, [accountId, documentIdx])
}

type Proof = { accountId: string; documentIdx: Buffer | null; now: Date }

/**
 * The document of the newest proof takes the place of the one before. The caller holds the accounts.
 * @returns the account that proved its age with the same document, and has to do so again
 */
export async function keepDocument(tx: Executor, { accountId, documentIdx, now }: Proof): Promise<string | undefined> {
  const released = await tx.query<{ account_id: string }>(RELEASE, [accountId, documentIdx])
  if (documentIdx !== null) await tx.query(KEEP, [documentIdx, accountId, now])
  const other = released.find(({ account_id }) => account_id !== accountId)
  if (other === undefined) return undefined
  const [withdrawn] = await tx.query<{ id: string }>(WITHDRAW, [other.account_id])
  return withdrawn?.id
}
