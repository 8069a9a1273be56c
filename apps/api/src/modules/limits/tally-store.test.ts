import { HOUR_MS, MINUTE_MS } from '@avouch/contract'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type AnomalyState, createOtpAnomaly } from './otp-anomaly.ts'
import { later } from '../../platform/clock.ts'
import { RULES } from './rules.ts'
import { sweep } from '../../retention.ts'
import { openStoreDatabase } from '#test/store-database.ts'

const DAY_MS = 24 * HOUR_MS
const start = new Date('2026-03-20T12:34:56Z')
let db: Awaited<ReturnType<typeof openStoreDatabase>>
let now = start

beforeAll(async () => {
  db = await openStoreDatabase()
})
afterAll(() => db.close())
beforeEach(async () => {
  now = start
  await db.query('delete from tally')
})

const changes: AnomalyState[] = []
const anomalyOf = () =>
  createOtpAnomaly({
    db,
    rules: RULES,
    clock: () => now,
    onChange: (state) => changes.push(state),
  })

/** So many wrong codes at once, as a slot keeps them. */
const wrongAt = (at: Date, hits: number) =>
  db.query(
    `insert into tally values ('code-wrong', date_bin('10 minutes', $1::timestamptz, 'epoch'), 0, $2)
     on conflict (kind, slot, shard) do update set hits = tally.hits + $2`,
    [at, hits],
  )
const daysAgo = (days: number, shift = 0) => later(start, -days * DAY_MS + shift)
const elevated = async () => (await anomalyOf().codes()).elevated

test('CODE-12 two hundred in an hour are too many where there were few, and 201 are elevated', async () => {
  await wrongAt(now, 199)
  await anomalyOf().codeWasWrong()
  expect(await elevated()).toBe(false)
  await anomalyOf().codeWasWrong()
  expect(await elevated()).toBe(true)
})

test('CODE-12 five times as many as usual at this hour are no alarm, and one more is', async () => {
  // A busy half of the fourteen days and one more: the median is theirs.
  for (let day = 1; day <= 8; day++) await wrongAt(daysAgo(day), 100)
  await wrongAt(now, 500)
  expect(await elevated()).toBe(false)
  await wrongAt(now, 1)
  expect(await elevated()).toBe(true)
})

test('CODE-12 a single loud day, other hours and older days make nothing usual', async () => {
  for (let day = 1; day <= 7; day++) await wrongAt(daysAgo(day), 100)
  for (let day = 1; day <= 14; day++) {
    await wrongAt(daysAgo(day, 20 * MINUTE_MS), 1_000)
    await wrongAt(daysAgo(day, -80 * MINUTE_MS), 1_000)
  }
  for (let day = 15; day <= 25; day++) await wrongAt(daysAgo(day), 1_000)
  await wrongAt(now, 201)
  expect(await elevated()).toBe(true)
})

test.each([
  { after: 'fifty minutes', age: 50 * MINUTE_MS, still: true },
  { after: 'an hour and ten minutes', age: 70 * MINUTE_MS, still: false },
])('CODE-12 T-01 $after later: elevated is $still', async ({ age, still }) => {
  await wrongAt(now, 201)
  now = later(now, age)
  expect(await elevated()).toBe(still)
})

test('CODE-13 more than 2,000 in an hour pause recoveries, whatever is usual, and each change is logged once', async () => {
  for (let day = 1; day <= 14; day++) await wrongAt(daysAgo(day), 1_000)
  changes.length = 0
  const alarm = anomalyOf()
  await wrongAt(now, 2_000)
  expect(await alarm.codes()).toEqual({ elevated: false, recoveryPaused: false })
  await wrongAt(now, 1)
  expect(await alarm.codes()).toEqual({ elevated: false, recoveryPaused: true })
  await alarm.codes()
  now = later(now, 70 * MINUTE_MS)
  expect(await alarm.codes()).toEqual({ elevated: false, recoveryPaused: false })
  expect(changes.map(({ recoveryPaused }) => recoveryPaused)).toEqual([true, false])
})

test('OPS-08 CODE-11 CODE-12 what counts no more is deleted, and nothing sooner', async () => {
  for (const day of [14, 16]) await wrongAt(daysAgo(day), 1)
  const numbers = `insert into number_guess values ('\\x01', 3, $1), ('\\x02', 3, $2)`
  await db.query(numbers, [later(now, 1), now])
  await sweep(db, now)
  expect(await db.query('select hits from tally')).toHaveLength(1)
  expect(await db.query('select 1 from number_guess')).toHaveLength(1)
})
