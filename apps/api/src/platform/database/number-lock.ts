import type { Transaction } from './database.ts'

/**
 * Serialises what registers a number or makes an account of a registration, until the end of the transaction. The lock is taken
 * before the transaction's next statement, which sees what the holder before it did.
 */
export const lockNumber = (tx: Transaction, phoneIdx: Buffer): void =>
  tx.ahead('select pg_advisory_xact_lock($1)', [phoneIdx.readBigInt64BE().toString()])
