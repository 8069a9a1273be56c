import { randomBytes } from 'node:crypto'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '@avouch/contract'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { UNKNOWN_ADDRESS } from '../../platform/client.ts'
import { later } from '../../platform/clock.ts'
import { createPins } from './pins.ts'
import type { ThrottleKey } from './throttle-store.ts'
import { makeKnown, numberKnowsDevice } from '../devices/index.ts'
import { createThrottle } from './throttle.ts'
import { soak } from '#test/soak.ts'
import { openStoreDatabase } from '#test/store-database.ts'

const begin = new Date('2026-03-01T00:00:00Z')
const RIGHT = '2580'
const HOMES = 3
let db: Awaited<ReturnType<typeof openStoreDatabase>>
let accounts = 0

beforeAll(async () => {
  db = await openStoreDatabase()
})
afterAll(() => db.close())

/** An account that knows three browsers, and the real counters of its PIN. */
async function fresh() {
  const id = `usr_${String(accounts++)}`
  const phoneIdx = randomBytes(32)
  const homes = Array.from({ length: HOMES }, () => randomBytes(32))
  await db.query(
    `insert into account (id, phone_idx, phone_enc, pin_enc, language, data_collection_consent, created_at)
     values ($1, $2, 'sealed', 'sealed', 'en', false, $3)`,
    [id, phoneIdx, begin],
  )
  for (const home of homes) await db.transaction((tx) => makeKnown(tx, id, home, begin))
  return { phoneIdx, homes, throttle: createThrottle({ db, append: async () => {} }) }
}

/** The rules as they are told in docs/rules.md, not as the product counts them. */
function createModel() {
  const unknown = { inARow: 0, until: Number.NEGATIVE_INFINITY }
  const known = Array.from({ length: HOMES }, () => ({ inARow: 0, until: Number.NEGATIVE_INFINITY, forgotten: false }))
  let inARow = 0
  let total = 0

  const waitOfStrangers = (wrong: number): number =>
    ({
      4: 30 * SECOND_MS,
      5: MINUTE_MS,
      6: 5 * MINUTE_MS,
      7: 15 * MINUTE_MS,
      8: HOUR_MS,
      9: 4 * HOUR_MS,
      10: Number.POSITIVE_INFINITY,
    })[wrong] ?? Number.NEGATIVE_INFINITY
  const waitAtHome = (wrong: number): number =>
    ({ 6: 30 * SECOND_MS, 7: MINUTE_MS, 8: 5 * MINUTE_MS, 9: 15 * MINUTE_MS })[wrong] ?? Number.NEGATIVE_INFINITY

  /** Whether the guess is compared. */
  return function compares(browser: number, isRight: boolean, now: number): boolean {
    const home = known[browser]
    const own = home === undefined || home.forgotten ? unknown : home
    if (now < own.until || inARow >= 30 || total >= 50) return false
    if (isRight) {
      // A right PIN alone proves nothing where the account knows no browser.
      if (own === unknown) return true
      own.inARow = 0
      own.until = Number.NEGATIVE_INFINITY
      inARow = 0
      return true
    }
    own.inARow++
    inARow++
    total++
    own.until = now + (own === unknown ? waitOfStrangers : waitAtHome)(own.inARow)
    if (home !== undefined && own === home && home.inARow >= 10) home.forgotten = true
    return true
  }
}

const STEPS = [
  0,
  0,
  0,
  SECOND_MS,
  29_999,
  30_000,
  MINUTE_MS,
  5 * MINUTE_MS,
  15 * MINUTE_MS,
  HOUR_MS,
  4 * HOUR_MS,
  -HOUR_MS,
]
const guess = fc.record({
  browser: fc.integer({ min: 0, max: HOMES }),
  isRight: fc.boolean().chain((one) => fc.boolean().map((other) => one && other)),
  step: fc.constantFrom(...STEPS),
})
/** An attacker who only guesses, in all browsers, and waits long enough. */
const siege = Array.from({ length: 70 }, (_, i) => ({ browser: i % 4, isRight: i % 9 === 8, step: 4 * HOUR_MS }))
/** No guess is ever right. */
const blind = Array.from({ length: 40 }, (_, i) => ({ browser: i % 4, isRight: false, step: 4 * HOUR_MS }))
const patient = Array.from({ length: 60 }, (_, i) => ({ browser: HOMES, isRight: false, step: i % 2 ? 0 : HOUR_MS }))

