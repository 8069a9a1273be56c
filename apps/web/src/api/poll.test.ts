import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { poll } from './poll.ts'

const EVERY_MS = 3_000
let page: EventTarget & { hidden: boolean }

beforeEach(() => {
  vi.useFakeTimers()
  page = Object.assign(new EventTarget(), { hidden: false })
  vi.stubGlobal('document', page)
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

/** A server that answers with how often it was asked, or never, or with an error. */
function start({ isDue = (): boolean => true } = {}) {
  const heard: number[] = []
  let asked = 0
  let how: 'answers' | 'hangs' | 'fails' = 'answers'
  const stop = poll({
    ask: async (signal) => {
      asked += 1
      if (how === 'fails') throw new TypeError('no network')
      if (how === 'hangs')
        await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
      return asked
    },
    intervalMs: EVERY_MS,
    isDue,
    onAnswer: (answer) => void heard.push(answer),
  })
  return { heard, stop, from: (next: typeof how) => void (how = next), asked: () => asked }
}
const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds)

test('A poll asks at once and then every three seconds, until it is stopped [APP-08]', async () => {
  const { heard, stop } = start()
  await pass(2 * EVERY_MS)
  expect(heard).toEqual([1, 2, 3])
  stop()
  await pass(10 * EVERY_MS)
  page.dispatchEvent(new Event('visibilitychange'))
  await pass(0)
  expect(heard).toEqual([1, 2, 3])
})

test('A poll goes on after a question that is never answered, or fails [APP-08]', async () => {
  const { heard, from, asked } = start()
  await pass(0)
  for (const how of ['hangs', 'fails'] as const) {
    from(how)
    await pass(EVERY_MS)
    from('answers')
    heard.length = 0
    await pass(4 * EVERY_MS)
    expect(heard.at(-1)).toBe(asked())
    expect(heard.length).toBeGreaterThan(0)
  }
})

test.each([
  ['visibilitychange', () => document],
  ['focus', () => window],
  ['pageshow', () => window],
  ['online', () => window],
] as const)(
  'A hidden page does not ask, and after %s it asks at once, whatever is due [APP-08 KYC-28]',
  async (name, target) => {
    const { heard } = start({ isDue: () => false })
    page.hidden = true
    target().dispatchEvent(new Event(name))
    await pass(10 * EVERY_MS)
    expect(heard).toEqual([])
    page.hidden = false
    target().dispatchEvent(new Event(name))
    await pass(0)
    expect(heard).toEqual([1])
  },
)
