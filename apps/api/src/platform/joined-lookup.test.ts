import { setImmediate } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { joinLookups, lookupName } from './joined-lookup.ts'

type Asked = { keys: string[]; answer: (rows: Record<string, string>) => void; fail: (error: Error) => void }

/** Statements that end when the test says so. */
function statements() {
  const asked: Asked[] = []
  const find = joinLookups<string>(
    (keys) =>
      new Promise((resolve, reject) => {
        asked.push({
          keys: keys.map(String),
          answer: (rows) =>
            resolve(new Map(Object.entries(rows).map(([key, found]) => [lookupName(Buffer.from(key)), found]))),
          fail: reject,
        })
      }),
  )
  return { asked, find: (key: string) => find(Buffer.from(key)) }
}

describe('lookups of the same moment', () => {
  test('share one statement, and each gets its own answer', async () => {
    const { asked, find } = statements()
    const found = Promise.all([find('a'), find('b'), find('a'), find('c')])
    await setImmediate()
    expect(asked.map(({ keys }) => keys)).toEqual([['a', 'b', 'a', 'c']])
    asked[0]?.answer({ a: 'one', b: 'two' })
    expect(await found).toEqual(['one', 'two', 'one', undefined])
  })

  test('all fail with the statement, and the next one is asked for again', async () => {
    const { asked, find } = statements()
    const failed = Promise.allSettled([find('a'), find('b')])
    await setImmediate()
    asked[0]?.fail(new Error('lost'))
    const lost = { status: 'rejected', reason: new Error('lost') }
    expect(await failed).toEqual([lost, lost])
    const again = find('a')
    await setImmediate()
    asked[1]?.answer({ a: 'one' })
    expect(await again).toBe('one')
  })

  test('a statement that never ends holds no later one', async () => {
    const { asked, find } = statements()
    void find('a')
    await setImmediate()
    const later = find('b')
    await setImmediate()
    asked[1]?.answer({ b: 'two' })
    expect(await later).toBe('two')
    expect(asked.map(({ keys }) => keys)).toEqual([['a'], ['b']])
  })

  test('are divided where there are too many', async () => {
    const { asked, find } = statements()
    const found = Promise.all(Array.from({ length: 600 }, (_, n) => find(String(n))))
    await setImmediate()
    expect(asked.map(({ keys }) => keys.length)).toEqual([250, 250, 100])
    for (const { keys, answer } of asked) answer(Object.fromEntries(keys.map((key) => [key, key])))
    expect((await found).at(-1)).toBe('599')
  })
})
