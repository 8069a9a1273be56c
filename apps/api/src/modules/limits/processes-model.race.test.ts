import { join } from 'node:path'
import { MINUTE_MS, SECOND_MS } from '@avouch/contract'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../../platform/database/database.ts'
import { migrate } from '../../platform/database/migrate.ts'
import { createServerDatabase } from '../../platform/database/postgres-server.ts'
import { createDatabase } from '#test/create-database.ts'
import { soak } from '#test/soak.ts'
import { int, row } from '../../platform/database/rows.ts'
import { deleteCounts, giveBack, levelsOf, type Place } from './counter-store.ts'
import { createMemoryCounters, type MemoryPlace } from './memory-counters.ts'
import { termsOf } from './places.ts'
import type { Rule } from './rules.ts'
import { takeParts } from './take-store.ts'

const START = Date.parse('2026-03-20T12:00:00Z')
const PROCESSES = 3
const RUNS = soak(8, 150)
const BUCKET: Rule & { perMs: number } = {
  action: 'login',
  subject: 'address',
  burst: 3,
  most: 5,
  perMs: 60 * MINUTE_MS,
}
const COUNT: Rule = { action: 'pin', subject: 'number', burst: 4, most: 4, perMs: null }

/** Each process has connections of its own. */
const processes: Database[] = []
let drop: () => Promise<void>
let runs = 0

beforeAll(async () => {
  const made = await createDatabase()
  drop = made.drop
  for (let i = 0; i < PROCESSES; i++)
    processes.push(createServerDatabase({ connectionString: made.url, maxConnections: 6, onIdleError: () => {} }))
  await migrate(databaseOf(0), join(import.meta.dirname, '../../../migrations'), new Date(START))
})
afterAll(async () => {
  for (const db of processes) await db.close()
  await drop()
})

function databaseOf(process: number): Database {
  const db = processes[process]
  if (db === undefined) throw new Error('no such process')
  return db
}

const placeOf = (name: string, rule: Rule, now: Date): Place => ({
  ...termsOf(rule, now),
  rule: name,
  key: Buffer.from(`${name} ${runs}`.padEnd(16, '.')),
  share: 0,
  earner: null,
  mark: null,
  markMs: 0,
  ends: rule.perMs === null ? now.getTime() + 24 * 60 * MINUTE_MS : 0,
  optional: false,
})

const WAITING = `
  select count(*)::int as waiting from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`

/** Runs the calls while their rows are held, so that all of them have read the levels before the first of them writes. */
async function together<T>(places: readonly Place[], calls: readonly (() => Promise<T>)[]): Promise<T[]> {
  let over = 0
  const running = await databaseOf(0).transaction(async (tx) => {
    const [taken] = await takeParts(tx, [{ places }], new Date(START))
    if (taken !== undefined && 'held' in taken) await giveBack(tx, taken.held)
    const begun = calls.map((call) => call().finally(() => (over += 1)))
    const isWaiting = async () => {
      const [found] = await databaseOf(0).query(WAITING, [], row({ waiting: int }))
      return over + (found?.waiting ?? 0)
    }
    await expect.poll(isWaiting, { interval: 1, timeout: 20_000 }).toBeGreaterThanOrEqual(calls.length)
    return { begun }
  })
  return Promise.all(running.begun)
}

type Act = { rules: string[]; after: 'right' | 'wrong' | 'killed' }
type Round = { acts: Act[]; afterMs: number; isCleared: boolean }
const RULES: Readonly<Record<string, Rule>> = { bucket: BUCKET, count: COUNT }
const act = fc.record({
  rules: fc.subarray(['bucket', 'count'], { minLength: 1 }),
  after: fc.constantFrom('right' as const, 'wrong' as const, 'killed' as const),
})
const rounds = fc.array(
  fc.record({
    acts: fc.array(act, { minLength: 1, maxLength: 9 }),
    afterMs: fc.oneof(fc.integer({ min: 0, max: 3 * SECOND_MS }), fc.integer({ min: 0, max: 40 * MINUTE_MS })),
    isCleared: fc.boolean(),
  }),
  { minLength: 1, maxLength: 12 },
)
/** By how much the clocks of the processes are wrong. */
const clocks = fc.array(fc.integer({ min: -2 * SECOND_MS, max: 2 * SECOND_MS }), {
  minLength: PROCESSES,
  maxLength: PROCESSES,
})
const SKEW_MS = 4 * SECOND_MS

const maxIn = (times: readonly number[], perMs: number) =>
  Math.max(0, ...times.map((from) => times.filter((at) => at >= from && at < from + perMs).length))

