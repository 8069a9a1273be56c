import { isApproved, type VendorOutcome } from '@avouch/contract'
import type { Keys } from '../../platform/keyring.ts'

type Reported = { status: VendorOutcome; documentHash: string | undefined }

/** A keyed hash of the document that proves an age. With every other outcome nothing is kept of a document. */
export const documentIndex = (documents: Pick<Keys, 'mac'>, { status, documentHash }: Reported): Buffer | null =>
  isApproved(status) && documentHash !== undefined ? documents.mac(documentHash) : null
