import { later } from '../clock.ts'
import { createExecutor, type Database, type Executor } from './database.ts'

/** Deletes expired rows. Idempotent, also when it runs twice concurrently. `dated`: its tables with an index by time. */
export type Sweep = ((db: Executor, now: Date) => Promise<void>) & { dated?: readonly Dated[] }
export type Dated = { keepMs: number; table: string; by: string }

/** Rows that one statement locks, for a short time. */
export const SWEEP_BATCH = 500

/** Rows of the table, as `t`, that are over by an indexed column, or by the condition `where`; $1 is the moment `keepMs` before now. */
type Expired = Dated | { keepMs: number; table: string; where: string }
const isDated = (expired: Expired): expired is Dated => 'by' in expired
const conditionOf = (expired: Expired) => (isDated(expired) ? `t.${expired.by} <= $1` : expired.where)

/** Skips rows that another transaction has locked: the next run deletes them. */
const deleteOf = (expired: Expired) => `
  delete from ${expired.table} where ctid = any(array(
    select t.ctid from ${expired.table} t where ${conditionOf(expired)} limit ${SWEEP_BATCH} for update of t skip locked))
  returning 1 as gone`

/** Deletes batch after batch, until one is not full. */
export async function inBatches(deleteBatch: () => Promise<number>): Promise<void> {
  for (let gone = SWEEP_BATCH; gone === SWEEP_BATCH; ) gone = await deleteBatch()
}

export function sweepOf(...all: readonly Expired[]): Sweep {
  const sweep = async (db: Executor, now: Date) => {
    for (const expired of all) {
      const statement = deleteOf(expired)
      await inBatches(async () => (await db.query(statement, [later(now, -expired.keepMs)])).length)
    }
  }
  return Object.assign(sweep, { dated: all.filter(isDated) })
}

/** Each statement is a transaction that may take longer than a visitor would wait. After the signal none is begun. */
export const unhurriedly = (db: Database, signal: AbortSignal): Executor =>
  createExecutor(
    async (text, values) => (signal.aborted ? [] : db.transaction((tx) => tx.query(text, values), { hurry: false })),
    (script) => db.transaction((tx) => tx.execute(script), { hurry: false }),
  )
