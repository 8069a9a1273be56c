import { SECOND_MS } from '@avouch/contract'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createFairGate } from './fair-gate.ts'
import type { Caller } from './fair-queue.ts'

/** A PIN hash of the default cost, on one core. */
const HASH_MS = 70

beforeEach(() => void vi.useFakeTimers({ now: 0 }))
afterEach(() => void vi.useRealTimers())

const hashing = () => new Promise<void>((resolve) => setTimeout(resolve, HASH_MS))

/** A gate with a slow hasher behind it; each call tells how long it took, or that it was refused. */
function slowHasher() {
  const gate = createFairGate({ atOnce: 1, perLane: 32 })
  return async (caller: Caller): Promise<number | 'refused'> => {
    const begun = Date.now()
    return gate(caller, hashing).then(
      () => Date.now() - begun,
      (error: unknown) => {
        expect(error).toMatchObject({ code: 'service_unavailable', details: { retry_after: 2 } })
        return 'refused'
      },
    )
  }
}

test('LIMIT-15 during a flood from five addresses, others log in within a few hash times; the flood is refused', async () => {
  const call = slowHasher()
  const flood: Promise<number | 'refused'>[] = []
  const known: Promise<number | 'refused'>[] = []
  const strangers: Promise<number | 'refused'>[] = []
  for (let ms = 0; ms < 30 * SECOND_MS; ms += 20) {
    const turn = ms / 20
    flood.push(call({ lane: 'other', address: `flood ${String(turn % 5)}`, number: `aim ${String(turn % 3)}` }))
    if (turn % 50 === 7)
      known.push(call({ lane: 'known', address: `home ${String(turn)}`, number: `own ${String(turn)}` }))
    if (turn % 50 === 31)
      strangers.push(call({ lane: 'other', address: `hotel ${String(turn)}`, number: `own ${String(turn)}` }))
    await vi.advanceTimersByTimeAsync(20)
  }
  await vi.advanceTimersByTimeAsync(10 * SECOND_MS)
  const slowest = async (calls: Promise<number | 'refused'>[]) =>
    Math.max(...(await Promise.all(calls)).map((took) => (took === 'refused' ? Number.POSITIVE_INFINITY : took)))
  expect(known.length).toBe(30)
  // The hash that runs, and the own one.
  expect(await slowest(known)).toBeLessThanOrEqual(2 * HASH_MS)
  expect(strangers.length).toBe(30)
  // At most one of each of the five addresses before it, one of the other lane, and the one that runs.
  expect(await slowest(strangers)).toBeLessThanOrEqual(8 * HASH_MS)
  const refused = (await Promise.all(flood)).filter((outcome) => outcome === 'refused').length
  expect(refused).toBeGreaterThan(flood.length / 2)
})

test('LIMIT-15 a flood at a number does not refuse the browser that its account knows', async () => {
  const call = slowHasher()
  const flood = Array.from({ length: 20 }, (_, i) => call({ lane: 'other', address: `a ${String(i)}`, number: 'own' }))
  const owner = call({ lane: 'known', address: 'home', number: 'own' })
  await vi.advanceTimersByTimeAsync(SECOND_MS)
  expect(await owner).toBe(2 * HASH_MS)
  expect((await Promise.all(flood)).filter((outcome) => outcome === 'refused')).toHaveLength(17)
})

test('LIMIT-15 refuses what has waited for four seconds, and never begins it', async () => {
  const gate = createFairGate({ atOnce: 1, perLane: 32 })
  const ended: string[] = []
  const job = (name: string, ms: number) => async () => {
    await new Promise((resolve) => setTimeout(resolve, ms))
    ended.push(name)
  }
  const caller = (address: string): Caller => ({ lane: 'other', address, number: address })
  const first = gate(caller('a'), job('a', 5 * SECOND_MS))
  const second = gate(caller('b'), job('b', 0))
  const refused = second.catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(4 * SECOND_MS)
  expect(await refused).toMatchObject({ code: 'service_unavailable' })
  const third = gate(caller('c'), job('c', 0))
  await vi.advanceTimersByTimeAsync(2 * SECOND_MS)
  await Promise.all([first, third])
  expect(ended).toEqual(['a', 'c'])
})
