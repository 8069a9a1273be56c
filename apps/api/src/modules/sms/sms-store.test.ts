import { randomBytes } from 'node:crypto'
import { HOUR_MS, MINUTE_MS } from '@avouch/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { later } from '../../platform/clock.ts'
import { createExecutor } from '../../platform/database/database.ts'
import { claim, createSmsDelivery } from './delivery.ts'
import { createGateways } from './gateways.ts'
import type { SmsGateway, SmsOutcome } from './ports.ts'
import { findUnsent, settle } from './sms-store.ts'
import { openStoreDatabase } from '#test/store-database.ts'

const now = new Date('2026-03-01T12:00:00Z')
const NO_PLACES = { held: [], country: null, holdsCountry: false }
let db: Awaited<ReturnType<typeof openStoreDatabase>>

beforeAll(async () => {
  db = await openStoreDatabase()
})
afterAll(() => db.close())

/** A sign-in whose first SMS is written down. */
async function written() {
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

const gatewaysOf = (...all: [SmsGateway] | [SmsGateway, SmsGateway]) =>
  createGateways(all, { clock: () => now, onDown: () => {} })

/** What a gateway is asked, when it answers like this each time. */
async function deliver(outcome: SmsOutcome, { deliversKeyOnce = true, at = now } = {}) {
  const keys: string[] = []
  const waits: number[] = []
  const delivery = createSmsDelivery({
    db,
    admitNotice: async () => ({ places: NO_PLACES, fewLeft: false, full: [] }),
    enqueueLater: async () => {},
    gateways: gatewaysOf({
      deliversKeyOnce,
      async send({ idempotencyKey }) {
        keys.push(idempotencyKey)
        return outcome
      },
    }),
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
  const sms = await written()
  const { id } = sms
  const told = at === now ? await delivery.deliverSoon(sms) : undefined
  // Stored a moment after the answer.
  const state = async () => (await db.query('select state from sms_message where id = $1', [id]))[0]?.['state']
  if (told === 'accepted') await expect.poll(state).toBe('accepted')
  await delivery.deliver(id)
  const [challenge] = await db.query('select state from sms_challenge where id = $1', [id.split(':')[0]])
  return { tries: keys.length, keys: new Set(keys).size, waits, told, challenge: challenge?.state }
}

test.each<[SmsOutcome, object]>([
  ['accepted', { tries: 1, waits: [], told: 'accepted', challenge: 'live' }],
  ['refused', { tries: 1, waits: [], told: 'refused', challenge: 'dead' }],
  ['not_taken', { tries: 3, keys: 1, waits: [1_000, 4_000], told: 'unknown', challenge: 'live' }],
  ['unknown', { tries: 3, keys: 1, waits: [1_000, 4_000], told: 'unknown', challenge: 'live' }],
])('SMS-02 SMS-03 a message that is %s', async (outcome, seen) => {
  expect(await deliver(outcome)).toMatchObject(seen)
})

test('SMS-03 a gateway that does not know keys delivers one message too many at most', async () => {
  expect(await deliver('unknown', { deliversKeyOnce: false })).toMatchObject({ tries: 2, waits: [1_000] })
  expect(await deliver('not_taken', { deliversKeyOnce: false })).toMatchObject({ tries: 3 })
})

test('SMS-03 a message whose code is over is not sent', async () => {
  expect(await deliver('accepted', { at: later(now, 5 * MINUTE_MS) })).toMatchObject({ tries: 0, challenge: 'live' })
})

test('SMS-05 a slow SMS that another process left holds up no other, and is asked for once', async () => {
  await db.query('delete from sms_message')
  const left: string[] = []
  for (let i = 0; i < 25; i++) left.push((await written()).id)
  const slow = left[0] ?? ''
  const asked: string[] = []
  let answer = () => {}
  const delivery = createSmsDelivery({
    db,
    admitNotice: async () => ({ places: NO_PLACES, fewLeft: false, full: [] }),
    enqueueLater: async () => {},
    gateways: gatewaysOf({
      deliversKeyOnce: true,
      async send({ idempotencyKey }) {
        asked.push(idempotencyKey)
        if (idempotencyKey === slow) await new Promise<void>((resolve) => (answer = resolve))
        return 'accepted'
      },
    }),
    compose: () => ({ to: '+4915112345678', text: 'text' }),
    countryOf: () => 'DE',
    centsOf: () => 8,
    metrics: { tried: () => {}, givenUp: () => {} },
    clock: () => later(now, 11_000),
    pause: async () => {},
    warn: () => undefined,
  })
  const accepted = async () =>
    (await db.query(`select id from sms_message where state = 'accepted' and id = any($1)`, [left])).length
  await delivery.deliverAbandoned()
  await expect.poll(accepted).toBe(19)
  await delivery.deliverAbandoned()
  await expect.poll(accepted).toBe(24)
  await delivery.deliverAbandoned()
  answer()
  await expect.poll(accepted).toBe(25)
  expect(asked.toSorted()).toEqual(left.toSorted())
  await delivery.stop()
})

test('SMS-05 a message that the gateway has accepted is not sent again while that is being stored', async () => {
  await db.query('delete from sms_message')
  const sms = await written()
  const asked: string[] = []
  let store = () => {}
  const stored = new Promise<void>((resolve) => (store = resolve))
  const slow = createExecutor(
    async (text, values) => {
      if (text.includes(`set state = 'accepted' from held`)) await stored
      return db.query(text, values)
    },
    (script) => db.execute(script),
  )
  const delivery = createSmsDelivery({
    db: { ...db, ...slow },
    admitNotice: async () => ({ places: NO_PLACES, fewLeft: false, full: [] }),
    enqueueLater: async () => {},
    gateways: gatewaysOf({
      deliversKeyOnce: true,
      async send({ idempotencyKey }) {
        asked.push(idempotencyKey)
        return 'accepted'
      },
    }),
    compose: () => ({ to: '+4915112345678', text: 'text' }),
    countryOf: () => 'DE',
    centsOf: () => 8,
    metrics: { tried: () => {}, givenUp: () => {} },
    clock: () => later(now, 11_000),
    pause: (_, signal) => new Promise((resolve) => signal.addEventListener('abort', () => resolve())),
    warn: () => undefined,
  })
  expect(await delivery.deliverSoon(sms)).toBe('accepted')
  await delivery.deliverAbandoned()
  store()
  await delivery.stop()
  expect(asked).toEqual([sms.id])
  expect(await db.query('select state, tries from sms_message')).toEqual([{ state: 'accepted', tries: 1 }])
})

describe('a notice', () => {
  async function noticeOf() {
    const id = randomBytes(8).toString('hex')
    await db.query(
      `insert into account (id, phone_idx, phone_enc, pin_enc, language, data_collection_consent, created_at)
       values ($1, $2, 'sealed', 'sealed', 'en', false, $3)`,
      [`usr_${id}`, randomBytes(32), now],
    )
    await db.query(
      `insert into sms_message (id, account_id, notice, language, good_until, created_at)
       values ($1, $2, 'review_ended', 'en', $3, $4)`,
      [id, `usr_${id}`, later(now, 24 * HOUR_MS), now],
    )
    return id
  }
  const rule = { maxTries: 3, maxDoubts: [3], abandonedBefore: now, beginsAtSecond: false }

  test('SMS-14 SMS-05 that is not allowed is written down for later, and is as if it had not been tried', async () => {
    const id = await noticeOf()
    const waits: [string, number][] = []
    let allowed = false
    const deps: Parameters<typeof claim>[0] = {
      db,
      admitNotice: async () =>
        allowed
          ? { places: NO_PLACES, fewLeft: false, full: [] }
          : { reason: 'sms.notices', retryAfterSeconds: 21_600 },
      enqueueLater: async (_tx, smsId, seconds) => void waits.push([smsId, seconds]),
    }
    for (let i = 0; i < 4; i++) expect(await claim(deps, id, rule, now)).toBe('postponed')
    expect(waits).toEqual(Array.from({ length: 4 }, () => [id, 21_600]))
    expect(await findUnsent(db, now)).toContain(id)
    allowed = true
    expect(await claim(deps, id, rule, later(now, 6 * HOUR_MS))).toMatchObject({ id, tries: 1 })
  })

  test('SMS-14 SMS-03 is decided once: a second try of what was allowed is not asked about', async () => {
    const id = await noticeOf()
    let asked = 0
    const deps: Parameters<typeof claim>[0] = {
      db,
      admitNotice: async () => {
        asked += 1
        return asked === 1
          ? { places: NO_PLACES, fewLeft: false, full: [] }
          : { reason: 'sms.money', retryAfterSeconds: 1 }
      },
      enqueueLater: async () => {},
    }
    const sms = await claim(deps, id, rule, now)
    if (sms === undefined || sms === 'postponed') throw new Error('nothing was claimed')
    const result = { sms, outcome: 'not_taken', hasSecond: false, country: 'DE', cents: 8 } as const
    expect(await settle(db, result, rule, now)).toEqual({ state: 'waiting', gateway: 1 })
    expect(await claim(deps, id, rule, now)).toMatchObject({ id, tries: 2 })
    expect(asked).toBe(1)
  })
})
