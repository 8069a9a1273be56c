import { HOUR_MS, MINUTE_MS } from '@avouch/contract'
import { type Clock, later } from '../../platform/clock.ts'
import type { Database, Executor } from '../../platform/database/database.ts'
import { nullable, row, text, timestamp } from '../../platform/database/rows.ts'
import { sweepOf } from '../../platform/database/sweep.ts'
import type { Warn } from '../../platform/log.ts'

/** Notes of a process in a minute: a flood costs a bounded number of writes. */
const MOST_A_MINUTE = 300
export const REFUSALS_KEPT_MS = 48 * HOUR_MS

/** The subject of the note that notes of a minute are missing. */
const NOBODY = Buffer.alloc(0)
const MISSING = 'missing'

/** Another process may have noted it in this minute. A note from the future was made before a clock was set back. */
const NOTE = `
  insert into refused_call as r (phone_idx, rule, at, free_at) values ($1, $2, $3, $4)
  on conflict (phone_idx, rule) do update set at = excluded.at, free_at = excluded.free_at
    where r.at < $5 or r.at > excluded.at`
const OF_NUMBER = `
  select rule, at, free_at as "freeAt" from refused_call where phone_idx = $1 and at >= $2 order by at desc, rule`
const REFUSED = row({ rule: text, at: timestamp, freeAt: nullable(timestamp) })
export type RefusedCall = ReturnType<typeof REFUSED.parse>

type Deps = { db: Database; clock: Clock; warn: Warn }

/** Notes which rule refused a call that named a number: an address or network can't be found from a number later. */
export class RefusedCalls {
  readonly #deps: Deps
  readonly #noted = new Set<string>()
  #minute = 0

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /** Notes a refusal, once a minute for number and rule. Never throws: the answer stays as it is. `waitMs`: until the rule allows it. */
  async note(phoneIdx: Buffer, rule: string, waitMs?: number): Promise<void> {
    const { db, clock, warn } = this.#deps
    const now = clock()
    const minute = Math.floor(now.getTime() / MINUTE_MS)
    if (minute !== this.#minute) this.#noted.clear()
    this.#minute = minute
    const [who, what] = this.#noted.size < MOST_A_MINUTE ? [phoneIdx, rule] : [NOBODY, MISSING]
    const name = `${what} ${who.toString('hex')}`
    if (this.#noted.has(`${rule} ${phoneIdx.toString('hex')}`) || this.#noted.has(name)) return
    this.#noted.add(name)
    const freeAt = waitMs === undefined || what === MISSING ? null : later(now, waitMs)
    try {
      await db.query(NOTE, [who, what, now, freeAt, new Date(minute * MINUTE_MS)])
    } catch (error) {
      warn('refused call not noted', { reason: (error as Error).name })
    }
  }
}

/** Reads the newest refusal of a number by each rule, the newest first. */
export const refusedCallsOf = (db: Executor, phoneIdx: Buffer, since: Date): Promise<RefusedCall[]> =>
  db.query(OF_NUMBER, [phoneIdx, since], REFUSED)

/** Reads when refusals were too many to note the last time. */
export const refusalsMissingAt = async (db: Executor, since: Date): Promise<Date | undefined> =>
  (await refusedCallsOf(db, NOBODY, since))[0]?.at

/** Deletes the notes of a deactivated account's number. */
export const deleteRefusedCalls = async (tx: Executor, phoneIdx: Buffer): Promise<void> =>
  void (await tx.query('delete from refused_call where phone_idx = $1', [phoneIdx]))

export const sweepRefusedCalls = sweepOf({ keepMs: REFUSALS_KEPT_MS, table: 'refused_call', by: 'at' })
