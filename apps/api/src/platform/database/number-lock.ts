import type { Executor } from './database.ts'

/** Serialises what registers a number or makes an account of a registration, until the end of the transaction. */
export const lockNumber = async (tx: Executor, phoneIdx: Buffer): Promise<void> =>
  void (await tx.query('select pg_advisory_xact_lock($1)', [phoneIdx.readBigInt64BE().toString()]))
