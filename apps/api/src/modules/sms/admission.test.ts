import { randomBytes } from 'node:crypto'
import { HOUR_MS, MINUTE_MS } from '@avouch/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openStoreDatabase } from '#test/store-database.ts'
import type { Address } from '../../platform/client.ts'
import { later } from '../../platform/clock.ts'
import { createKeyring } from '../../platform/keyring.ts'
import { createLimits, rulesWith } from '../limits/index.ts'
import { type CodeOrder, createSmsAdmission, type Places } from './admission.ts'
import { type MoneyClass, smsLimitsWith } from './costs-and-countries.ts'
import { createMoney } from './money.ts'

const DAY_MS = 24 * HOUR_MS
let db: Awaited<ReturnType<typeof openStoreDatabase>>
let now = new Date('2026-03-20T12:00:00Z')
let used: string[] = []

beforeAll(async () => {
  db = await openStoreDatabase()
})
afterAll(() => db.close())
beforeEach(async () => {
  used = []
  await db.query('delete from counter')
  await db.query('delete from earned_room')
})

const keys = createKeyring({ keys: [{ id: 'k', secret: randomBytes(32).toString('base64url') }] })

const COUNTRIES: Readonly<Record<string, string>> = { '+33': 'FR', '+34': 'ES', '+39': 'IT', '+48': 'PL', '+90': 'TR' }

/** The real rules and counters, with a number for the sealed number. */
function admission({ centsPerDay = 50_000 } = {}) {
  const clock = () => now
  const rules = rulesWith({ overrides: [], factor: 1 })
  const report = async () => {}
  const counting = createLimits({ db, clock, keys: keys.for('limits'), rules, report, warn: () => {} })
  const limits = smsLimitsWith({ centsPerDay, blockedPrefixes: ['+99'] })
  const onUsed = (moneyClass: MoneyClass, percent: number) => void used.push(`${moneyClass} ${percent}`)
  const money = createMoney({ memory: counting.memory, clock, limits, onSpent: () => {}, onUsed })
  const phones = {
    open: (sealed: string) => sealed,
    countryOf: (number: string) => COUNTRIES[number.slice(0, 3)] ?? 'DE',
  }
  const sms = createSmsAdmission({ clock, rules, ...counting, money, limits, phones, onDenied: () => {} })
  const typedIn = (sent: readonly Places[]) => counting.counters.giveBack(db, sms.typedIn(sent))
  const signedInAt = async ({ host, network }: Address, times: number) => {
    const earned = [
      ['address', host],
      ['network', network],
    ] as const
    for (let i = 0; i < times; i++) await counting.counters.settle(db, { earned })
  }
  return { ...sms, typedIn, signedInAt }
}
type Admission = ReturnType<typeof admission>

let last = 0
/** Not neighbours of each other. */
const newNumber = (prefix = '+49151') => `${prefix}${String((last += 10_000)).padStart(8, '0')}`
const newPlace = () => {
  const network = `203.${(last += 10_000) % 250}.${(last / 10_000) % 250}`
  return { host: `${network}.7`, network: `${network}.0/24` }
}

type Wish = Partial<Omit<CodeOrder, 'client' | 'phoneEnc' | 'phoneIdx'>> & {
  number?: string
  address?: { host: string; network: string }
  device?: Buffer | null
}
const ask = (
  sms: Admission,
  { number = newNumber(), address = newPlace(), device = randomBytes(32), ...more }: Wish = {},
) =>
  sms.admitCode(db, {
    purpose: 'register',
    known: false,
    concealed: false,
    ...more,
    client: { address, device },
    phoneEnc: number,
    phoneIdx: Buffer.from(number),
  })
const placesOf = (verdict: Awaited<ReturnType<typeof ask>>): Places => {
  if (!('places' in verdict)) throw new Error(verdict.reason)
  return verdict.places
}
const reasonOf = (verdict: Awaited<ReturnType<typeof ask>>) => ('places' in verdict ? 'sent' : verdict.reason)
/** The reasons of so many orders, one after the other. */
async function reasons(count: number, order: (i: number) => ReturnType<typeof ask>): Promise<Record<string, number>> {
  const all: string[] = []
  for (let i = 0; i < count; i++) all.push(reasonOf(await order(i)))
  return Object.fromEntries([...Map.groupBy(all, (one) => one)].map(([reason, some]) => [reason, some.length]))
}

