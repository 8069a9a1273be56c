import { randomUUID } from 'node:crypto'
import type { PGlite } from '@electric-sql/pglite'
import { type ConstructorOptions, fromPglite, PgBoss } from 'pg-boss'
import type { Executor } from './database/database.ts'
import type { Hosts } from './database/hosts.ts'
import { createJobMeter, type JobMeter } from './job-meter.ts'
import { kindOf, type Warn } from './log.ts'
import { NO_METER } from './meter.ts'
import { NO_TRACER, traced, type Tracer } from './tracing.ts'

/** What happens later, by queue: the payload of each. */
export type JobPayloads = {
  'accounts.erase': Record<string, never>
  'retention.sweep': Record<string, never>
}
export type QueueName = keyof JobPayloads
export type JobWorkers = { [Q in QueueName]: (payload: JobPayloads[Q]) => Promise<void> }

const QUEUES: Record<QueueName, { retryLimit: number; retryDelay: number; retryDelayMax: number }> = {
  'accounts.erase': { retryLimit: 1_000, retryDelay: 1, retryDelayMax: 3_600 },
  'retention.sweep': { retryLimit: 0, retryDelay: 1, retryDelayMax: 1 },
}
/** Jobs that wait for others outside run side by side, so many batches at once. The others look for what is due, one is enough. */
const BATCHES: Partial<Record<QueueName, number>> = {}
/** What comes again by the clock, however many processes there are. */
const SCHEDULES: Partial<Record<QueueName, string>> = { 'retention.sweep': '*/5 * * * *' }
/** A job whose process died runs again after this time. */
const EXPIRE_SECONDS = 60
/** New jobs are announced at once; retries that become due are found by looking. */
const LOOK_EVERY_SECONDS = 2
/** Of one look. Repeating a job does no harm, so that one that fails may take its companions along. */
const AT_ONCE = 20

/** Its maintenance takes longer than a visitor's statement may. */
const SESSION_OPTIONS = '-c statement_timeout=60s -c lock_timeout=5s -c idle_in_transaction_session_timeout=10s'

export type JobEngine = { embedded: PGlite } | { connectionString: string; pool: Hosts['pool'] }
export type Jobs = Awaited<ReturnType<typeof startJobs>>

/** Waits for all of them. @throws the first failure */
async function all(running: readonly Promise<void>[]): Promise<void> {
  const failed = (await Promise.allSettled(running)).find(({ status }) => status === 'rejected')
  if (failed?.status === 'rejected') throw failed.reason
}

const inTransaction = (tx: Executor): NonNullable<ConstructorOptions['db']> => ({
  executeSql: async (text, values = []) => ({ rows: await tx.query(text, values) }),
})

/** What a job throws that is to come again, though nothing went wrong. */
export class NotYet extends Error {}

/** `migrate`: also brings the queues' own schema up to date, for which the role may need more than for running. */
type Start = { migrate?: boolean; warn: Warn; jobMeter?: JobMeter; tracer?: Tracer }

/** Starts the queues. A job that is sent inside a transaction exists exactly when the transaction does. */
export async function startJobs(
  engine: JobEngine,
  { migrate = true, warn, jobMeter = createJobMeter(NO_METER), tracer = NO_TRACER }: Start,
) {
  const common = { schema: 'jobs', useListenNotify: true, migrate } satisfies ConstructorOptions
  const boss = new PgBoss(
    'embedded' in engine
      ? { ...common, db: fromPglite(engine.embedded), backend: 'pglite' }
      : { ...common, ...engine.pool, connectionString: engine.connectionString, max: 3, options: SESSION_OPTIONS },
  )
  boss.on('error', (error: Error) => warn('job queue', { reason: error.message }))
  await boss.start()
  for (const [name, retries] of Object.entries(QUEUES)) {
    jobMeter.begin(name)
    await boss.createQueue(name, { ...retries, retryBackoff: true, expireInSeconds: EXPIRE_SECONDS, notify: true })
    // The queue's settings are read on its first use. Inside a transaction of the embedded engine that would wait for ever.
    await boss.cancel(name, randomUUID())
  }

  async function run<Q extends QueueName>(queue: Q, work: JobWorkers[Q], payload: JobPayloads[Q]): Promise<void> {
    try {
      await traced(tracer, `job ${queue}`, { kind: 'consumer' }, () => work(payload))
      jobMeter.ran(queue, 'done')
    } catch (error) {
      const isFailure = !(error instanceof NotYet)
      jobMeter.ran(queue, isFailure ? 'failed' : 'not_yet')
      if (isFailure) warn('job failed', { queue, reason: kindOf(error as Error) })
      throw error
    }
  }

  return {
    /** Sends a job as part of the transaction; it begins at once, or after a while. */
    async enqueue<Q extends QueueName>(
      tx: Executor,
      queue: Q,
      payload: JobPayloads[Q],
      { afterSeconds = 0 }: { afterSeconds?: number } = {},
    ): Promise<void> {
      // Jobs that a visitor waits for run before scheduled ones.
      const when = afterSeconds > 0 ? { startAfter: afterSeconds } : { priority: 1 }
      await boss.send(queue, payload, { db: inTransaction(tx), ...when })
    },

    /** Sends a job now. */
    async send<Q extends QueueName>(queue: Q, payload: JobPayloads[Q]): Promise<void> {
      await boss.send(queue, payload)
    },

    async work(workers: JobWorkers): Promise<void> {
      const start = <Q extends QueueName>(queue: Q) =>
        boss.work<JobPayloads[Q]>(
          queue,
          {
            notifyPollingIntervalSeconds: LOOK_EVERY_SECONDS,
            batchSize: AT_ONCE,
            localConcurrency: BATCHES[queue] ?? 1,
          },
          async (jobs) => {
            const done = (data: JobPayloads[Q]) => run(queue, workers[queue], data)
            if (BATCHES[queue] !== undefined) await all(jobs.map(({ data }) => done(data)))
            else for (const { data } of jobs) await done(data)
          },
        )
      for (const queue of Object.keys(QUEUES) as QueueName[]) await start(queue)
      for (const [queue, times] of Object.entries(SCHEDULES)) await boss.schedule(queue, times)
    },

    stop: () => boss.stop({ graceful: true, timeout: 5_000 }),
  }
}
