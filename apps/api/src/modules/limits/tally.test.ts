import { MINUTE_MS } from '@avouch/contract'
import { expect, test } from 'vitest'
import type { SumStore } from './limit-store.ts'
import { createTally } from './tally.ts'

const KEY = Buffer.from('caller')

/** One place where sums meet, as a table does for processes. */
function meetingPlace() {
  const sums = new Map<string, { hits: number; expiresAt: Date }>()
  const state = { away: false, statements: 0 }
  const store: SumStore = {
    async add(added, now) {
      state.statements += 1
      if (state.away) throw new Error('away')
      return added.map(({ key, hits, expiresAt }) => {
        const before = sums.get(key.toString('hex'))
        const kept = before !== undefined && before.expiresAt > now ? before : { hits: 0, expiresAt }
        const sum = { hits: kept.hits + hits, expiresAt: kept.expiresAt }
        sums.set(key.toString('hex'), sum)
        return { key, ...sum }
      })
    },
  }
  return { store, state }
}

function world() {
  let now = new Date('2026-11-20T12:00:00Z')
  const clock = () => now
  const { store, state } = meetingPlace()
  const process = () => {
    const tally = createTally(store, clock)
    const ask = async (most = 5) => {
      const expiresAt = new Date(now.getTime() + MINUTE_MS)
      return tally.take([{ key: KEY, most, share: 0, successKeys: [], expiresAt }], now)
    }
    return { ...tally, ask, times: (n: number) => Promise.all(Array.from({ length: n }, () => ask())) }
  }
  const pass = (milliseconds: number) => {
    now = new Date(now.getTime() + milliseconds)
  }
  return { process, state, pass, minuteOn: () => new Date(now.getTime() + MINUTE_MS) }
}

const passed = (answers: readonly unknown[]) => answers.filter((answer) => answer === 'taken').length

test('LIMIT-13 one process counts its own calls exactly, and stores nothing for a call', async () => {
  const { process, state, minuteOn } = world()
  const one = process()
  const until = minuteOn()
  expect(passed(await one.times(20))).toBe(5)
  expect(await one.ask()).toEqual({ refused: [KEY], until })
  expect(state.statements).toBe(0)
})

test('LIMIT-13 processes add up their counts when they share', async () => {
  const { process } = world()
  const [one, other] = [process(), process()]
  expect(passed(await one.times(3))).toBe(3)
  await one.share()
  expect(passed(await other.times(1))).toBe(1)
  await other.share()
  expect(passed(await other.times(9))).toBe(1)
})

test('LIMIT-13 a failed share is repeated later, once', async () => {
  const { process, state } = world()
  const [one, other] = [process(), process()]
  await one.times(4)
  state.away = true
  await expect(one.share()).rejects.toThrow('away')
  state.away = false
  await one.share()
  await one.share()
  await other.times(1)
  await other.share()
  expect(passed(await other.times(9))).toBe(0)
  expect(passed(await one.times(9))).toBe(1)
})

test('LIMIT-13 a minute later every count starts at zero', async () => {
  const { process, pass } = world()
  const one = process()
  await one.times(9)
  await one.share()
  pass(MINUTE_MS)
  await one.share()
  expect(passed(await one.times(9))).toBe(5)
})

test('LIMIT-13 no statement is sent without new hits', async () => {
  const { process, state } = world()
  const one = process()
  await one.times(2)
  await one.share()
  await one.share()
  expect(state.statements).toBe(1)
})