describe('a number', () => {
  test('SMS-07 T-01 gets six codes at once and twenty in any day, typed in or not', async () => {
    const sms = admission()
    const number = newNumber()
    const typedIn = async () => {
      const verdict = await ask(sms, { number, purpose: 'login' })
      if ('places' in verdict) await sms.typedIn([verdict.places])
      return verdict
    }
    expect(await reasons(8, typedIn)).toEqual({ sent: 6, 'sms.number': 2 })
    let sent = 6
    for (let hour = 1; hour < 24; hour++) {
      now = later(now, HOUR_MS)
      if ('places' in (await typedIn())) sent += 1
    }
    expect(sent).toBeGreaterThan(12)
    expect(sent).toBeLessThanOrEqual(20)
  })

  test('SMS-07 gets four at once that are not typed in; typing one in makes room for one', async () => {
    const sms = admission()
    const number = newNumber()
    const order = () => ask(sms, { number, purpose: 'reset' })
    const first = placesOf(await order())
    expect(await reasons(5, order)).toEqual({ sent: 3, 'sms.number.strangers': 2 })
    await sms.typedIn([first])
    expect(await reasons(2, order)).toEqual({ sent: 1, 'sms.number.strangers': 1 })
  })

  test('SMS-07 that strangers used up still gets its codes in a known browser, and the other way round', async () => {
    const sms = admission()
    const number = newNumber()
    await reasons(6, () => ask(sms, { number, purpose: 'login' }))
    expect(await reasons(8, () => ask(sms, { number, purpose: 'login', known: true }))).toEqual({
      sent: 6,
      'sms.number.known': 2,
    })
  })

  test('SMS-07 of a blocked network gets nothing, and nothing is counted', async () => {
    expect(reasonOf(await ask(admission(), { number: '+991234567' }))).toBe('sms.blocked')
    expect(await db.query('select 1 from counter')).toEqual([])
  })

  test('SMS-07 sign-ups of twenty neighbours at once are the last', async () => {
    const sms = admission()
    const next = (i: number) => ask(sms, { number: `+4915799${String(1_000 + i)}` })
    expect(await reasons(22, next)).toEqual({ sent: 20, 'sms.neighbours': 2 })
  })

  test('SMS-14 gets three notices at once; one about the PIN always', async () => {
    const sms = admission()
    const to = { phoneEnc: newNumber(), phoneIdx: randomBytes(32) }
    const notice = (important: boolean) => sms.admitNotice(db, { ...to, important })
    expect(await reasons(5, () => notice(false))).toEqual({ sent: 3, 'sms.notices': 2 })
    expect(await reasons(5, () => notice(true))).toEqual({ sent: 5 })
  })
})

describe('where codes are asked for', () => {
  test('SMS-07 a browser gets eight at once, for any numbers', async () => {
    const sms = admission()
    const device = randomBytes(32)
    expect(await reasons(10, () => ask(sms, { device, purpose: 'login' }))).toEqual({ sent: 8, 'sms.browser': 2 })
  })

  test('SMS-15 an address has five that are not typed in; log-ins with the right PIN and known browsers are exempt', async () => {
    const sms = admission()
    const address = newPlace()
    expect(await reasons(7, () => ask(sms, { address }))).toEqual({ sent: 5, 'sms.address': 2 })
    expect(reasonOf(await ask(sms, { address, purpose: 'login' }))).toBe('sent')
    expect(reasonOf(await ask(sms, { address, purpose: 'reset', known: true }))).toBe('sent')
    expect(reasonOf(await ask(sms, { address, purpose: 'reset' }))).toBe('sms.address')
  })

  test('SMS-15 LIMIT-08 an address where codes are typed in goes on', async () => {
    const sms = admission()
    const address = newPlace()
    for (let i = 0; i < 20; i++) await sms.typedIn([placesOf(await ask(sms, { address }))])
  })

  test('SMS-15 an address can send to three countries from which it has typed in no code', async () => {
    const sms = admission()
    const address = newPlace()
    const to = (prefix: string) => ask(sms, { address, number: newNumber(prefix) })
    const [france] = [placesOf(await to('+336')), await to('+346'), await to('+393')]
    expect(reasonOf(await to('+485'))).toBe('sms.countries')
    await sms.typedIn([france])
    expect(reasonOf(await to('+485'))).toBe('sent')
  })

  test('SMS-15 LIMIT-08 an address where many people sign in can send to more countries, a tenth of the sign-ins', async () => {
    const sms = admission()
    const address = newPlace()
    await sms.signedInAt(address, 41)
    const to = (i: number) => ask(sms, { address, number: newNumber(Object.keys(COUNTRIES)[i] ?? '+49151') })
    expect(await reasons(5, to)).toEqual({ sent: 4, 'sms.countries': 1 })
  })
})

