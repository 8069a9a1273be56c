import { expect, test } from 'vitest'
import { unavailable, wrongClock } from './database/availability.ts'
import { JobLog } from './job-log.ts'

/** Runs a job that fails this way. @returns how it is counted, and the reason in the log */
async function failing(error: unknown) {
  const outcomes: (string | undefined)[] = []
  const reasons: unknown[] = []
  const meter = {
    counter: () => (labels: { outcome?: string }) => void outcomes.push(labels.outcome),
    gauge: () => {},
    histogram: () => () => {},
  }
  const jobLog = new JobLog({
    db: { query: async () => [], atCommit: async () => {}, execute: async () => {} },
    clock: () => new Date(),
    repeat: () => ({ wake: () => {}, stop: async () => {} }),
    meter: meter as never,
    warn: (_event, details) => reasons.push((details as { reason: unknown }).reason),
  })
  await jobLog.run('probe', async () => {
    throw error
  })
  return [...outcomes, ...reasons]
}

const ofCode = (code: string) => unavailable(Object.assign(new Error('a statement'), { code }))
const LOST = ofCode('ECONNRESET')

test.each([
  ['a statement timeout', ofCode('57014'), ['failed', '57014']],
  ['a lock timeout', ofCode('55P03'), ['failed', '55P03']],
  ['a full disk', ofCode('53100'), ['failed', '53100']],
  ['a row that fails', new AggregateError([new TypeError('a bug'), LOST]), ['failed', 'TypeError,ECONNRESET']],
  ['a database that is away', LOST, ['not_yet', 'ECONNRESET']],
  ['a database that went away during a round', new AggregateError([LOST]), ['not_yet', 'ECONNRESET']],
  ['a clock that is wrong', wrongClock(), ['not_yet', 'service_unavailable']],
])('A job fails by what is its own, and not by a database that is away: %s [OPS-75]', async (_name, error, wanted) => {
  expect(await failing(error)).toEqual(wanted)
})
