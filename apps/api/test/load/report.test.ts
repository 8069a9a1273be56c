import { expect, test } from 'vitest'
import { loadPage, summarise } from './report.ts'

const times = Array.from({ length: 100 }, (_, n) => n + 1)
const recorded = [
  ...times.map((ms) => ({ step: 'sign-up', at: ms, ms, error: undefined })),
  { step: 'status poll', at: 1_500, ms: 3, error: '<ECONNRESET>' },
]

test('OPS-48 each step has a row with its percentiles and failures', () => {
  expect(summarise(recorded)).toEqual([
    { step: 'sign-up', requests: 100, failed: 0, 'p50 ms': 51, 'p95 ms': 96, 'p99 ms': 100 },
    { step: 'status poll', requests: 1, failed: 1, 'p50 ms': 3, 'p95 ms': 3, 'p99 ms': 3 },
  ])
})

test('OPS-48 the report plots steps, latency, failures, processor time and memory on one page', () => {
  const samples = [0, 1, 2].map((at) => ({ at, server: 500 * at, database: 100 * at, memory: 120 }))
  const run = { machine: 'A < B', arguments: '--rate 2', figures: { completed: 1 }, from: 0, samples }
  const page = loadPage({ ...run, recorded, steps: summarise(recorded) })
  expect(page.match(/<svg /g)).toHaveLength(5)
  expect(page).toContain('A &lt; B')
  // Half a second of processor time in each second.
  expect(page).toContain('>50<')
  expect(page).not.toContain('NaN')
})