test('P-01 DEVICE-02 DEVICE-03 DEVICE-05 compares what the rules allow, over any browsers, guesses and clock jumps', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(guess, { maxLength: 60 }), async (guesses) => {
      const { phoneIdx, homes } = await fresh()
      const compares = createModel()
      let now = begin
      let compared = 0
      const pins = createPins({
        hasher: {
          hash: async () => 'dummy',
          async matches(encoded, pin) {
            if (encoded !== 'dummy') compared++
            return encoded !== 'dummy' && pin === RIGHT
          },
        },
        db,
        keys: { seal: (_owner, encoded) => encoded, open: (_owner, sealed) => sealed },
        blocklist: 'strict',
        append: async () => {},
        clock: () => now,
        pause: async () => {},
        report: async () => {},
      })
      for (const { browser, isRight, step } of guesses) {
        now = later(now, step)
        const before = compared
        const expected = compares(browser, isRight, now.getTime())
        const found = await pins
          .check([{ owner: 'o', sealed: 'real', phoneIdx }], isRight ? RIGHT : '0000', {
            address: UNKNOWN_ADDRESS,
            device: homes[browser] ?? randomBytes(32),
          })
          .catch(() => 'refused')
        expect({ compared: compared - before, found }).toEqual({
          compared: expected ? 1 : 0,
          found: expected && isRight ? 0 : 'refused',
        })
      }
    }),
    { numRuns: soak(10, 40), examples: [[siege], [blind], [patient]] },
  )
})

type Outcome = 'right' | 'wrong' | 'nothing' | 'dies'
type Burst = { guesses: { browser: number; outcome: Outcome }[]; step: number }
const wrongMostly: fc.Arbitrary<Outcome> = fc.oneof(
  { weight: 20, arbitrary: fc.constant('wrong') },
  { weight: 1, arbitrary: fc.constantFrom('right', 'nothing', 'dies') },
)
const burst: fc.Arbitrary<Burst> = fc.record({
  guesses: fc.array(fc.record({ browser: fc.integer({ min: 0, max: HOMES }), outcome: wrongMostly }), { maxLength: 6 }),
  step: fc.constantFrom(...STEPS, 4 * HOUR_MS, 4 * HOUR_MS, 4 * HOUR_MS),
})

test('P-01 guesses that overlap, fail or die half-way never get more than ten in a row, 30 in all, 50 ever', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(burst, { minLength: 20, maxLength: 60 }), async (bursts) => {
      const { phoneIdx, homes, throttle } = await fresh()
      let now = begin
      const running: { key: ThrottleKey; outcome: Outcome }[] = []
      const wrong = { strangers: 0, inARow: 0, total: 0 }

      async function finish() {
        for (const { key, outcome } of running.splice(0)) {
          if (outcome === 'right') {
            await throttle.succeeded(key)
            if (key.kind === 'known') wrong.inARow = 0
          } else if (outcome === 'wrong') {
            await throttle.failed(key, now)
            wrong.inARow++
            wrong.total++
            if (key.kind === 'unknown') wrong.strangers++
          } else if (outcome === 'nothing') await throttle.release(key)
          expect(wrong.strangers).toBeLessThanOrEqual(10)
          expect(wrong.inARow).toBeLessThanOrEqual(30)
          expect(wrong.total).toBeLessThanOrEqual(50)
        }
      }

      for (const { guesses, step } of bursts) {
        now = later(now, step)
        for (const { browser, outcome } of guesses) {
          const device = homes[browser]
          const isKnown = device !== undefined && (await numberKnowsDevice(db, phoneIdx, device))
          const key: ThrottleKey = isKnown ? { phoneIdx, kind: 'known', device } : { phoneIdx, kind: 'unknown' }
          if ((await throttle.reserve(key, now)).state === 'free') running.push({ key, outcome })
        }
        await finish()
      }
    }),
    { numRuns: soak(8, 30) },
  )
})
