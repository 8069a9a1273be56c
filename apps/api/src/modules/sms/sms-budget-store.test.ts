import { createHash } from 'node:crypto'
import { HOUR_MS, MINUTE_MS } from '@avouch/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { later } from '../../platform/clock.ts'
import { SMS_LIMITS, type SmsLimits } from './limits.ts'
import type { SmsPlace, SmsRecipient, SmsRequest } from './sms-request.ts'
import { sweep } from '../../retention.ts'
import { createSmsBudget } from './sms-budget.ts'
import { openStoreDatabase } from '#test/store-database.ts'

const DAY_MS = 24 * HOUR_MS
const start = new Date('2026-03-01T00:00:00Z')
/** Small floors, so that few messages show what many would. */
const LIMITS: SmsLimits = { ...SMS_LIMITS, countryPerDay: { home: 20, europe: 10, other: 5 } }

let db: Awaited<ReturnType<typeof openStoreDatabase>>
let now = start
let people = 0

beforeAll(async () => {
  db = await openStoreDatabase()
})
afterAll(() => db.close())
beforeEach(async () => {
  now = start
  for (const table of ['sms_decision', 'sms_slot', 'sms_day']) await db.query(`delete from ${table}`)
})

const hash = (text: string) => createHash('sha256').update(text).digest()
const STRANGER: SmsRecipient = { verified: false, knownBrowser: false }

type Send = Partial<SmsRequest> & { recipient?: SmsRecipient; limits?: SmsLimits; shares?: number[] }

/** Requests an SMS to an unused number. */
async function send({ recipient = STRANGER, limits = LIMITS, shares = [], ...given }: Send = {}) {
  people += 1
  const request: SmsRequest = {
    purpose: 'register',
    country: 'DE',
    blocked: false,
    numberHash: hash(`number ${people}`),
    prefixHash: hash(`prefix ${people}`),
    browserHash: null,
    place: null,
    challengeId: `sms_${people}`,
    ...given,
  }
  const budget = createSmsBudget(limits, (share) => shares.push(share))
  const verdict = await db.transaction((tx) => budget.admit(tx, request, recipient, now))
  const typeIn = () => db.transaction((tx) => budget.drain(tx, request.challengeId ?? '', now))
  return { reason: verdict.allowed ? 'ok' : verdict.reason, typeIn }
}

async function sendMany(count: number, given: Send = {}) {
  const reasons: string[] = []
  for (let i = 0; i < count; i++) reasons.push((await send(given)).reason)
  return reasons
}
const allowed = (reasons: readonly string[]) => reasons.filter((reason) => reason === 'ok').length

/** A day of people who type their codes in, spread over its hours. */
async function normalDay(count: number, country = 'DE') {
  for (let i = 0; i < count; i++) {
    now = later(now, DAY_MS / count)
    const { reason, typeIn } = await send({ country })
    expect(reason).toBe('ok')
    await typeIn()
  }
}

describe('T-06 SMS-08 two weeks of traffic', () => {
  test('the first day begins with the floor, and what is typed in makes room for more', async () => {
    await normalDay(60)
    now = later(now, HOUR_MS)
    // A third of an hour's floor (20 / 6), at least three.
    expect(allowed(await sendMany(10))).toBe(4)
  })

  test('normal days raise the limit, a quiet day does not let a flood in, and it sinks again', async () => {
    for (let day = 0; day < 14; day++) await normalDay(day === 5 ? 200 : 20)
    // Hours later: at most 0.3 of the best day in a day (60), a sixth of it in an hour (10).
    now = later(now, 2 * HOUR_MS)
    expect(allowed(await sendMany(30))).toBe(10)
    let flood = 10
    for (let hour = 0; hour < 20; hour++) {
      now = later(now, 70 * MINUTE_MS)
      flood += allowed(await sendMany(14))
    }
    expect(flood).toBe(60)
    // Two weeks after the best day it counts no more: the floor is left.
    now = later(now, 9 * DAY_MS)
    await sweep(db, now)
    expect(allowed(await sendMany(30))).toBe(4)
  })

  test('a spike of people who type their codes in is never stopped', async () => {
    for (let i = 0; i < 150; i++) {
      const { reason, typeIn } = await send()
      expect(reason).toBe('ok')
      await typeIn()
    }
  })

  test('a country with little traffic stops a flood at its floor, and only its own', async () => {
    let reached = 0
    for (let hour = 0; hour < 12; hour++) {
      now = later(now, 80 * MINUTE_MS)
      reached += allowed(await sendMany(6, { country: 'TD' }))
    }
    expect(reached).toBe(5)
    expect((await send({ country: 'DE' })).reason).toBe('ok')
    const known = { verified: true, knownBrowser: false }
    expect((await send({ country: 'TD', purpose: 'login', recipient: known })).reason).toBe('ok')
  })
})

