import { MINUTE_MS, SECOND_MS, TROUBLES, type Trouble } from '@avouch/contract'
import { type Clock, later } from '../clock.ts'
import { kindOf, type Warn } from '../log.ts'
import type { Looking } from './backlog.ts'
import type { Executor } from './database.ts'
import { bool, int, nullable, oneOf, row, text, timestamp } from './rows.ts'

/** Failures in a row before a partner counts as failing; a refused key counts at the first. */
const LEAST = { sms: 3, identity: 1, 'identity asked': 3, webhook: 1, job: 1, 'bank message': 1 } as const
export type StreakKind = keyof typeof LEAST

/** The interval at which successes are written while nothing fails: a success of another process ends failures with this delay. */
const WRITE_EVERY_MS = 10 * SECOND_MS
/** A failure that returns within this time was not over: then a single success ends nothing. */
const STEADY_MS = 15 * MINUTE_MS

/** Reads before it writes, so that not every success locks the row. */
const ADD_SUCCESS = `
  insert into failure_streak as s (kind, name, good_at)
  select $1, $2, $3 where not exists (
    select from failure_streak f where f.kind = $1 and f.name = $2 and f.failures = 0 and f.good_at > $4)
  on conflict (kind, name) do update set good_at = greatest(s.good_at, excluded.good_at), failures = 0, failing_since = null,
    why = null, detail = null,
    unsteady = case when s.failures > 0 then coalesce(s.ended_at > $5, false) else s.unsteady and s.ended_at > $5 end,
    ended_at = case when s.failures > 0 then excluded.good_at else s.ended_at end`
const ADD_FAILURE = `
  insert into failure_streak as s (kind, name, failing_since, failures, why, detail) values ($1, $2, $3, 1, $4, $5)
  on conflict (kind, name) do update set failing_since = coalesce(s.failing_since, excluded.failing_since),
    failures = s.failures + 1, why = excluded.why, detail = excluded.detail`
/** The next successes alone end nothing: for a while the share of failures decides. */
const ADD_DOUBT = `
  insert into failure_streak as s (kind, name, ended_at, unsteady) values ($1, $2, $3, true)
  on conflict (kind, name) do update set unsteady = true, ended_at = excluded.ended_at where s.failures = 0`
const COLUMNS = `
  select kind, name, good_at as "lastGood", coalesce(failing_since, case when unsteady then ended_at end) as since, failures, why, detail,
    failures = 0 and not unsteady as "isWell"
  from failure_streak`
const READ = `${COLUMNS} where kind = any($1) and (kind <> 'webhook' or failures > 0) order by kind, name`
const FIND = `${COLUMNS} where kind = $1 and name = $2`
const STREAK = row({
  kind: oneOf(Object.keys(LEAST) as StreakKind[]),
  name: text,
  lastGood: nullable(timestamp),
  since: nullable(timestamp),
  failures: int,
  why: nullable(oneOf(TROUBLES)),
  detail: nullable(text),
  isWell: bool,
})
/** `isWell`: its last call succeeded, and the success before that one ended no trouble a moment earlier. `since`: of a trouble, or of a doubt. */
export type Streak = ReturnType<typeof STREAK.parse>
export type Failure = { why: Trouble; detail?: string | undefined; at?: Date | undefined }

/** True while it is in trouble: from then on until its first success. */
export const isFailing = ({ kind, failures, why }: Streak): boolean => failures >= LEAST[kind] || why === 'refused'

export const readStreaks = (db: Looking, kinds: readonly StreakKind[]): Promise<Streak[]> =>
  db.query(READ, [kinds], STREAK)

export const findStreak = async (db: Executor, kind: StreakKind, name: string): Promise<Streak | undefined> =>
  (await db.query(FIND, [kind, name], STREAK))[0]

/** Forgets its failures, where something else has taken its place. */
export const endStreak = async (tx: Executor, kind: StreakKind, name: string): Promise<void> =>
  void (await tx.query('delete from failure_streak where kind = $1 and name = $2', [kind, name]))

type Deps = { db: Executor; clock: Clock; warn: Warn }

/** Stores the results of the last calls. Never throws: AvouchDatabaseSilent alerts about an outage. */
export class Streaks {
  readonly #deps: Deps
  /** When this process last wrote a success of what has not failed here since. */
  readonly #written = new Map<string, Date>()

  constructor(deps: Deps) {
    this.#deps = deps
  }

  async good(kind: StreakKind, name: string, at = this.#deps.clock()): Promise<void> {
    const key = `${kind} ${name}`
    const written = this.#written.get(key)
    if (written !== undefined && at >= written && at < later(written, WRITE_EVERY_MS)) return
    this.#written.set(key, at)
    await this.#write(ADD_SUCCESS, [kind, name, at, later(at, -WRITE_EVERY_MS), later(at, -STEADY_MS)])
  }

  bad(kind: StreakKind, name: string, { why, detail, at = this.#deps.clock() }: Failure): Promise<void> {
    this.#written.delete(`${kind} ${name}`)
    return this.#write(ADD_FAILURE, [kind, name, at, why, detail ?? null])
  }

  /** Notes an answer about one request, which is evidence neither of failure nor of success. */
  doubt(kind: StreakKind, name: string): Promise<void> {
    this.#written.delete(`${kind} ${name}`)
    return this.#write(ADD_DOUBT, [kind, name, this.#deps.clock()])
  }

  async #write(statement: string, values: readonly unknown[]): Promise<void> {
    const { db, warn } = this.#deps
    try {
      await db.query(statement, values)
    } catch (error) {
      warn('failure streak not written', { reason: kindOf(error as Error) })
    }
  }
}
