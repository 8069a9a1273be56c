import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { raised, rateOf, roomFor, usageOf, waitFor } from './gcra.ts'

const NOW = 1_700_000_000_000
/** Permits a burst of five, and ten in any hour. */
const RATE = rateOf({ atOnce: 5, most: 10, perMs: 3_600_000 })
const STEP_MS = 720_000

const after = (acts: number) => {
  let level = 0
  for (let i = 0; i < acts; i++) level = raised(level, RATE, NOW)
  return level
}

test('A rate of five at once and ten an hour allows five now, and one each twelve minutes', () => {
  expect([0, 1, 4, 5].map((acts) => roomFor(after(acts), RATE, NOW))).toEqual([5, 4, 1, 0])
  expect([0, 4, 5].map((acts) => waitFor(after(acts), RATE, NOW))).toEqual([0, 0, STEP_MS])
  expect(waitFor(after(5), RATE, NOW + STEP_MS)).toBe(0)
})

test('A level of the past counts nothing', () => {
  expect(roomFor(NOW - 1, RATE, NOW)).toBe(5)
  expect(raised(0, RATE, NOW)).toBe(NOW + STEP_MS)
  expect(usageOf(0, RATE, NOW)).toMatchObject({ used: 0 })
})

test('The usage of a limit is the acts that count, and when one and all have expired', () => {
  const times = (next: number, all: number) => ({
    nextAt: new Date(NOW + next * STEP_MS),
    allAt: new Date(NOW + all * STEP_MS),
  })
  expect(usageOf(after(2), RATE, NOW)).toEqual({ used: 2, ...times(1, 2) })
  expect(usageOf(after(5), RATE, NOW)).toEqual({ used: 5, ...times(1, 5) })
  // A clock that is a little ahead.
  expect(usageOf(after(2) + 1_000, RATE, NOW)).toMatchObject({ used: 2 })
})

test('An act has room exactly when there is nothing to wait for, and never more in a window than the rate allows', () => {
  const act = fc.integer({ min: 0, max: 2 * STEP_MS })
  fc.assert(
    fc.property(fc.array(act, { maxLength: 60 }), (gaps) => {
      let [level, now] = [0, NOW]
      const taken: number[] = []
      for (const gap of gaps) {
        now += gap
        const hasRoom = waitFor(level, RATE, now) === 0
        expect(hasRoom).toBe(roomFor(level, RATE, now) >= 1)
        if (!hasRoom) continue
        level = raised(level, RATE, now)
        taken.push(now)
      }
      for (const from of taken)
        expect(taken.filter((at) => at >= from && at < from + 3_600_000).length).toBeLessThanOrEqual(10)
    }),
  )
})
