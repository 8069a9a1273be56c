import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openStoreDatabase } from '#test/store-database.ts'
import { giveBack, type Held, levelsOf, type Place } from './counter-store.ts'
import { type Taken, takeParts } from './take-store.ts'
import { sweepCounters } from './sweep-store.ts'
import { createMemoryCounters } from './memory-counters.ts'
import { raised, termsOf, waitFor } from './places.ts'
import type { Bucket, RuleName } from './rules.ts'
import { soak } from '#test/soak.ts'

const RUNS = soak(25, 300)
const RULES: Readonly<Record<string, Bucket>> = {
  small: { action: 'login', subject: 'address', burst: 2, most: 5, perMs: 60_000 },
  slow: { action: 'login', subject: 'browser', burst: 3, most: 4, perMs: 3_600_000 },
}
const START = Date.parse('2026-03-20T12:00:00Z')

let db: Awaited<ReturnType<typeof openStoreDatabase>>
beforeAll(async () => {
  db = await openStoreDatabase()
})
afterAll(() => db.close())

const placeOf = (name: string, key: string, now: Date): Place => ({
  ...termsOf(RULES[name] ?? fail(), now),
  rule: name,
  key: Buffer.from(key.padEnd(16, '.')),
  share: 0,
  earner: null,
  mark: null,
  markMs: 0,
  ends: 0,
  optional: false,
})
const fail = (): never => {
  throw new Error('no such rule')
}
const take = async (on: typeof db, places: readonly Place[], now: Date): Promise<Taken> =>
  (await takeParts(on, [{ places }], now))[0] ?? fail()

type Act = { kind: 'take' | 'back'; rules: string[]; afterMs: number }
const acts = fc.array(
  fc.record({
    kind: fc.constantFrom('take' as const, 'take' as const, 'take' as const, 'back' as const),
    rules: fc.subarray(['small', 'slow'], { minLength: 1 }),
    afterMs: fc.oneof(fc.integer({ min: 0, max: 3_000 }), fc.integer({ min: 0, max: 1_500_000 })),
  }),
  { maxLength: 60 },
)

/** The most within any window, by the list of all that were taken. */
const maxIn = (times: readonly number[], perMs: number) =>
  Math.max(0, ...times.map((from) => times.filter((at) => at >= from && at < from + perMs).length))

test('LIMIT-01 never more than the rule says at once or in any window, and a refusal takes nothing', async () => {
  let run = 0
  await fc.assert(
    fc.asyncProperty(acts, async (given: Act[]) => {
      run += 1
      const of = (name: string) => `${name}${run}`
      const taken: Record<string, number[]> = { small: [], slow: [] }
      const held: { act: Held[]; names: string[] }[] = []
      let at = START
      for (const { kind, rules, afterMs } of given) {
        at += afterMs
        const now = new Date(at)
        if (kind === 'back') {
          const last = held.at(-1)
          // Only what is younger than its step: what came back by itself is no longer there to give.
          if (last === undefined || afterMs > 0) continue
          held.pop()
          await giveBack(db, last.act)
          for (const name of last.names) taken[name]?.pop()
          continue
        }
        const places = rules.map((name) => placeOf(name, of(name), now))
        const answer = await take(db, places, now)
        if ('refused' in answer) {
          expect(answer.refused.every(({ waitMs }) => waitMs > 0)).toBe(true)
          continue
        }
        held.push({ act: answer.held, names: rules })
        for (const name of rules) taken[name]?.push(at)
      }
      for (const [name, times] of Object.entries(taken)) {
        const { most, perMs } = RULES[name] ?? fail()
        expect(maxIn(times, perMs)).toBeLessThanOrEqual(most)
      }
    }),
    { numRuns: RUNS },
  )
})

type Wish = { parts: string[][]; needs: boolean; back: boolean; marks: boolean; afterMs: number }
const wishes = fc.array(
  fc.record({
    // Each place is in one part: a statement writes a row once.
    parts: fc
      .array(fc.constantFrom(0, 1, 2), { minLength: 4, maxLength: 4 })
      .map((of) =>
        [0, 1, 2].map((part) => ['small a', 'small b', 'slow a', 'slow b'].filter((_, i) => of[i] === part)),
      ),
    needs: fc.boolean(),
    back: fc.boolean(),
    marks: fc.boolean(),
    afterMs: fc.oneof(fc.integer({ min: 0, max: 3_000 }), fc.integer({ min: 0, max: 1_500_000 })),
  }),
  { maxLength: 40 },
)

