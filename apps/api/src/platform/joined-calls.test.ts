import { setImmediate } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { joinCalls } from './joined-calls.ts'

type Run = { items: readonly string[]; end: (results: string[]) => void; fail: (error: Error) => void }

/** Runs that end when the test says so. */
function heldRuns() {
  const runs: Run[] = []
  const call = joinCalls<string, string>(
    (items) => new Promise((end, fail) => void runs.push({ items: [...items], end, fail })),
  )
  return { runs, call }
}

describe('calls of the same moment', () => {
  test('share one run, and each gets its own result', async () => {
    const { runs, call } = heldRuns()
    const results = Promise.all([call('a'), call('b'), call('a'), call('c')])
    await setImmediate()
    expect(runs.map(({ items }) => items)).toEqual([['a', 'b', 'a', 'c']])
    runs[0]?.end(['1', '2', '3', '4'])
    expect(await results).toEqual(['1', '2', '3', '4'])
  })

  test('all fail with their run, and the next call begins another one', async () => {
    const { runs, call } = heldRuns()
    const failed = Promise.allSettled([call('a'), call('b')])
    await setImmediate()
    runs[0]?.fail(new Error('lost'))
    const lost = { status: 'rejected', reason: new Error('lost') }
    expect(await failed).toEqual([lost, lost])
    const again = call('a')
    await setImmediate()
    runs[1]?.end(['1'])
    expect(await again).toBe('1')
  })

  test('a run that never ends holds no later call', async () => {
    const { runs, call } = heldRuns()
    void call('a')
    await setImmediate()
    const later = call('b')
    await setImmediate()
    runs[1]?.end(['2'])
    expect(await later).toBe('2')
    expect(runs.map(({ items }) => items)).toEqual([['a'], ['b']])
  })

  test('a result that takes longer keeps no other one waiting', async () => {
    const call = joinCalls(async (items: readonly string[]) =>
      items.map((item) => (item === 'slow' ? new Promise<string>(() => {}) : item)),
    )
    void call('slow')
    expect(await call('a')).toBe('a')
  })

  test('are divided where there are too many', async () => {
    const { runs, call } = heldRuns()
    const results = Promise.all(Array.from({ length: 600 }, (_, n) => call(String(n))))
    await setImmediate()
    expect(runs.map(({ items }) => items.length)).toEqual([250, 250, 100])
    for (const { items, end } of runs) end([...items])
    expect((await results).at(-1)).toBe('599')
  })
})
