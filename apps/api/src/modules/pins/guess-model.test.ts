import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { AppError, HOUR_MS } from '@avouch/contract'
import { UNKNOWN_ADDRESS } from '../../platform/client.ts'
import { later } from '../../platform/clock.ts'
import { forgetAllDevices, makeKnown } from '../devices/index.ts'
import { soak } from '#test/soak.ts'
import { openStoreDatabase } from '#test/store-database.ts'
import { addAccount, createTestCounters, createTestPins } from '#test/test-pins.ts'

const begin = new Date('2026-03-01T00:00:00Z')
const HOMES = 3
const YEAR_MS = 365 * 24 * HOUR_MS
let db: Awaited<ReturnType<typeof openStoreDatabase>>
let accounts = 0

beforeAll(async () => {
  db = await openStoreDatabase()
})
afterAll(() => db.close())

/** `right`, `wrong`, or what befalls a guess whose PIN is never compared: its hash is refused, its process dies. */
type Outcome = 'right' | 'wrong' | 'refused' | 'dies'
type Step =
  | { kind: 'guess'; browser: number; outcome: Outcome }
  /** PIN and SMS code were right in the browser; the last one is always unknown before. */
  | { kind: 'proof'; browser: number }
  | { kind: 'another PIN'; browser: number }

/** The rules as docs/rules.md has them, not as the product counts them. */
function createModel() {
  const known = Array.from({ length: HOMES }, () => ({ isKnown: true, wrong: 0 }))
  const ofStrangers = { wrong: 0, total: 0 }
  let totalOfKnown = 0

  function guess(browser: number, outcome: Outcome): boolean {
    const home = known[browser]
    const own = home?.isKnown === true ? home : undefined
    const isOpen =
      totalOfKnown < 50 && (own === undefined ? ofStrangers.wrong < 10 && ofStrangers.total < 30 : own.wrong < 10)
    // Ten of which the last had no outcome: the next one finds the browser locked.
    if (own !== undefined && own.wrong >= 10) own.isKnown = false
    if (!isOpen) return false
    if (outcome === 'right' && own !== undefined) own.wrong = 0
    if (outcome === 'right' || outcome === 'refused') return true
    if (own === undefined) {
      ofStrangers.wrong++
      ofStrangers.total++
      return true
    }
    own.wrong++
    totalOfKnown++
    if (own.wrong >= 10 && outcome === 'wrong') own.isKnown = false
    return true
  }

  return {
    guess,
    proof(browser: number) {
      const home = known[browser]
      if (home?.isKnown === true) return
      if (ofStrangers.wrong < 10) ofStrangers.wrong = 0
      if (home !== undefined) Object.assign(home, { isKnown: true, wrong: 0 })
    },
    anotherPin(browser: number) {
      Object.assign(ofStrangers, { wrong: 0, total: 0 })
      totalOfKnown = 0
      for (const [i, home] of known.entries()) Object.assign(home, { isKnown: i === browser, wrong: 0 })
    },
  }
}

const guessOf = (outcome: fc.Arbitrary<Outcome>): fc.Arbitrary<Step> =>
  fc.record({ kind: fc.constant('guess' as const), browser: fc.integer({ min: 0, max: HOMES }), outcome })
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 20, arbitrary: guessOf(fc.constant('wrong')) },
  { weight: 3, arbitrary: guessOf(fc.constantFrom('right', 'refused', 'dies')) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('proof' as const), browser: fc.nat({ max: HOMES }) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('another PIN' as const), browser: fc.nat({ max: HOMES }) }) },
)
const wrongIn = (browser: number): Step => ({ kind: 'guess', browser, outcome: 'wrong' })
const rightIn = (browser: number): Step => ({ kind: 'guess', browser, outcome: 'right' })
/** An attacker who only guesses, in all browsers. */
const blind = Array.from({ length: 60 }, (_, i) => wrongIn(i % 4))
/** Nine at a time in a known browser, between which its owner logs in. */
const patient = Array.from({ length: 70 }, (_, i) => (i % 10 === 9 ? rightIn(0) : wrongIn(0)))
const dying = Array.from({ length: 30 }, (): Step => ({ kind: 'guess', browser: 0, outcome: 'dies' }))
/** Nine at a time in unknown ones, between which the owner proves the number there. */
const proven = Array.from(
  { length: 50 },
  (_, i): Step => (i % 10 === 9 ? { kind: 'proof', browser: HOMES } : wrongIn(3)),
)

test('P-01 DEVICE-02 DEVICE-03 DEVICE-05 DEVICE-06 compares what the rules allow, over any browsers, outcomes and proofs', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 100 }), async (steps) => {
      const id = `usr_${String(accounts++)}`
      const phoneIdx = await addAccount(db, id, begin)
      const homes = Array.from({ length: HOMES }, () => randomBytes(32))
      for (const home of homes) await db.transaction((tx) => makeKnown(tx, id, home, begin))
      const model = createModel()
      let now = begin
      let compared = 0
      let outcome: Outcome = 'wrong'
      const counters = createTestCounters(() => now)
      const startProcess = () =>
        createTestPins({
          db,
          clock: () => now,
          async matches(encoded) {
            if (encoded !== 'real') return false
            compared++
            if (outcome === 'refused') throw new AppError('service_unavailable')
            // A process that dies says nothing more, so this guess is not waited for.
            if (outcome === 'dies') return new Promise<boolean>(() => dead())
            return outcome === 'right'
          },
        })
      let pins = startProcess()
      let dead = () => {}
      const guessIn = async (browser: number) => {
        const device = homes[browser] ?? randomBytes(32)
        const dies = new Promise<string>((resolve) => {
          dead = () => resolve('refused')
        })
        const client = { address: UNKNOWN_ADDRESS, device }
        const checked = pins.check([{ owner: 'o', sealed: 'real', phoneIdx }], '0000', client, async (index) => index)
        return Promise.race([checked, dies]).catch(() => 'refused')
      }
      for (const [i, one] of steps.entries()) {
        // No count ends with time, and a clock that was set back opens nothing.
        now = later(begin, i % 7 === 0 ? -HOUR_MS : (i % 5) * (YEAR_MS / 12))
        if (one.kind === 'proof') {
          const device = homes[one.browser] ?? randomBytes(32)
          model.proof(one.browser)
          await db.transaction(async (tx) => {
            if (await makeKnown(tx, id, device, now)) await counters.settle(tx, pins.numberProven(phoneIdx, device))
          })
        } else if (one.kind === 'another PIN') {
          const device = homes[one.browser] ?? randomBytes(32)
          model.anotherPin(one.browser)
          await db.transaction(async (tx) => {
            await pins.forgetGuesses(tx, phoneIdx, [...(await forgetAllDevices(tx, id)), device])
            await makeKnown(tx, id, device, now)
          })
        } else {
          const before = compared
          outcome = one.outcome
          const expected = model.guess(one.browser, one.outcome)
          const found = await guessIn(one.browser)
          // In the dead one each later guess would wait for its outcome.
          if (outcome === 'dies') pins = startProcess()
          expect({ i, compared: compared - before, found }).toEqual({
            i,
            compared: expected ? 1 : 0,
            found: expected && outcome === 'right' ? 0 : 'refused',
          })
        }
      }
    }),
    { numRuns: soak(4, 60), examples: [[blind], [patient], [proven], [dying]] },
  )
})
