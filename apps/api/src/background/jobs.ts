import { MINUTE_MS } from '@avouch/contract'
import { NOUNS } from '../modules/nouns/index.ts'
import { later } from '../platform/clock.ts'
import type { Executor } from '../platform/database/database.ts'
import { readRuns } from '../platform/database/job-runs.ts'
import { readWaiting } from '../platform/database/waiting.ts'
import { SWEEP_TIMER } from './retention.ts'

const OUTBOXES = NOUNS.flatMap(({ outboxes = [] }) => outboxes)
const TIMERS = [SWEEP_TIMER, ...NOUNS.flatMap(({ timers = [] }) => timers)]

/** Writes an interval as cron does, with seconds where it is shorter than a minute. */
function cronOf(everyMs: number): string {
  const [seconds, minutes] = [everyMs / 1_000, everyMs / 60_000]
  const every = (count: number) => (count === 1 ? '*' : `*/${count}`)
  return minutes < 1 ? `${every(seconds)} * * * * *` : `${every(minutes)} * * * *`
}

/** Lists timers and outboxes with the rows that wait, the runs of the last week, and the time of the next one. */
export async function readJobs(db: Executor, now: Date) {
  const ran = await readRuns(db, now)
  const waiting = await readWaiting(db, OUTBOXES, now)
  const state = (name: string) => {
    const { done = 0, failed = 0, last_done = null, last_ms = null, last_failed = null } = ran.get(name) ?? {}
    return { name, done, failed, lastDone: last_done, lastMs: last_ms, lastFailed: last_failed }
  }
  const timers = TIMERS.map(({ name, everyMs }) => {
    const { lastDone, ...rest } = state(name)
    // Runs of more frequent timers are not written down one by one.
    const next = lastDone && everyMs >= MINUTE_MS ? later(lastDone, everyMs) : null
    return { ...rest, lastDone, cron: cronOf(everyMs), waiting: 0, running: 0, repeated: 0, next }
  })
  const outboxes = OUTBOXES.map(({ name }) => {
    const { waiting: count = 0, running = 0, repeated = 0, next = null } = waiting.get(name) ?? {}
    return { ...state(name), cron: null, waiting: count, running, repeated, next }
  })
  return [...timers, ...outboxes].toSorted((a, b) => (a.name < b.name ? -1 : 1))
}
