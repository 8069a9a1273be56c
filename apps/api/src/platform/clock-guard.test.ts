import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createClockGuard } from './clock-guard.ts'

const START = Date.parse('2031-01-31T12:00:00Z')
let wall = 0
let passed = 0
beforeEach(() => {
  wall = START
  passed = 0
  vi.spyOn(Date, 'now').mockImplementation(() => wall)
  vi.spyOn(performance, 'now').mockImplementation(() => passed)
})
afterEach(() => vi.restoreAllMocks())

const compared = (aheadMs: number) => {
  const guard = createClockGuard()
  guard.compare({ theirs: new Date(wall - aheadMs), after: wall, tookMs: 0 })
  return guard
}

describe('a clock', () => {
  test('A clock is not blamed for the time that the question took [T-04 T-07]', () => {
    const guard = createClockGuard()
    expect(guard.compare({ theirs: new Date(wall - 9_000), after: wall, tookMs: 9_500 })).toBe(0)
    expect(guard.compare({ theirs: new Date(wall - 9_000), after: wall, tookMs: 2_000 })).toBe(7_000)
  })

  test('A clock that is set is wrong at once, before the next comparison [T-04 T-07]', () => {
    const guard = compared(0)
    wall += 3_600_000
    passed += 3_600_000
    expect(guard.isRight()).toBe(true)
    wall += 5_001
    expect(guard.isRight()).toBe(false)
    guard.compare({ theirs: new Date(wall), after: wall, tookMs: 0 })
    expect(guard.isRight()).toBe(true)
  })
})