test('R-14 LIMIT-01 LIMIT-06 three processes whose clocks differ never take more than a rule has, whichever of them die', async () => {
  await fc.assert(
    fc.asyncProperty(clocks, rounds, async (wrongBy: number[], given: Round[]) => {
      runs += 1
      const taken: number[] = []
      /** Of the count, since it was cleared. */
      let counted = 0
      let at = START
      for (const { acts, afterMs, isCleared } of given) {
        at += afterMs
        let more = 0
        let turn = 0
        const held = Object.entries(RULES).map(([name, rule]) => placeOf(name, rule, new Date(at)))
        const outcomes = await together(
          held,
          acts.map(({ rules, after }) => async () => {
            const process = turn++ % PROCESSES
            const now = new Date(at + (wrongBy[process] ?? 0))
            const places = rules.map((name) => placeOf(name, RULES[name] ?? COUNT, now))
            const [found] = await takeParts(databaseOf(process), [{ places }], now)
            if (found === undefined || !('held' in found)) return undefined
            expect(found.held).toHaveLength(rules.length)
            return { process, rules, after, back: found.held }
          }),
        )
        const admitted = outcomes.filter((one) => one !== undefined)
        for (const { rules } of admitted) {
          if (rules.includes('bucket')) taken.push(at)
          if (rules.includes('count')) more += 1
        }
        expect(maxIn(taken, BUCKET.perMs - SKEW_MS)).toBeLessThanOrEqual(BUCKET.most)
        expect(counted + more).toBeLessThanOrEqual(COUNT.burst)
        const right = admitted.filter(({ after }) => after === 'right')
        await Promise.all(right.map(({ process, back }) => giveBack(databaseOf(process), back)))
        for (const { rules } of right) if (rules.includes('bucket')) taken.pop()
        counted += more - right.filter(({ rules }) => rules.includes('count')).length
        if (!isCleared) continue
        await deleteCounts(databaseOf(0), [placeOf('count', COUNT, new Date(at)).key])
        counted = 0
      }
    }),
    { numRuns: RUNS },
  )
})

test('R-14 LIMIT-01 of calls at one moment in three processes exactly as many pass as there are places', async () => {
  await fc.assert(
    fc.asyncProperty(fc.constantFrom('bucket', 'count'), fc.integer({ min: 1, max: 12 }), async (name, calls) => {
      runs += 1
      const rule = RULES[name] ?? COUNT
      const now = new Date(START)
      const places = [placeOf(name, rule, now)]
      const found = await together(
        places,
        Array.from({ length: calls }, (_, i) => () => takeParts(databaseOf(i % PROCESSES), [{ places }], now)),
      )
      const passed = found.flat().filter((one) => 'held' in one).length
      expect(passed).toBe(Math.min(calls, rule.burst))
    }),
    { numRuns: RUNS },
  )
})

const TRIES = 2
const memoryRounds = fc.array(
  fc.record({
    /** What each process tries before the counts are shared. */
    tries: fc.array(fc.nat({ max: TRIES }), { minLength: PROCESSES, maxLength: PROCESSES }),
    afterMs: fc.oneof(fc.integer({ min: 0, max: 3 * SECOND_MS }), fc.integer({ min: 0, max: 40 * MINUTE_MS })),
  }),
  { minLength: 1, maxLength: 15 },
)

test('LIMIT-13 what three processes count in memory exceeds a limit by what they did since they last shared it, and none is lost', async () => {
  await fc.assert(
    fc.asyncProperty(memoryRounds, async (given) => {
      runs += 1
      let at = START
      const key = Buffer.from(`memory ${runs}`.padEnd(16, '.'))
      const place = (): MemoryPlace => ({
        label: { rule: 'bucket', subject: 'one' },
        terms: termsOf(BUCKET, new Date(at)),
      })
      const memories = processes.map((db) =>
        createMemoryCounters({ db, clock: () => new Date(at), keyOf: () => key, earnerOf: () => key }),
      )
      const taken: number[] = []
      for (const { tries, afterMs } of given) {
        at += afterMs
        for (const [i, memory] of memories.entries())
          for (let call = 0; call < (tries[i] ?? 0); call++) if (memory.take([place()]).length === 0) taken.push(at)
        for (const memory of memories) await memory.share()
      }
      // One that shares first hears of the others with the next time.
      const unheard = (PROCESSES - 1) * 2 * TRIES
      expect(maxIn(taken, BUCKET.perMs)).toBeLessThanOrEqual(BUCKET.most + unheard)
      const { step } = termsOf(BUCKET, new Date(at))
      const expected = taken.reduce((level, from) => Math.max(level, from) + step, 0)
      const [stored] = await levelsOf(databaseOf(0), [key])
      expect(stored?.level ?? 0).toBe(expected)
    }),
    { numRuns: RUNS },
  )
})