describe('SMS-07 a number', () => {
  const mine = { numberHash: hash('mine'), prefixHash: hash('my neighbours') }
  const KNOWN = { verified: true, knownBrowser: true }
  const account = { verified: true, knownBrowser: false }

  test('gets five codes in an hour, six in a day in unknown browsers and four more in known ones', async () => {
    expect(await sendMany(6, { ...mine, purpose: 'login', recipient: account })).toEqual([
      ...Array.from({ length: 5 }, () => 'ok'),
      'number_hour',
    ])
    now = later(now, HOUR_MS)
    expect(await sendMany(2, { ...mine, purpose: 'login', recipient: account })).toEqual(['ok', 'number_day'])
    expect(await sendMany(4, { ...mine, purpose: 'login', recipient: KNOWN })).toEqual(['ok', 'ok', 'ok', 'ok'])
    now = later(now, HOUR_MS)
    expect(await sendMany(1, { ...mine, purpose: 'login', recipient: KNOWN })).toEqual(['number_day'])
    now = later(now, DAY_MS)
    expect((await send({ ...mine, recipient: account })).reason).toBe('ok')
  })

  test('whose codes are typed in is never stopped', async () => {
    for (let i = 0; i < 12; i++) {
      const { reason, typeIn } = await send({ ...mine, recipient: account })
      expect(reason).toBe('ok')
      await typeIn()
    }
  })

  test('shares twenty codes in an hour with its neighbours, and a browser has eight', async () => {
    const prefixHash = hash('a range')
    const roomy = { ...LIMITS, countryPerDay: { home: 1_000, europe: 10, other: 5 } }
    expect(allowed(await sendMany(25, { prefixHash, limits: roomy }))).toBe(20)
    expect(allowed(await sendMany(10, { browserHash: hash('browser'), limits: roomy }))).toBe(8)
  })

  test('of a blocked network gets nothing, with an account or not', async () => {
    expect((await send({ blocked: true, recipient: KNOWN })).reason).toBe('blocked_prefix')
  })

  test('SMS-14 a notice about another PIN is exempt from the limit', async () => {
    const notice = { ...mine, purpose: 'notice' } as const
    await sendMany(3, { ...notice, recipient: account })
    expect(await sendMany(2, { ...notice, recipient: KNOWN })).toEqual(['ok', 'ok'])
  })

  test('SMS-14 gets three notices in a day', async () => {
    expect(await sendMany(4, { ...mine, purpose: 'notice', recipient: account })).toEqual([
      'ok',
      'ok',
      'ok',
      'notices_day',
    ])
  })
})

describe('SMS-15 an address', () => {
  const placeOf = (line: string, network = `around ${line}`): SmsPlace => ({
    addressHash: hash(line),
    networkHash: hash(network),
    earnsRoom: true,
  })
  const limits: SmsLimits = { ...SMS_LIMITS, countryPerDay: { home: 1_000, europe: 1_000, other: 1_000 } }
  const from = (line: string, more: Send = {}) => ({ place: placeOf(line), limits, ...more })
  /** People at one address who type their codes in. */
  async function typeInMany(count: number, place: SmsPlace) {
    for (let i = 0; i < count; i++) {
      const { reason, typeIn } = await send({ place, limits })
      expect(reason).toBe('ok')
      await typeIn()
    }
  }

  test('has five codes out in an hour and ten in a day, and no other address is stopped by it', async () => {
    expect(await sendMany(6, from('a'))).toEqual([...Array.from({ length: 5 }, () => 'ok'), 'address_hour'])
    expect((await send(from('b'))).reason).toBe('ok')
    now = later(now, HOUR_MS)
    expect(allowed(await sendMany(8, from('a')))).toBe(5)
    now = later(now, HOUR_MS)
    expect((await send(from('a'))).reason).toBe('address_day')
    now = later(now, DAY_MS)
    expect((await send(from('a'))).reason).toBe('ok')
  })

  test('LIMIT-08 where many type their codes in is never stopped, and has more of them out', async () => {
    await typeInMany(60, placeOf('a'))
    // Two for every ten that were typed in, a sixth of them in an hour; 18 in a day.
    expect(allowed(await sendMany(9, from('a')))).toBe(5)
    await typeInMany(240, placeOf('c'))
    expect(allowed(await sendMany(20, from('c')))).toBe(8)
    now = later(now, HOUR_MS)
    expect(allowed(await sendMany(20, from('a')))).toBe(5)
    now = later(now, HOUR_MS)
    expect(allowed(await sendMany(20, from('a')))).toBe(5)
    now = later(now, HOUR_MS)
    expect(await sendMany(4, from('a'))).toEqual(['ok', 'ok', 'ok', 'address_day'])
  })

  test('that can not be read earns no room: all of those are one', async () => {
    const place = { ...placeOf('nowhere', 'nowhere'), earnsRoom: false }
    await typeInMany(240, place)
    expect(allowed(await sendMany(20, { place, limits }))).toBe(5)
  })

  test('sends to three countries in a day where none of its codes was typed in', async () => {
    const to = async (country: string) => (await send(from('a', { country }))).reason
    const { typeIn } = await send(from('a', { country: 'DE' }))
    expect(await to('FR')).toBe('ok')
    expect(await to('TD')).toBe('ok')
    expect(await to('MX')).toBe('address_countries')
    await typeIn()
    expect(await to('MX')).toBe('ok')
    expect(await to('IT')).toBe('address_countries')
    expect((await send(from('b', { country: 'IT' }))).reason).toBe('ok')
  })

  test('shares sixty codes in an hour with its network', async () => {
    const reasons: string[] = []
    for (let i = 0; i < 62; i++) reasons.push((await send({ place: placeOf(`line ${i}`, 'shared'), limits })).reason)
    expect(allowed(reasons)).toBe(60)
    expect(reasons.at(-1)).toBe('network_hour')
  })

  test('LIMIT-05 never refuses a browser that the account knows', async () => {
    await sendMany(5, from('a'))
    const recipient = (knownBrowser: boolean) => ({ verified: true, knownBrowser })
    expect((await send(from('a', { recipient: recipient(false) }))).reason).toBe('address_hour')
    expect((await send(from('a', { recipient: recipient(true) }))).reason).toBe('ok')
  })
})

