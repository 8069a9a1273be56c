import { later } from '../clock.ts'
import type { Executor } from './database.ts'

/** Deletes what has expired. Repeating it, or running it twice at once, does no harm. */
export type Sweep = (db: Executor, now: Date) => Promise<void>

/** Of each statement $1 is the moment `keepMs` before now. */
export const sweepOf =
  (...expired: readonly { keepMs: number; statement: string }[]): Sweep =>
  async (db, now) => {
    for (const { keepMs, statement } of expired) await db.query(statement, [later(now, -keepMs)])
  }
