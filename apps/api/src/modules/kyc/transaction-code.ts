import type { Keys } from '../../platform/keyring.ts'

/** The transaction code of a check: derived, so that it can be given again; stored as a hash. */
export const transactionCode = (codes: Pick<Keys, 'mac'>, checkId: string): string =>
  codes.mac('tc', checkId).toString('base64url')