describe('a country under pressure', () => {
  /** More sign-ups than are usual for it, each from elsewhere. */
  const flood = (sms: Admission) => reasons(40, () => ask(sms))

  test('T-06 SMS-08 stops no clean address, and an address or network after two codes that were not typed in', async () => {
    const sms = admission()
    expect(await flood(sms)).toEqual({ sent: 40 })
    expect(await reasons(10, () => ask(sms))).toEqual({ sent: 10 })
    const address = newPlace()
    expect(await reasons(4, () => ask(sms, { address }))).toEqual({ sent: 2, 'sms.address.pressed': 2 })
    expect(reasonOf(await ask(sms, { address, number: newNumber('+336') }))).toBe('sent')
  })

  test('SMS-08 leaves an address what it has in a day, however many codes were not typed in there before', async () => {
    const sms = admission()
    const address = newPlace()
    expect(await reasons(5, () => ask(sms, { address }))).toEqual({ sent: 5 })
    await flood(sms)
    expect(reasonOf(await ask(sms, { address }))).toBe('sms.address')
    now = later(now, DAY_MS + MINUTE_MS)
    await flood(sms)
    expect(await reasons(2, () => ask(sms, { address }))).toEqual({ sent: 1, 'sms.address.pressed': 1 })
  })

  test('SMS-08 ends by itself', async () => {
    const sms = admission()
    await flood(sms)
    now = later(now, DAY_MS)
    const address = newPlace()
    expect(await reasons(4, () => ask(sms, { address }))).toEqual({ sent: 4 })
  })

  test('SMS-08 does not come from people who type their codes in', async () => {
    const sms = admission()
    for (let i = 0; i < 60; i++) await sms.typedIn([placesOf(await ask(sms))])
    const address = newPlace()
    expect(await reasons(4, () => ask(sms, { address }))).toEqual({ sent: 4 })
  })
})

