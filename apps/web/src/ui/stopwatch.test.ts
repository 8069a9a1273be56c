import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createStopwatch } from './stopwatch.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('TOAST-05 what is left of the time goes on after each pause', () => {
  const ended = vi.fn<() => void>()
  const watch = createStopwatch(8_000, ended)
  watch.go()
  watch.go()
  vi.advanceTimersByTime(5_000)
  watch.stand()
  watch.stand()
  vi.advanceTimersByTime(60_000)
  watch.go()
  vi.advanceTimersByTime(2_000)
  watch.stand()
  watch.go()
  vi.advanceTimersByTime(999)
  expect(ended).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(ended).toHaveBeenCalledOnce()
})

test('TOAST-05 what stands never ends', () => {
  const ended = vi.fn<() => void>()
  const watch = createStopwatch(8_000, ended)
  watch.go()
  vi.advanceTimersByTime(7_999)
  watch.stand()
  vi.advanceTimersByTime(60_000)
  expect(ended).not.toHaveBeenCalled()
})
