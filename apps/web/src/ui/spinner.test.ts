import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createWaits, SLOW_AFTER_MS } from './spinner.tsx'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function listened() {
  const waits = createWaits()
  const heard: boolean[] = []
  waits.listen((slow) => heard.push(slow))
  return { waits, heard }
}

test('STATE-02 a wait is slow after two seconds, until it ends', () => {
  const { waits, heard } = listened()
  const end = waits.begin()
  vi.advanceTimersByTime(SLOW_AFTER_MS - 1)
  expect(waits.isSlow()).toBe(false)
  vi.advanceTimersByTime(1)
  expect(waits.isSlow()).toBe(true)
  end()
  expect(heard).toEqual([true, false])
})

test('STATE-02 a wait that ends in time is never slow', () => {
  const { waits, heard } = listened()
  waits.begin()()
  const end = waits.begin()
  vi.advanceTimersByTime(1_999)
  end()
  vi.advanceTimersByTime(60_000)
  expect(heard).toEqual([])
})

test('STATE-02 announces overlapping slow waits once, until the last one ends', () => {
  const { waits, heard } = listened()
  const ends = [waits.begin(), waits.begin()]
  vi.advanceTimersByTime(2_000)
  for (const end of ends) end()
  expect(heard).toEqual([true, false])
})

test('STATE-02 a wait with a longer usual time is slow later', () => {
  const { waits } = listened()
  waits.begin(10_000)
  vi.advanceTimersByTime(9_999)
  expect(waits.isSlow()).toBe(false)
  vi.advanceTimersByTime(1)
  expect(waits.isSlow()).toBe(true)
})