test('LIMIT-01 of several parts each is taken as a whole, a gated one only with its gate; what goes back does so in any case', async () => {
  let run = 0
  await fc.assert(
    fc.asyncProperty(wishes, async (given: Wish[]) => {
      run += 1
      const place = (name: string, now: Date) => placeOf(name.split(' ')[0] ?? '', `${name}${run}`, now)
      const levels = new Map<string, number>()
      let last: Held[] = []
      let at = START
      for (const { parts, needs, back, marks, afterMs } of given) {
        at += afterMs
        const now = new Date(at)
        const wanted = new Set(parts.flat().map((name) => place(name, now).key.toString('hex')))
        // Those that the statement takes again do not go back with it.
        const going = back && afterMs === 0 ? last.filter(({ key }) => !wanted.has(key.toString('hex'))) : []
        const mark = { key: Buffer.from(`mark ${run}`.padEnd(16, '.')), rule: 'prelogin', until: new Date(at + 60_000) }
        const found = await takeParts(
          db,
          parts.map((names, i) => ({
            places: names.map((name) => place(name, now)),
            ...(needs && i === 0 && { needs: 1 }),
          })),
          now,
          { back: going, marks: marks ? [mark] : [] },
        )
        const isFull = (names: readonly string[]) =>
          names.some((name) => {
            const one = place(name, now)
            return waitFor(levels.get(one.key.toString('hex')) ?? 0, one.step, one) > 0
          })
        const expected = parts.map((names, i) => !isFull(names) && !(needs && i === 0 && isFull(parts[1] ?? [])))
        expect(found.map((one) => 'held' in one)).toEqual(expected)
        for (const [i, names] of parts.entries())
          for (const one of expected[i] === true ? names.map((name) => place(name, now)) : [])
            levels.set(one.key.toString('hex'), raised(levels.get(one.key.toString('hex')) ?? 0, one.step, one))
        for (const { key, cost } of going)
          levels.set(key.toString('hex'), (levels.get(key.toString('hex')) ?? 0) - cost)
        if (marks) levels.set(mark.key.toString('hex'), mark.until.getTime())
        const stored = await levelsOf(
          db,
          [...levels.keys()].map((key) => Buffer.from(key, 'hex')),
        )
        expect(new Map(stored.map(({ key, level }) => [key.toString('hex'), level]))).toEqual(levels)
        last = found.flatMap((one) => ('held' in one ? one.held : []))
      }
    }),
    { numRuns: RUNS },
  )
})

test('LIMIT-13 memory and table decide alike', async () => {
  let run = 0
  await fc.assert(
    fc.asyncProperty(acts, async (given: Act[]) => {
      run += 1
      const memory = createMemoryCounters({
        db,
        clock: () => new Date(START),
        keyOf: () => Buffer.alloc(16),
        earnerOf: () => Buffer.alloc(16),
      })
      let at = START
      for (const { rules, afterMs } of given) {
        at += afterMs
        const now = new Date(at)
        const stored = await take(
          db,
          rules.map((name) => placeOf(name, `both${name}${run}`, now)),
          now,
        )
        const inMemory = memory.take(
          rules.map((rule) => ({
            label: { rule: rule as RuleName, subject: 'one' },
            terms: termsOf(RULES[rule] ?? fail(), now),
          })),
        )
        expect('refused' in stored).toBe(inMemory.length > 0)
        if ('refused' in stored) expect(stored.refused).toEqual(inMemory)
      }
    }),
    { numRuns: RUNS },
  )
})

test('SMS-10 LIMIT-01 counters are deleted when they are over, and not before', async () => {
  const now = new Date(START)
  await take(db, [placeOf('slow', 'over', now)], now)
  await take(db, [placeOf('slow', 'kept', new Date(START + 3_000_000))], now)
  await sweepCounters(db, new Date(START + 4_500_000))
  const left = await db.query(
    "select key from counter where key in ('kept............'::bytea, 'over............'::bytea)",
  )
  expect(left.map(({ key }) => Buffer.from(key as Uint8Array).toString())).toEqual(['kept............'])
})
