import type { Keys } from '../../platform/keyring.ts'

const MINTID_BYTES = 16

/** The merchant intent code. It is derived from the id, so only its hash is stored and a repeated creation gives it again. */
export const merchantCode = (keys: Pick<Keys, 'mac'>, intentId: string): string =>
  keys.mac('mintid', intentId).subarray(0, MINTID_BYTES).toString('base64url')
