import { SECOND_MS } from '@avouch/contract'
import { NOUNS } from '../modules/nouns/index.ts'
import { dueRows } from '../platform/background.ts'
import type { Clock } from '../platform/clock.ts'
import { type Backlog, dueBacklogs, type Looking, oldestTransaction } from '../platform/database/backlog.ts'
import type { Warn } from '../platform/log.ts'
import type { Meter } from '../platform/meter.ts'
import type { Repeat } from '../platform/repeat.ts'
import { sweepBacklog } from './retention.ts'

/** Limits how often the queues are counted, however often they are asked for. */
const COUNTED_EVERY_MS = 10 * SECOND_MS
const LOOK_EVERY_MS = 30 * SECOND_MS
/** Beyond this a queue lags: due work normally waits for seconds. */
const LAG_SECONDS = 120

const COUNTS = [...NOUNS.flatMap(({ backlogs = [] }) => backlogs), sweepBacklog]
const DUE = dueRows(NOUNS)

type Deps = { look: Looking; clock: Clock }
type Found = { queues: readonly Backlog[]; oldestTransactionSeconds: number }
export type Backlogs = ReturnType<typeof createBacklogs>

/** Counts the rows that wait, over all processes: in outboxes, and in the inbox of the audit trail. */
export function createBacklogs(deps: Deps) {
  let last: { at: number; found: Promise<Found | undefined> } | undefined

  /** Never throws, and takes as long as the connection's timeouts at most: the first failure ends it. */
  const count = (): Promise<Found | undefined> => readAll(deps).catch(() => undefined)

  return {
    /** @returns undefined when the database does not answer in time */
    count,
    /** The same, as it was some seconds ago at most. */
    read: (): Promise<Found | undefined> => {
      if (last === undefined || performance.now() - last.at >= COUNTED_EVERY_MS)
        last = { at: performance.now(), found: count() }
      return last.found
    },
  }
}

async function readAll({ look, clock }: Deps): Promise<Found> {
  const now = clock()
  const queues = await dueBacklogs(look, now, DUE)
  for (const count of COUNTS) queues.push(...(await count(look, now)))
  return { queues, oldestTransactionSeconds: await oldestTransaction(look) }
}

/** Logs when a queue begins to lag, and when it has caught up. */
export function logLags({ count }: Backlogs, { repeat, warn }: { repeat: Repeat; warn: Warn }) {
  const lagging = new Set<string>()
  return repeat(
    async () => {
      for (const { queue, waiting, oldestSeconds, row, mayWait } of (await count())?.queues ?? []) {
        const isLate = !mayWait && oldestSeconds > LAG_SECONDS
        const details = { queue, count: waiting, oldest_seconds: Math.round(oldestSeconds), row }
        if (isLate && !lagging.has(queue)) warn('queue lags', details)
        if (!isLate && lagging.has(queue)) warn('queue caught up', details)
        if (isLate) lagging.add(queue)
        else lagging.delete(queue)
      }
    },
    { everyMs: LOOK_EVERY_MS, onError: () => {} },
  )
}

/** The queues as the monitoring reads them; nothing while the database is silent. */
export function measureBacklogs({ read }: Backlogs, meter: Meter): void {
  const of = async (valueOf: (backlog: Backlog) => number) =>
    ((await read())?.queues ?? []).map((backlog) => ({ labels: { queue: backlog.queue }, value: valueOf(backlog) }))
  const labels = ['queue'] as const
  meter.gauge({ name: 'queue_length', help: 'What waits in the database, over all processes.', labels }, () =>
    of(({ waiting }) => waiting),
  )
  meter.gauge({ name: 'queue_oldest_seconds', help: 'How long the oldest of it waits.', labels }, () =>
    of(({ oldestSeconds }) => oldestSeconds),
  )
  meter.gauge({ name: 'database_oldest_transaction_seconds', help: 'The oldest open transaction.' }, async () => {
    const found = await read()
    return found === undefined ? [] : [{ labels: {}, value: found.oldestTransactionSeconds }]
  })
  meter.gauge({ name: 'database_answers', help: '1 while the queues could be counted in time.' }, async () => [
    { labels: {}, value: (await read()) === undefined ? 0 : 1 },
  ])
}
