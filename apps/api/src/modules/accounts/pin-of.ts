import type { SealedPin } from '../pins/index.ts'
import type { Account } from './ports.ts'

/** Every PIN that a number can have is counted apart: strangers' guesses and registrations close nobody's own. */
const ACCOUNT_CLASS = 'account:unknown-devices'

/** The account's PIN as it is checked, with the counter that all ways to check it share. */
export const pinOf = ({ phoneIdx, pinEnc }: Account): SealedPin => ({
  owner: phoneIdx.toString('hex'),
  sealed: pinEnc,
  key: { phoneIdx, classKey: ACCOUNT_CLASS },
})
