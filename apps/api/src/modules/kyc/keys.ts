import type { Keys } from '../../platform/keyring.ts'

/** Derive the transaction codes of checks, and hash the documents of proofs. */
export type KycKeys = { codes: Pick<Keys, 'mac'>; documents: Pick<Keys, 'mac'> }
