import { HOUR_MS, SECOND_MS } from '@avouch/contract'
import { expect, test } from 'vitest'
import { later } from '../../platform/clock.ts'
import { MAX_ATTEMPTS, type Outcome, outcomeOf } from './schedule.ts'

const NOW = new Date('2026-03-01T12:00:00Z')
const SOON: Outcome = { kind: 'again', at: later(NOW, 5 * SECOND_MS) }

test.each<[number | null, Outcome]>([
  [200, { kind: 'delivered' }],
  [204, { kind: 'delivered' }],
  [302, SOON],
  [404, SOON],
  [500, SOON],
  [null, SOON],
  [410, { kind: 'gone' }],
])('PROV-05 PROV-14 a first attempt that is answered with %s is %o', (status, outcome) => {
  expect(outcomeOf(status, 1, NOW)).toEqual(outcome)
})

test('PROV-05 the waits grow, make three days and some hours in all, and end', () => {
  const waits = Array.from({ length: MAX_ATTEMPTS }, (_, n) => {
    const outcome = outcomeOf(500, n + 1, NOW)
    return outcome.kind === 'again' ? outcome.at.getTime() - NOW.getTime() : 0
  })
  expect(waits.pop()).toBe(0)
  expect(waits).toEqual(waits.toSorted((a, b) => a - b))
  const hours = waits.reduce((sum, wait) => sum + wait, 0) / HOUR_MS
  expect(hours).toBeGreaterThan(72)
  expect(hours).toBeLessThan(78)
})
