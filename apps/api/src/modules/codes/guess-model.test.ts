import { randomBytes } from 'node:crypto'
import { HOUR_MS, MINUTE_MS } from '@avouch/contract'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { UNKNOWN_ADDRESS } from '../../platform/client.ts'
import type { AuditEvent } from '../audit/index.ts'
import { makeKnown } from '../devices/index.ts'
import { soak } from '#test/soak.ts'
import { openStoreDatabase } from '#test/store-database.ts'
import { codeKeys, createTestCodes } from '#test/test-codes.ts'
import { addAccount } from '#test/test-pins.ts'
import type { CodeOwner } from './challenge.ts'
import { endChallenges, findChallenge, useChallenge } from './challenge-store.ts'
import { deriveCode } from './code.ts'

const DAY_MS = 24 * HOUR_MS
const BEGIN = Date.parse('2026-03-01T00:00:00Z')
let db: Awaited<ReturnType<typeof openStoreDatabase>>
let runs = 0

beforeAll(async () => {
  db = await openStoreDatabase()
})
afterAll(() => db.close())

type Purpose = 'login' | 'reset' | 'register'
type Step =
  | { kind: 'send'; purpose: Purpose; browser: number }
  | { kind: 'resend' | 'right'; sending: number }
  | { kind: 'wrong'; sending: number; code: number }
  | { kind: 'another PIN' }
  | { kind: 'wait'; forMs: number }

const sending = fc.nat({ max: 3 })
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('send' as const),
      purpose: fc.constantFrom<Purpose>('login', 'reset', 'register'),
      browser: fc.nat({ max: 2 }),
    }),
  },
  { weight: 14, arbitrary: fc.record({ kind: fc.constant('wrong' as const), sending, code: fc.nat({ max: 9 }) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom('resend' as const, 'right' as const), sending }) },
  { weight: 1, arbitrary: fc.constant<Step>({ kind: 'another PIN' }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('wait' as const),
      forMs: fc.oneof(fc.constant(MINUTE_MS), fc.constant(4.5 * MINUTE_MS), fc.integer({ min: 0, max: 6 * HOUR_MS })),
    }),
  },
)

/** A number with an account and one without; browsers 0 and 1 are strangers, 2 is known to the account. */
async function setUp() {
  let now = new Date(BEGIN)
  const clock = () => now
  const accountId = `usr_codes_${runs}`
  const registrationId = `reg_codes_${runs++}`
  const numbers = { account: await addAccount(db, accountId, now), newcomer: randomBytes(32) }
  const browsers = [randomBytes(32), randomBytes(32), randomBytes(32)] as const
  await makeKnown(db, accountId, browsers[2], now)
  await db.query(
    `insert into registration (id, phone_idx, phone_enc, pin_enc, language, data_collection_consent, created_at, expires_at)
     values ($1, $2, 'sealed', 'sealed', 'en', false, $3, $3)`,
    [registrationId, numbers.newcomer, now],
  )
  const heard: AuditEvent[] = []
  const codes = createTestCodes(db, clock, (event) => heard.push(event))
  const owner = (purpose: Purpose): CodeOwner => (purpose === 'register' ? { registrationId } : { accountId })
  const recipient = (purpose: Purpose, browser: number) => ({
    purpose,
    phoneIdx: purpose === 'register' ? numbers.newcomer : numbers.account,
    phoneEnc: 'sealed',
    language: 'en' as const,
    client: { address: UNKNOWN_ADDRESS, device: browsers[browser] ?? null },
  })
  const key = (id: string, purpose: Purpose, browser: number) => ({
    id,
    owner: owner(purpose),
    device: browsers[browser] ?? null,
    purposes: [purpose],
  })
  return {
    now: clock,
    wait: (forMs: number) => {
      now = new Date(now.getTime() + forMs)
    },
    send: async (purpose: Purpose, browser: number) => {
      const sent = await codes.start({ ...recipient(purpose, browser), owner: owner(purpose), delivery: 'awaited' })
      return { ...sent, pinId: sent?.pinId ?? '', purpose, browser }
    },
    resend: (id: string, purpose: Purpose, browser: number) =>
      codes.resend(key(id, purpose, browser), recipient(purpose, browser)).catch(() => undefined),
    /** @returns whether it was compared, and whether it was right */
    async guess(id: string, purpose: Purpose, browser: number, code: string) {
      heard.length = 0
      const right = await codes.check(key(id, purpose, browser), code).catch(() => undefined)
      if (right !== undefined)
        await db.transaction(async (tx) => {
          await useChallenge(tx, key(id, purpose, browser), now)
          await codes.settle(tx, right)
        })
      return { right: right !== undefined, compared: heard.some(({ type }) => type === 'otp.wrong') }
    },
    async newest(id: string, purpose: Purpose, browser: number) {
      const challenge = await findChallenge(db, key(id, purpose, browser))
      if (challenge === undefined) return { code: '', generation: 0 }
      return { code: deriveCode(codeKeys.mac, challenge), generation: challenge.generation }
    },
    anotherPin: () => endChallenges(db, accountId),
  }
}

