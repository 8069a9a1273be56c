import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { poll } from './poll.ts'

const EVERY_MS = 3_000

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('document', Object.assign(new EventTarget(), { hidden: false }))
  vi.stubGlobal('window', new EventTarget())
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((milliseconds) => {
    const late = new AbortController()
    setTimeout(() => late.abort(), milliseconds)
    return late.signal
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

test('A poll goes on after a question that is never answered, or fails, until it is stopped [APP-08]', async () => {
  const heard: string[] = []
  const hangs = (signal: AbortSignal) =>
    new Promise<string>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
  const answers = [hangs, () => Promise.reject(new TypeError('no network')), async () => 'answered']
  const ask = (signal: AbortSignal) => (answers.shift() ?? (async () => 'again'))(signal)
  const stop = poll({ ask, intervalMs: EVERY_MS, onAnswer: (answer) => void heard.push(answer) })
  await vi.advanceTimersByTimeAsync(6 * EVERY_MS)
  expect(heard.slice(0, 2)).toEqual(['answered', 'again'])
  stop()
  const before = heard.length
  await vi.advanceTimersByTimeAsync(10 * EVERY_MS)
  expect(heard).toHaveLength(before)
})
