import { MINUTE_MS, SECOND_MS } from '@avouch/contract'
import { SpanKind } from '@opentelemetry/api'
import type { Clock } from './clock.ts'
import { DatabaseUnavailable } from './database/availability.ts'
import type { Executor } from './database/database.ts'
import { recordRuns, type Runs } from './database/job-runs.ts'
import { kindOf, type Warn } from './log.ts'
import type { Meter } from './meter.ts'
import type { Repeat } from './repeat.ts'
import { traced } from './tracing.ts'

type Deps = { db: Executor; clock: Clock; repeat: Repeat; meter: Meter; warn: Warn }
export type JobLog = ReturnType<typeof createJobLog>

const WRITE_EVERY_MS = MINUTE_MS
const A_TRACE = { kind: SpanKind.CONSUMER, root: true }

/** Counts and times what this process does in the background, for the monitoring and for the operator. */
export function createJobLog({ db, clock, repeat, meter, warn }: Deps) {
  let unwritten = new Map<string, Runs>()
  const lastDone = new Map<string, number>()
  const counted = meter.counter({
    name: 'jobs_total',
    help: 'Jobs that this process ran, by queue: done, failed, or to come again.',
    labels: ['queue', 'outcome'],
  })
  meter.gauge(
    { name: 'job_last_done_timestamp_seconds', help: 'When this process last did one.', labels: ['queue'] },
    async () => [...lastDone].map(([queue, value]) => ({ labels: { queue }, value })),
  )

  async function write(): Promise<void> {
    const runs = unwritten
    unwritten = new Map()
    for (const [name, found] of runs) await recordRuns(db, name, found, clock())
  }
  // A database that is away loses these counts; the metrics keep theirs.
  const onError = (error: unknown) => warn('jobs not counted', { reason: kindOf(error as Error) })
  const writing = repeat(write, { everyMs: WRITE_EVERY_MS, onError })

  function add(name: string, outcome: 'done' | 'failed', ms: number): void {
    const runs = unwritten.get(name) ?? { done: 0, failed: 0 }
    const now = clock()
    if (outcome === 'done')
      unwritten.set(name, { ...runs, done: runs.done + 1, lastDoneAt: now, lastMs: Math.round(ms) })
    else unwritten.set(name, { ...runs, failed: runs.failed + 1, lastFailedAt: now })
  }

  return {
    /** Its failures are there from the start, so that the first one is a rise. */
    begin: (name: string): void => counted({ queue: name, outcome: 'failed' }, 0),
    /** Never throws: a failure is logged. @returns what the job returned, undefined where it failed */
    async run<T>(name: string, work: () => Promise<T>, { isTraced = true } = {}): Promise<T | undefined> {
      const from = performance.now()
      try {
        const found = isTraced ? await traced(`job ${name}`, A_TRACE, work) : await work()
        const outcome = found === undefined ? 'done' : 'not_yet'
        counted({ queue: name, outcome })
        if (outcome === 'done') {
          lastDone.set(name, Date.now() / SECOND_MS)
          add(name, 'done', performance.now() - from)
        }
        return found
      } catch (error) {
        // An outage of the database is no failure of the job.
        const isOut = error instanceof DatabaseUnavailable
        counted({ queue: name, outcome: isOut ? 'not_yet' : 'failed' })
        if (!isOut) add(name, 'failed', 0)
        warn('job failed', { queue: name, reason: kindOf(error as Error) })
        return undefined
      }
    },
    /** Writes now what was counted. */
    write: () => write().catch(onError),
    async stop(): Promise<void> {
      await writing.stop()
      await write().catch(onError)
    },
  }
}
