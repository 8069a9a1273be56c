import { later } from '../clock.ts'
import { createExecutor, type Database, type Executor } from './database.ts'

/** Deletes what has expired. Repeating it, or running it twice at once, does no harm. */
export type Sweep = (db: Executor, now: Date) => Promise<void>

/** Rows that are locked at once, for a short time. */
export const SWEEP_BATCH = 500

/** Rows of the table, as `t`, where `where` holds; $1 is the moment `keepMs` before now. */
type Expired = { keepMs: number; table: string; where: string }

/** Skips rows that another transaction has locked: the next run deletes them. */
const deleteOf = ({ table, where }: Expired) => `
  delete from ${table} where ctid = any(array(
    select t.ctid from ${table} t where ${where} limit ${SWEEP_BATCH} for update of t skip locked))
  returning 1 as gone`

/** Deletes batch after batch, until one is not full. */
export async function inBatches(deleteBatch: () => Promise<number>): Promise<void> {
  for (let gone = SWEEP_BATCH; gone === SWEEP_BATCH; ) gone = await deleteBatch()
}

export const sweepOf =
  (...all: readonly Expired[]): Sweep =>
  async (db, now) => {
    for (const expired of all) {
      const statement = deleteOf(expired)
      await inBatches(async () => (await db.query(statement, [later(now, -expired.keepMs)])).length)
    }
  }

/** Each statement is a transaction that may take longer than a visitor would wait. After the signal none is begun. */
export const unhurriedly = (db: Database, signal: AbortSignal): Executor =>
  createExecutor(
    async (text, values) => (signal.aborted ? [] : db.transaction((tx) => tx.query(text, values), { hurry: false })),
    (script) => db.transaction((tx) => tx.execute(script), { hurry: false }),
  )