describe("the day's money", () => {
  /** 1,000 cents a day: a quarter of it at once, at 8 cents for an SMS. */
  const poor = () => admission({ centsPerDay: 1_000 })
  const TURNS = [
    ['dear', '+90532'],
    ['cheap', '+49151'],
  ] as const
  const spendAll = (sms: Admission, wish: Wish) => reasons(60, () => ask(sms, wish))

  test('SMS-09 that newcomers of unknown networks spend is theirs alone: others still get their code', async () => {
    const sms = poor()
    expect((await spendAll(sms, {}))['sms.money']).toBeGreaterThan(40)
    expect(used.filter((one) => one.startsWith('newcomer-other'))).toEqual(
      [50, 80, 100].map((p) => `newcomer-other ${p}`),
    )
    expect(reasonOf(await ask(sms, { purpose: 'login' }))).toBe('sent')
    expect(reasonOf(await ask(sms, { purpose: 'login', known: true }))).toBe('sent')
    expect(reasonOf(await ask(sms, { purpose: 'reset' }))).toBe('sent')
    // Newcomers of a network where a sign-in was completed have a share of their own.
    const address = newPlace()
    expect(reasonOf(await ask(sms, { address }))).toBe('sms.money')
    await sms.signedInAt(address, 1)
    expect(reasonOf(await ask(sms, { address }))).toBe('sent')
  })

  test('SMS-09 flows in over the day, and a refusal tells when', async () => {
    const sms = poor()
    await spendAll(sms, {})
    const refused = await ask(sms)
    if ('places' in refused) throw new Error('there was money left')
    expect(refused.retryAfterSeconds).toBeGreaterThan(60)
    expect(refused.retryAfterSeconds).toBeLessThan(6 * 60 * 60)
    now = later(now, refused.retryAfterSeconds * 1_000)
    expect(reasonOf(await ask(sms))).toBe('sent')
  })

  test('SMS-09 T-01 that is short comes every ten minutes, for several SMS: a person who is seconds late gets one', async () => {
    const sms = admission({ centsPerDay: 20_000 })
    await reasons(200, () => ask(sms))
    const refused = await ask(sms)
    if ('places' in refused) throw new Error('there was money left')
    const paidOut = later(now, 1_000 * refused.retryAfterSeconds)
    expect(paidOut.getTime() % (10 * MINUTE_MS)).toBe(0)
    now = later(paidOut, -1)
    expect(reasonOf(await ask(sms))).toBe('sms.money')
    now = paidOut
    expect(await reasons(3, () => ask(sms))).toEqual({ sent: 3 })
    now = later(paidOut, 15_000)
    expect(reasonOf(await ask(sms))).toBe('sent')
  })

  test('SMS-09 that is short goes to dear countries as well: cheap SMS take no money that a dear one waits for', async () => {
    const sms = admission({ centsPerDay: 5_000 })
    await spendAll(sms, {})
    const sent = { dear: 0, cheap: 0 }
    for (let minute = 0; minute < 120; minute++) {
      now = later(now, MINUTE_MS)
      for (const [which, prefix] of Math.floor(minute / 7) % 2 === 0 ? TURNS : TURNS.toReversed())
        if ('places' in (await ask(sms, { number: newNumber(prefix) }))) sent[which] += 1
    }
    expect(sent.dear).toBeGreaterThan(2)
    expect(sent.cheap).toBeGreaterThan(2)
    // What flowed in during the two hours, and what an SMS may cost beyond it.
    expect(15 * sent.dear + 8 * sent.cheap).toBeLessThan(125 + 2 * 15)
  })

  test("SMS-09 from a number's fifth SMS on it comes out of the pool: one phone never spends the share of others", async () => {
    const sms = admission({ centsPerDay: 900 })
    const logIns = (number: string) => reasons(6, () => ask(sms, { number, known: true, purpose: 'login' }))
    expect(await logIns(newNumber())).toEqual({ sent: 6 })
    expect(await logIns(newNumber())).toEqual({ sent: 5, 'sms.money': 1 })
    expect(reasonOf(await ask(sms, { known: true, purpose: 'login' }))).toBe('sent')
  })

  test('SMS-09 EXIST-03 is not spent on what is never sent', async () => {
    const sms = poor()
    expect((await spendAll(sms, { concealed: true }))['sms.money']).toBeUndefined()
    expect(reasonOf(await ask(sms))).toBe('sent')
  })

  test('SMS-09 EXIST-03 X-05 that is gone refuses what is never sent alike: no refusal discloses an account', async () => {
    const sms = poor()
    await spendAll(sms, { purpose: 'reset' })
    const [sent, concealed] = [
      await ask(sms, { purpose: 'reset' }),
      await ask(sms, { purpose: 'reset', concealed: true }),
    ]
    expect(reasonOf(sent)).toBe('sms.money')
    expect(concealed).toEqual(sent)
  })

  test('SMS-06 a refusal leaves nothing counted', async () => {
    const sms = poor()
    await spendAll(sms, {})
    const before = await db.query("select key, level from counter where rule like 'sms.number%' order by key")
    const number = newNumber()
    expect(reasonOf(await ask(sms, { number }))).toBe('sms.money')
    now = later(now, 5 * MINUTE_MS)
    const after = await db.query(
      "select key, level from counter where rule like 'sms.number%' and level > $1 order by key",
      [now.getTime()],
    )
    expect(after.length).toBeLessThanOrEqual(before.length)
    expect(await reasons(4, () => ask(sms, { number, purpose: 'login' }))).toEqual({ sent: 4 })
  })
})
