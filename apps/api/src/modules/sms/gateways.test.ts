import { randomBytes } from 'node:crypto'
import { MINUTE_MS } from '@avouch/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { later } from '../../platform/clock.ts'
import { createSmsDelivery } from './delivery.ts'
import { createGateways } from './gateways.ts'
import type { SmsGateway, SmsOutcome } from './ports.ts'
import { readSpend } from './spend-store.ts'
import { openStoreDatabase } from '#test/store-database.ts'

const now = new Date('2026-03-01T12:00:00Z')
let db: Awaited<ReturnType<typeof openStoreDatabase>>

beforeAll(async () => {
  db = await openStoreDatabase()
})
afterAll(() => db.close())

/** A sign-in whose first SMS is stored, claimed by this process. */
async function stored() {
  const id = `sms_${randomBytes(8).toString('hex')}`
  const phoneIdx = randomBytes(32)
  const expiresAt = later(now, 5 * MINUTE_MS)
  await db.query(
    `insert into registration (id, phone_idx, phone_enc, pin_enc, language, data_collection_consent, created_at, expires_at)
     values ($1, $2, 'sealed', 'sealed', 'en', false, $3, $4)`,
    [`reg_${id}`, phoneIdx, now, expiresAt],
  )
  await db.query(
    `insert into sms_challenge (id, purpose, registration_id, phone_idx, phone_enc, code_expires_at, expires_at, resend_at, created_at)
     values ($1, 'register', $2, $3, 'sealed', $4, $4, $5, $5)`,
    [id, `reg_${id}`, phoneIdx, expiresAt, now],
  )
  await db.query(
    `insert into sms_message (id, challenge_id, generation, send, language, state, tries, claimed_at, good_until, created_at)
     values ($1, $2, 1, 1, 'en', 'sending', 1, $3, $4, $3)`,
    [`${id}:1:1`, id, now, expiresAt],
  )
  const code = { id, purpose: 'register', form: 'digits', phoneIdx, generation: 1 } as const
  return {
    id: `${id}:1:1`,
    tries: 1,
    gateway: 1,
    language: 'en',
    phoneIdx,
    phoneEnc: 'sealed',
    about: { code },
  } as const
}

type Name = 'first' | 'second'
type Answers = { first: SmsOutcome[]; second: SmsOutcome[] }

/** A process with two gateways that give these answers one after the other, and the last one from then on. */
function process(answers: Answers, { at = now } = {}) {
  const asked: { gateway: Name; key: string }[] = []
  const waits: number[] = []
  const gateway = (name: Name): SmsGateway => ({
    deliversKeyOnce: true,
    async send({ idempotencyKey }) {
      asked.push({ gateway: name, key: idempotencyKey })
      const [next = 'unknown', ...rest] = answers[name]
      if (rest.length > 0) answers[name] = rest
      return next
    },
  })
  const down: number[] = []
  const delivery = createSmsDelivery({
    db,
    admitNotice: async () => ({ places: { held: [], country: null, holdsCountry: false }, fewLeft: false, full: [] }),
    enqueueLater: async () => {},
    gateways: createGateways([gateway('first'), gateway('second')], { clock: () => at, onDown: (n) => down.push(n) }),
    compose: () => ({ to: '+4915112345678', text: 'text' }),
    countryOf: () => 'DE',
    centsOf: () => 8,
    metrics: { tried: () => {}, givenUp: () => {} },
    clock: () => at,
    pause: async (milliseconds, signal) => {
      if (milliseconds === 2_500) return new Promise((resolve) => signal.addEventListener('abort', () => resolve()))
      waits.push(milliseconds)
    },
    warn: () => undefined,
  })
  return { delivery, asked, waits, down, at: () => asked.map((one) => one.gateway) }
}

/** One message from the visitor's request to its end. */
async function sent(answers: Answers) {
  const { delivery, asked, waits, at } = process(answers)
  const sms = await stored()
  const told = await delivery.deliverSoon(sms)
  await delivery.stop()
  const [message] = await db.query('select state from sms_message where id = $1', [sms.id])
  return { at: at(), keys: new Set(asked.map(({ key }) => key)).size, waits, told, state: message?.['state'] }
}

test.each<[string, Answers, object]>([
  [
    'what the first one did not take goes to the second at once, with the same key',
    { first: ['not_taken'], second: ['accepted'] },
    { at: ['first', 'second'], keys: 1, waits: [], told: 'accepted', state: 'accepted' },
  ],
  [
    'what the first one refuses too',
    { first: ['refused'], second: ['accepted'] },
    { at: ['first', 'second'], told: 'accepted', state: 'accepted' },
  ],
  [
    'what both refuse is refused',
    { first: ['refused'], second: ['refused'] },
    { at: ['first', 'second'], told: 'refused', state: 'refused' },
  ],
  [
    'the second one has three tries, and the first one no other',
    { first: ['not_taken'], second: ['not_taken'] },
    { at: ['first', 'second', 'second', 'second'], waits: [4_000, 4_000], told: 'unknown', state: 'dead' },
  ],
  [
    'what may be on its way stays with the first one, however it ends there: no phone gets it from both',
    { first: ['unknown', 'not_taken', 'refused'], second: ['accepted'] },
    { at: ['first', 'first', 'first'], keys: 1, state: 'refused' },
  ],
])('SMS-17 %s', async (_what, answers, seen) => {
  expect(await sent(answers)).toMatchObject(seen)
})

test('SMS-17 SMS-04 each gateway has its own circuit breaker: messages begin at the second one while the first is down', async () => {
  const { delivery, at, down } = process({ first: ['unknown'], second: ['accepted', 'accepted', 'unknown'] })
  for (let i = 0; i < 2; i++) await delivery.deliverSoon(await stored())
  expect([down, delivery.isDown()]).toEqual([[1], false])
  const before = at().length
  expect(await delivery.deliverSoon(await stored())).toBe('accepted')
  expect(await delivery.deliverSoon(await stored())).toBe('accepted')
  expect(at().slice(before)).toEqual(['second', 'second'])
  for (let i = 0; i < 2; i++) await delivery.deliverSoon(await stored())
  expect([down, delivery.isDown()]).toEqual([[1, 2], true])
  await delivery.stop()
})

test('SMS-17 SMS-05 what another process left on its way stays with the gateway that it may have reached', async () => {
  const sms = await stored()
  const heir = process({ first: ['accepted'], second: ['accepted'] }, { at: later(now, 11_000) })
  await heir.delivery.deliver(sms.id)
  expect(heir.at()).toEqual(['first'])
  await heir.delivery.stop()
})

test('OPS-59 each message is counted once, when it has ended, with a price where it may have been sent', async () => {
  await db.query('delete from sms_spend')
  await sent({ first: ['accepted'], second: [] })
  await sent({ first: ['not_taken', 'accepted'], second: ['accepted'] })
  await sent({ first: ['refused'], second: ['refused'] })
  await sent({ first: ['unknown'], second: [] })
  await sent({ first: ['not_taken'], second: ['not_taken'] })
  const day = '2026-03-01'
  expect(await readSpend(db, now)).toEqual([
    { day, country: 'DE', outcome: 'accepted', total: 2, cents: 16 },
    { day, country: 'DE', outcome: 'not_taken', total: 1, cents: 0 },
    { day, country: 'DE', outcome: 'refused', total: 1, cents: 0 },
    { day, country: 'DE', outcome: 'unknown', total: 1, cents: 8 },
  ])
  expect(await readSpend(db, later(now, 24 * 60 * MINUTE_MS))).toEqual([])
})
