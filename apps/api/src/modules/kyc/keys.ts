import type { Keys } from '../../platform/keyring.ts'

/** Derive the transaction codes of checks, seal what a visitor comes back with, and hash the documents of proofs. */
export type KycKeys = { codes: Pick<Keys, 'mac'>; returns: Pick<Keys, 'seal' | 'open'>; documents: Pick<Keys, 'mac'> }
