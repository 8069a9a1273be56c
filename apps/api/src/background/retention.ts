import { MINUTE_MS, SECOND_MS } from '@avouch/contract'
import type { Audit } from '../modules/audit/index.ts'
import { sweepChecks } from '../modules/kyc/index.ts'
import { NOUNS } from '../modules/nouns/index.ts'
import type { Clock } from '../platform/clock.ts'
import type { Backlog, Looking } from '../platform/database/backlog.ts'
import type { Database, Executor } from '../platform/database/database.ts'
import { sweepRuns } from '../platform/database/job-runs.ts'
import { float, nullable, row, text } from '../platform/database/rows.ts'
import { type Sweep, unhurriedly } from '../platform/database/sweep.ts'
import { overdueWalks } from '../platform/database/walk.ts'
import { eachRow } from '../platform/each-row.ts'
import type { Timer } from '../platform/timers.ts'

/** Each statement is a separate transaction, so that a sweep locks few rows for a short time. */
const SWEEPS: Readonly<Record<string, Sweep>> = Object.fromEntries(
  [...NOUNS.map(({ sweeps = {} }) => sweeps), { sweepRuns }].flatMap((sweeps) => Object.entries(sweeps)),
)

const sweepAll = (sweeps: Readonly<Record<string, Sweep>>, db: Executor, now: Date, signal: AbortSignal) =>
  eachRow(Object.keys(sweeps), signal, async (name) => sweeps[name]?.(db, now))

/** Deletes what is over, each after its time. */
export const sweep: Sweep = (db, now) => sweepAll(SWEEPS, db, now, new AbortController().signal)

export const SWEEP_TIMER = { name: 'retention.sweep', everyMs: 5 * MINUTE_MS }

/** A walk ends in a run, and runs are some minutes apart. */
const WALKS_WAIT_MS = 2 * SWEEP_TIMER.everyMs

/** The days of a setting change no name. */
const WALKED = [...Object.values(SWEEPS), sweepChecks(1)].flatMap(({ walked = [] }) => walked)

const OLDEST = Object.values(SWEEPS)
  .flatMap(({ dated = [] }) => dated)
  .map(({ table, by, isDay, keepMs }) => {
    const waitMs = keepMs + SWEEP_TIMER.everyMs
    const over = isDay ? `(min(t.${by}) + 1)::timestamp at time zone 'utc'` : `min(t.${by})`
    return `select '${table}' as key, extract(epoch from $1::timestamptz - (${over}))::float8 - ${waitMs / SECOND_MS} as oldest from ${table} t`
  })
  .join(' union all ')

/** Counts the tables with rows that the sweep has left behind, or through which it should have walked. */
export async function sweepBacklog(look: Looking, now: Date): Promise<Backlog[]> {
  const found = await look.query(OLDEST, [now], row({ key: text, oldest: nullable(float) }))
  found.push(...(await overdueWalks(look, now, { waitMs: WALKS_WAIT_MS, tables: WALKED })))
  const late = found.map((one) => ({ ...one, oldest: one.oldest ?? 0 })).filter(({ oldest }) => oldest > 0)
  const [first] = late.toSorted((a, b) => b.oldest - a.oldest)
  return [
    {
      queue: SWEEP_TIMER.name,
      waiting: late.length,
      oldestSeconds: first?.oldest ?? 0,
      row: first?.key,
      isDuty: true,
    },
  ]
}

type Deps = { db: Database; clock: Clock; audit: Audit; identityCheckDays: number }

/** Keeps nothing longer than it may be kept: rows, and the audit trail. */
export const retentionTimer = ({ db, clock, audit, identityCheckDays }: Deps): Timer => ({
  ...SWEEP_TIMER,
  run: (signal) => {
    const others = { sweepChecks: sweepChecks(identityCheckDays), auditTrail: () => audit.retain(signal) }
    return sweepAll({ ...SWEEPS, ...others }, unhurriedly(db, signal), clock(), signal)
  },
})
