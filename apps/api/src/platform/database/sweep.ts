import { HOUR_MS } from '@avouch/contract'
import { later } from '../clock.ts'
import { createExecutor, type Database, type Executor } from './database.ts'
import { IN_STEP, walk, walkTime } from './walk.ts'

/** Deletes expired rows. Idempotent, also when it runs twice concurrently. */
export type Sweep = ((db: Executor, now: Date) => Promise<void>) & {
  /** Its tables with an index by time. */
  dated?: readonly Dated[]
  /** Those that it walks through. */
  walked?: readonly string[]
}
/** `isDay`: the column has days (UTC); a row is over with its day. */
export type Dated = { keepMs: number; table: string; by: string; isDay?: boolean }

/** Rows that one statement locks, for a short time. */
export const SWEEP_BATCH = 500

/** Rows of a table that are over by the condition `where`, as `t`; $3 is the moment `keepMs` before now. A walk finds them. */
type Walked = { keepMs: number; table: string; where: string }
type Expired = Dated | Walked
const isDated = (expired: Expired): expired is Dated => 'by' in expired

/** Skips rows that another transaction has locked: the next run deletes them. The order makes every plan use the index. */
const deleteOf = ({ table, by, isDay = false }: Dated) => `
  delete from ${table} where ctid = any(array(
    select t.ctid from ${table} t where ${isDay ? `t.${by} < ($1::timestamptz at time zone 'utc')::date` : `t.${by} <= $1`}
    order by t.${by} limit ${SWEEP_BATCH} for update of t skip locked))
  returning 1 as gone`

const deleteInStepOf = ({ table, where }: Walked) => `
  delete from ${table} where ctid = any(array(
    select t.ctid from ${table} t where ${IN_STEP} and ${where} for update of t skip locked))`

/** Deletes batch after batch, until one is not full. */
async function inBatches(deleteBatch: () => Promise<number>): Promise<void> {
  for (let gone = SWEEP_BATCH; gone === SWEEP_BATCH; ) gone = await deleteBatch()
}

/** Runs are some minutes apart, and may be late. */
const RUNS_APART_MS = HOUR_MS
/** Computes the age from which a walk deletes rows, so that it leaves none that is older than `mostMs`, some days. */
export const walkedFrom = (mostMs: number): number => mostMs - walkTime(mostMs) - RUNS_APART_MS

/** Does the same with the rows of each step of a walk through a table: $1 and $2 are the step, $3 is the moment, then `more`. */
export function walkOf(
  table: string,
  keepMs: number,
  statement: string,
  more: (now: Date) => readonly unknown[] = () => [],
): Sweep {
  const sweep = (db: Executor, now: Date) =>
    walk(db, { table, withinMs: walkTime(keepMs), now }, (step) =>
      db.query(statement, [...step, later(now, -keepMs), ...more(now)]),
    )
  return Object.assign(sweep, { walked: [table] })
}

export function sweepOf(...all: readonly Expired[]): Sweep {
  const sweeps = all.map((expired): Sweep => {
    const { table, keepMs } = expired
    if (!isDated(expired)) return walkOf(table, keepMs, deleteInStepOf(expired))
    const statement = deleteOf(expired)
    return (db, now) => inBatches(async () => (await db.query(statement, [later(now, -keepMs)])).length)
  })
  const sweep = async (db: Executor, now: Date) => {
    for (const one of sweeps) await one(db, now)
  }
  return Object.assign(sweep, { dated: all.filter(isDated), walked: sweeps.flatMap(({ walked = [] }) => walked) })
}

/** Each statement is a transaction that may take longer than a visitor would wait. After the signal none is begun. */
export const unhurriedly = (db: Database, signal: AbortSignal): Executor =>
  createExecutor(
    async (text, values) => (signal.aborted ? [] : db.transaction((tx) => tx.query(text, values), { hurry: false })),
    (script) => db.transaction((tx) => tx.execute(script), { hurry: false }),
  )
