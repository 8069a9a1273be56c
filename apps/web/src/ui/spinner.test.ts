import { expect, onTestFinished, test, vi } from 'vitest'
import { createWaits } from './spinner.tsx'

test('A wait is slow after two seconds, until it ends, and one that ends in time never is [STATE-02]', () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const waits = createWaits()
  const heard: boolean[] = []
  waits.listen((slow) => heard.push(slow))
  const [first, end] = [waits.begin(), waits.begin()]
  vi.advanceTimersByTime(1_999)
  first()
  expect(waits.isSlow()).toBe(false)
  vi.advanceTimersByTime(1)
  expect(waits.isSlow()).toBe(true)
  end()
  expect(heard).toEqual([true, false])
})
