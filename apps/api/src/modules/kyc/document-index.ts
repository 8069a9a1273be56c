import { isApproved, type VendorOutcome } from '@avouch/contract'

type Told = { status: VendorOutcome; documentHash: string | undefined }

/** What is kept of the document that proves an age: a keyed hash. With every other outcome nothing is, whatever was told. */
export const documentIndex = (mac: (...parts: string[]) => Buffer, { status, documentHash }: Told): Buffer | null =>
  isApproved(status) && documentHash !== undefined ? mac(documentHash) : null
