import { MINUTE_MS, SECOND_MS } from '@avouch/contract'
import { SpanKind } from '@opentelemetry/api'
import type { Clock } from './clock.ts'
import { isConnectionLost } from './database/availability.ts'
import type { Executor } from './database/database.ts'
import { recordRuns, type Runs } from './database/job-runs.ts'
import { RowsFailed } from './each-row.ts'
import { Streaks } from './database/streaks.ts'
import { kindOf, type Warn } from './log.ts'
import type { Meter } from './meter.ts'
import type { Repeat } from './repeat.ts'
import { traced } from './tracing.ts'

type Deps = { db: Executor; clock: Clock; repeat: Repeat; meter: Meter; warn: Warn }

const WRITE_EVERY_MS = MINUTE_MS
const JOB_SPAN = { kind: SpanKind.CONSUMER, root: true }

/** True for a database that is away and for a wrong clock: they have other alerts. A statement that was cut off is the job's failure. */
const isAway = (error: unknown): boolean =>
  error instanceof AggregateError ? error.errors.every(isAway) : isConnectionLost(error)

/** Counts and times what this process does in the background, for the monitoring and for the operator. */
export class JobLog {
  readonly #db: Executor
  readonly #clock: Clock
  readonly #warn: Warn
  readonly #streaks: Streaks
  readonly #counted: (labels: { queue: string; outcome: string }, by?: number) => void
  readonly #lastDone = new Map<string, number>()
  readonly #writing: ReturnType<Repeat>
  #unwritten = new Map<string, Runs>()

  constructor({ db, clock, repeat, meter, warn }: Deps) {
    this.#db = db
    this.#clock = clock
    this.#warn = warn
    this.#streaks = new Streaks({ db, clock, warn })
    this.#counted = meter.counter({
      name: 'jobs_total',
      help: 'Jobs that this process ran, by queue: done, failed, or to come again.',
      labels: ['queue', 'outcome'],
    })
    meter.gauge(
      { name: 'job_last_done_timestamp_seconds', help: 'When this process last did one.', labels: ['queue'] },
      async () => [...this.#lastDone].map(([queue, value]) => ({ labels: { queue }, value })),
    )
    this.#writing = repeat(() => this.write(), { everyMs: WRITE_EVERY_MS, onError: () => {} })
  }

  /** Creates the counter of its failures at zero, so that the first failure is a rise. */
  begin(name: string): void {
    this.#counted({ queue: name, outcome: 'failed' }, 0)
  }

  /** Never throws: a failure is logged. @returns what the job returned, undefined where it failed */
  async run<T>(name: string, work: () => Promise<T>, { isTraced = true } = {}): Promise<T | undefined> {
    const from = performance.now()
    try {
      const found = isTraced ? await traced(`job ${name}`, JOB_SPAN, work) : await work()
      const outcome = found === undefined ? 'done' : 'not_yet'
      this.#counted({ queue: name, outcome })
      if (outcome === 'done') {
        this.#lastDone.set(name, Date.now() / SECOND_MS)
        this.#add(name, 'done', performance.now() - from)
      }
      return found
    } catch (error) {
      this.fail(name, error)
      return undefined
    }
  }

  /** Logs a failure, with the rows that were set aside, and counts it unless the database is away. */
  fail(name: string, error: unknown, event = 'job failed'): void {
    const isOut = isAway(error)
    this.#counted({ queue: name, outcome: isOut ? 'not_yet' : 'failed' })
    if (!isOut) this.#add(name, 'failed', 0, kindOf(error as Error))
    const rows = error instanceof RowsFailed ? { rows: error.rows } : {}
    this.#warn(event, { queue: name, reason: kindOf(error as Error), ...rows })
  }

  /** Writes now what was counted. A database that is away loses these counts; the metrics keep theirs. */
  async write(): Promise<void> {
    const runs = this.#unwritten
    this.#unwritten = new Map()
    try {
      for (const [name, found] of runs) {
        await recordRuns(this.#db, name, found, this.#clock())
        const { lastDoneAt, failure } = found
        if (lastDoneAt !== undefined) await this.#streaks.good('job', name, lastDoneAt)
        if (failure !== undefined) await this.#streaks.bad('job', name, failure)
      }
    } catch (error) {
      this.#warn('jobs not counted', { reason: kindOf(error as Error) })
    }
  }

  async stop(): Promise<void> {
    await this.#writing.stop()
    await this.write()
  }

  #add(name: string, outcome: 'done' | 'failed', ms: number, detail?: string): void {
    const runs = this.#unwritten.get(name) ?? { done: 0, failed: 0 }
    const now = this.#clock()
    if (outcome === 'done')
      this.#unwritten.set(name, {
        done: runs.done + 1,
        failed: runs.failed,
        lastFailedAt: runs.lastFailedAt,
        lastDoneAt: now,
        lastMs: Math.round(ms),
      })
    else {
      const failure = { why: 'error', detail, at: runs.failure?.at ?? now } as const
      this.#unwritten.set(name, { ...runs, failed: runs.failed + 1, lastFailedAt: now, failure })
    }
  }
}
