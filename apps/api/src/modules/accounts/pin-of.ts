import type { SealedPin } from '../pins/index.ts'
import type { Account } from './account-store.ts'

/** The account's PIN as every way to check it does. */
export const pinOf = ({ id, phoneIdx, pinEnc }: Account): SealedPin => ({
  owner: phoneIdx.toString('hex'),
  sealed: pinEnc,
  phoneIdx,
  accountId: id,
})
