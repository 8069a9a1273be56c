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

test('A wait is slow after two seconds, until it ends [STATE-02]', () => {
  const { waits, heard } = listened()
  const end = waits.begin()
  vi.advanceTimersByTime(SLOW_AFTER_MS - 1)
  expect(waits.isSlow()).toBe(false)
  vi.advanceTimersByTime(1)
  expect(waits.isSlow()).toBe(true)
  end()
  expect(heard).toEqual([true, false])
})

test('A wait that ends in time is never slow [STATE-02]', () => {
  const { waits, heard } = listened()
  waits.begin()()
  const end = waits.begin()
  vi.advanceTimersByTime(1_999)
  end()
  vi.advanceTimersByTime(60_000)
  expect(heard).toEqual([])
})

test('Slow waits that overlap are announced once, until the last one ends [STATE-02]', () => {
  const { waits, heard } = listened()
  const ends = [waits.begin(), waits.begin()]
  vi.advanceTimersByTime(2_000)
  for (const end of ends) end()
  expect(heard).toEqual([true, false])
})

test('A wait with a longer usual time is slow later [STATE-02]', () => {
  const { waits } = listened()
  waits.begin(10_000)
  vi.advanceTimersByTime(9_999)
  expect(waits.isSlow()).toBe(false)
  vi.advanceTimersByTime(1)
  expect(waits.isSlow()).toBe(true)
})
