import type { Transaction } from './database.ts'

/**
 * Serialises what registers a number or makes an account of a registration, until the end of the transaction. The next query
 * sees what the holder before it did.
 */
export const lockNumber = async (tx: Transaction, phoneIdx: Buffer): Promise<void> =>
  void (await tx.query('select pg_advisory_xact_lock($1)', [phoneIdx.readBigInt64BE().toString()]))
