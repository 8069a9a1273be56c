import { expect, test } from 'vitest'
import { loadPage, summarise } from './report.ts'

const recorded = [
  ...Array.from({ length: 100 }, (_, n) => ({ step: 'sign-up', at: n, ms: n + 1, error: undefined })),
  { step: 'status poll', at: 1_500, ms: 3, error: '<ECONNRESET>' },
]
const steps = summarise(recorded)

test('Each step of a load has a row with its percentiles and failures [OPS-48]', () => {
  expect(steps).toEqual([
    { step: 'sign-up', requests: 100, failed: 0, 'p50 ms': 51, 'p95 ms': 96, 'p99 ms': 100 },
    { step: 'status poll', requests: 1, failed: 1, 'p50 ms': 3, 'p95 ms': 3, 'p99 ms': 3 },
  ])
})

test('The report of a load plots steps, latency, failures, processor time and memory on one page [OPS-48]', () => {
  const samples = [0, 1, 2].map((at) => ({ at, server: 500 * at, database: 100 * at, memory: 120 }))
  const page = loadPage({ machine: 'A < B', figures: { completed: 1 }, from: 0, samples, steps }, recorded)
  expect(page.match(/<svg /g)).toHaveLength(4)
  // 100 ms are half of the scale.
  expect(page).toContain('<td style="--bar:50%">100</td>')
  expect(page).toContain('A &lt; B')
  // Half a second of processor time in each second.
  expect(page).toContain('>50<')
  expect(page).not.toContain('NaN')
})
