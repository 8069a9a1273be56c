import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createPausableTimer } from './pausable-timer.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('After each pause a timer goes on with the rest of its time [TOAST-05]', () => {
  const ended = vi.fn<() => void>()
  const timer = createPausableTimer(8_000, ended)
  timer.start()
  timer.start()
  vi.advanceTimersByTime(5_000)
  timer.pause()
  timer.pause()
  vi.advanceTimersByTime(60_000)
  timer.start()
  vi.advanceTimersByTime(2_000)
  timer.pause()
  timer.start()
  vi.advanceTimersByTime(999)
  expect(ended).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(ended).toHaveBeenCalledOnce()
})

test('A paused timer never ends [TOAST-05]', () => {
  const ended = vi.fn<() => void>()
  const timer = createPausableTimer(8_000, ended)
  timer.start()
  vi.advanceTimersByTime(7_999)
  timer.pause()
  vi.advanceTimersByTime(60_000)
  expect(ended).not.toHaveBeenCalled()
})