describe('SMS-09 the budget of a day', () => {
  const account = { verified: true, knownBrowser: false }
  const KNOWN = { verified: true, knownBrowser: true }
  const limits: SmsLimits = {
    ...SMS_LIMITS,
    centsPerDay: 100,
    centsPerSms: { DE: 10, TD: 10, other: 10 },
    countryPerDay: { home: 1_000, europe: 1_000, other: 1_000 },
  }

  test('warns at the half, then keeps to home countries and proven numbers, then to known browsers', async () => {
    const shares: number[] = []
    const spend = async (count: number, given: Send = {}) => sendMany(count, { limits, shares, ...given })
    expect(allowed(await spend(8))).toBe(8)
    expect(shares).toEqual([50, 80])
    expect(await spend(1, { country: 'TD' })).toEqual(['budget_short'])
    expect(await spend(1, { country: 'TD', recipient: account })).toEqual(['ok'])
    expect(await spend(1)).toEqual(['ok'])
    expect(shares).toEqual([50, 80, 100])
    expect(await spend(1, { recipient: account })).toEqual(['budget_spent'])
    expect(await spend(3, { recipient: KNOWN })).toEqual(['ok', 'ok', 'budget_spent'])
    now = later(now, DAY_MS)
    expect(await spend(1)).toEqual(['ok'])
  })

  test('SMS-14 notices are paid out of it, and only one of another PIN out of the reserve', async () => {
    const notice = { purpose: 'notice', limits } as const
    expect(await sendMany(11, { ...notice, recipient: account })).toEqual([
      ...Array.from({ length: 10 }, () => 'ok'),
      'budget_spent',
    ])
    expect(await sendMany(1, { limits, recipient: account })).toEqual(['budget_spent'])
    expect(await sendMany(3, { ...notice, recipient: KNOWN })).toEqual(['ok', 'ok', 'budget_spent'])
  })

  test('recoveries have a limit of their own', async () => {
    const few = { ...limits, centsPerDay: 10_000, recoveriesPerDay: 2 }
    const recover = (recipient: SmsRecipient) => send({ purpose: 'reset', recipient, limits: few })
    const reasons = [await recover(account), await recover(account), await recover(account), await recover(KNOWN)]
    expect(reasons.map(({ reason }) => reason)).toEqual(['ok', 'ok', 'recoveries_day', 'ok'])
  })
})

test('SMS-10 OPS-08 what is known of a person goes after two days, the sums of days stay as long as they count', async () => {
  const { typeIn } = await send()
  await typeIn()
  now = later(now, 15 * DAY_MS)
  await sweep(db, now)
  expect(await db.query('select 1 from sms_decision')).toEqual([])
  expect(await db.query('select verified from sms_day')).toEqual([{ verified: 1 }])
  now = later(now, 2 * DAY_MS)
  await sweep(db, now)
  expect(await db.query('select 1 from sms_day')).toEqual([])
})