/** The most within any window. */
const maxIn = (times: readonly number[], perMs: number) =>
  Math.max(0, ...times.map((from) => times.filter((at) => at >= from && at < from + perMs).length))

test('CODE-06 CODE-09 CODE-11 CODE-15 R-01 over sends, resends, purposes and generations no more guesses are compared than the rules say', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 70 }), async (steps) => {
      const world = await setUp()
      const sendings: Awaited<ReturnType<typeof world.send>>[] = []
      const [ofStrangers, ofKnown, ofNewcomers]: [number[], number[], number[]] = [[], [], []]
      const triedOf = new Map<string, Set<string>>()
      const challengesOfNewcomers = new Set<string>()
      for (const one of steps) {
        if (one.kind === 'wait') world.wait(one.forMs)
        else if (one.kind === 'another PIN') await world.anotherPin()
        else if (one.kind === 'send') sendings.unshift(await world.send(one.purpose, one.browser))
        else {
          const of = sendings[one.sending]
          if (of === undefined) continue
          const { pinId, purpose, browser } = of
          if (one.kind === 'resend') {
            await world.resend(pinId, purpose, browser)
            continue
          }
          const right = await world.newest(pinId, purpose, browser)
          const code = 'code' in one ? String(one.code).repeat(6) : right.code
          const before = triedOf.get(pinId) ?? new Set()
          const name = `${right.generation} ${code}`
          const { compared } = await world.guess(pinId, purpose, browser, code)
          if (!compared || code === right.code || before.has(name)) continue
          triedOf.set(pinId, before.add(name))
          if (purpose === 'register') challengesOfNewcomers.add(pinId)
          const ofOthers = browser === 2 ? ofKnown : ofStrangers
          ;(purpose === 'register' ? ofNewcomers : ofOthers).push(world.now().getTime())
        }
      }
      for (const tried of triedOf.values()) expect(tried.size).toBeLessThanOrEqual(5)
      for (const times of [ofStrangers, ofKnown]) {
        expect(maxIn(times, DAY_MS)).toBeLessThanOrEqual(10)
        expect(maxIn(times, HOUR_MS)).toBeLessThanOrEqual(6)
      }
      expect(maxIn(ofNewcomers, DAY_MS)).toBeLessThanOrEqual(10 + challengesOfNewcomers.size)
    }),
    { numRuns: soak(4, 300) },
  )
})

test('CODE-09 CODE-11 CODE-17 whatever strangers do, each holder gets in: by a link, by the first try, or in a known browser by digits', async () => {
  const strangers = step.filter((one) => one.kind !== 'send' || one.browser !== 2)
  await fc.assert(
    fc.asyncProperty(fc.array(strangers, { maxLength: 60 }), async (steps) => {
      const world = await setUp()
      const sendings: Awaited<ReturnType<typeof world.send>>[] = []
      for (const one of steps) {
        if (one.kind === 'wait') world.wait(one.forMs)
        else if (one.kind === 'send') sendings.unshift(await world.send(one.purpose, one.browser))
        else if (one.kind === 'wrong') {
          const of = sendings[one.sending]
          if (of !== undefined) await world.guess(of.pinId, of.purpose, of.browser, String(one.code).repeat(6))
        }
      }
      world.wait(11 * MINUTE_MS)
      for (const purpose of ['reset', 'login'] as const) {
        const unknown = await world.send(purpose, 1)
        const { code } = await world.newest(unknown.pinId, purpose, 1)
        expect(unknown.form === 'link' || (await world.guess(unknown.pinId, purpose, 1, code)).right).toBe(true)
      }
      const sent = { known: await world.send('reset', 2), newcomer: await world.send('register', 0) }
      expect(sent.known.form).toBe('digits')
      for (const { pinId, purpose, browser } of Object.values(sent)) {
        const { code } = await world.newest(pinId, purpose, browser)
        expect((await world.guess(pinId, purpose, browser, code)).right).toBe(true)
      }
    }),
    { numRuns: soak(4, 300) },
  )
})
