import type { Executor } from '../../platform/database/database.ts'
import { addDocument, holdAccounts, lockDocument, releaseDocuments, withdrawProof } from './proof-document-store.ts'

/** Locks the account, and the one that may lose its proof to it. Called before locking anything that belongs to them. */
export async function holdForProof(tx: Executor, accountId: string, documentIdx: Buffer | null): Promise<void> {
  if (documentIdx !== null) await lockDocument(tx, documentIdx)
  await holdAccounts(tx, accountId, documentIdx)
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
  return other !== undefined && (await withdrawProof(tx, other)) ? other : undefined
}
