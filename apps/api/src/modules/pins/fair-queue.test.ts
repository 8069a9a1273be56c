import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Caller, createFairQueue, type Lane } from './fair-queue.ts'
import { soak } from '#test/soak.ts'

const PER_LANE = 6
const caller = (lane: Lane, address: string, number = address): Caller => ({ lane, address, number })
/** Everything that still waits, in the order of its turns. */
function emptied<T>(queue: { take: () => T | undefined }): T[] {
  const taken: T[] = []
  for (let item = queue.take(); item !== undefined; item = queue.take()) taken.push(item)
  return taken
}

describe('LIMIT-15 the queue of PIN hashes', () => {
  test('LIMIT-15 serves lanes in turns, and in a lane one of each address', () => {
    const queue = createFairQueue<string>({ perLane: 32 })
    for (const item of ['a1', 'a2', 'b1', 'b2', 'c1']) queue.add(caller('other', item.slice(0, 1), item), item)
    for (const item of ['k1', 'k2', 'm1']) queue.add(caller('known', item.slice(0, 1), item), item)
    expect(emptied(queue)).toEqual(['k1', 'a1', 'm1', 'b1', 'k2', 'c1', 'a2', 'b2'])
  })

  test('LIMIT-15 refuses the third of an address, whatever its numbers are', () => {
    const queue = createFairQueue<string>({ perLane: 32 })
    const refused = ['a1', 'a2', 'a3'].map((item) => queue.add(caller('other', 'a', item), item))
    expect(refused).toEqual([undefined, undefined, 'a3'])
  })

  test('LIMIT-15 refuses the third of a number, the newest of the address that has most of it', () => {
    const queue = createFairQueue<string>({ perLane: 32 })
    const add = (address: string, item: string) => queue.add(caller('other', address, 'number'), item)
    expect([add('a', 'a1'), add('a', 'a2'), add('b', 'b1'), add('c', 'c1')]).toEqual([undefined, undefined, 'a2', 'c1'])
    expect(queue.add(caller('known', 'a', 'number'), 'k1')).toBeUndefined()
    expect(emptied(queue)).toEqual(['k1', 'a1', 'b1'])
  })

  test('LIMIT-15 drops the newest of the longest line of a full lane, not the one that comes', () => {
    const queue = createFairQueue<string>({ perLane: 3 })
    for (const item of ['a1', 'a2', 'b1']) queue.add(caller('other', item.slice(0, 1), item), item)
    expect(queue.add(caller('other', 'c'), 'c1')).toBe('a2')
    expect(queue.add(caller('other', 'd'), 'd1')).toBe('d1')
    expect(emptied(queue)).toEqual(['a1', 'b1', 'c1'])
  })

  test('what was removed takes no turn', () => {
    const queue = createFairQueue<string>({ perLane: 32 })
    for (const item of ['a1', 'a2', 'b1']) queue.add(caller('other', item.slice(0, 1), item), item)
    queue.remove('a1')
    queue.remove('b1')
    expect(emptied(queue)).toEqual(['a2'])
  })
})

type Step = { does: 'add' | 'take' | 'remove'; lane: Lane; address: number; number: number }
const step: fc.Arbitrary<Step> = fc.record({
  does: fc.constantFrom('add', 'add', 'add', 'take', 'remove'),
  lane: fc.constantFrom<Lane>('known', 'other'),
  address: fc.nat(7),
  number: fc.nat(9),
})

test('LIMIT-15 over any arrivals nothing is lost, no bound is passed, and a turn comes after one of each other address', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 120 }), (steps) => {
      const queue = createFairQueue<{ id: number }>({ perLane: PER_LANE })
      /** What waits, with the takes that it may still see before its own. */
      const waiting = new Map<{ id: number }, { caller: Caller; patience: number }>()
      const share = (given: Caller, of: (one: Caller) => string) =>
        [...waiting.values()].filter((one) => one.caller.lane === given.lane && of(one.caller) === of(given))
      for (const [id, { does, lane, address, number }] of steps.entries()) {
        const given = caller(lane, `address ${String(address)}`, `number ${String(number)}`)
        if (does === 'add') {
          const item = { id }
          const ahead = share(given, (one) => one.address)
          const addresses = new Set(share(given, (one) => one.lane).map((one) => one.caller.address))
          addresses.delete(given.address)
          // Its lane has every second turn, and each address one before it; a second one of an address starts behind all.
          const patience = 2 * (addresses.size + ahead.length * PER_LANE) + 1
          waiting.set(item, { caller: given, patience })
          const dropped = queue.add(given, item)
          if (dropped !== undefined) {
            const lost = waiting.get(dropped)
            expect(lost?.caller.lane).toBe(lane)
            const counted = (one: Caller) => share(one, (each) => each.address).length
            // Only an address with at least as many loses something.
            if (lost !== undefined && dropped !== item) expect(counted(lost.caller)).toBeGreaterThan(1)
            waiting.delete(dropped)
          }
          expect(share(given, (one) => one.address).length).toBeLessThanOrEqual(2)
          expect(share(given, (one) => one.number).length).toBeLessThanOrEqual(2)
          expect(share(given, (one) => one.lane).length).toBeLessThanOrEqual(PER_LANE)
        } else if (does === 'take') {
          const taken = queue.take()
          expect(taken === undefined).toBe(waiting.size === 0)
          if (taken === undefined) continue
          const first = share(waiting.get(taken)?.caller ?? given, (one) => one.address)
          expect(first[0]).toBe(waiting.get(taken))
          waiting.delete(taken)
          for (const one of waiting.values()) expect(one.patience--).toBeGreaterThan(0)
        } else {
          const [item] = [...waiting.keys()].slice(address)
          if (item === undefined) continue
          queue.remove(item)
          waiting.delete(item)
        }
      }
      expect(new Set(emptied(queue))).toEqual(new Set(waiting.keys()))
    }),
    { numRuns: soak(300, 5_000) },
  )
})
