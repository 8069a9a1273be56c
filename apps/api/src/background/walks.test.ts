import { HOUR_MS, KEPT_AFTER_ERASURE, MINUTE_MS } from '@avouch/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sweepDevices } from '../modules/accounts/devices.ts'
import { sweepIntents } from '../modules/intents/intent-change-store.ts'
import { later } from '../platform/clock.ts'
import type { Sweep } from '../platform/database/sweep.ts'
import { openStoreDatabase } from '#test/store-database.ts'
import { sweepBacklog } from './retention.ts'

const DAY_MS = 24 * HOUR_MS
const WALK_MS = 12 * HOUR_MS
const RUN_MS = HOUR_MS
const WALKS = 3
const began = new Date('2026-03-01T12:00:00Z')
/** In pages that are nearly empty: more than the runs of a walk read at least. */
const BROWSERS_STORED = 6_500
const REQUESTS = 2_200
const TABLES = ['account_device', 'intent', 'webhook_event']
let db: Awaited<ReturnType<typeof openStoreDatabase>>

beforeAll(async () => {
  db = await openStoreDatabase()
  for (const table of TABLES) await db.execute(`alter table ${table} set (fillfactor = 10)`)
  await db.query(`insert into provider (id, name, from_file) values ('shop', 'Shop', false)`)
})
afterAll(() => db.close())

/** SQL: a time between two numbers of days before the beginning, for each n in no order. */
const spread = (rows: number, from: number, to: number) =>
  `$1::timestamptz - make_interval(secs => ${from * 86_400} + (n * 7919 % ${rows})::float8 / ${rows} * ${(to - from) * 86_400})`

const BROWSERS = [
  `insert into account (id, phone_idx, phone_enc, pin_enc, language, data_collection_consent, created_at)
    select 'usr_' || n, sha256(n::text::bytea), 'x', 'x', 'en', false, $1 from generate_series(1, 10) n`,
  `insert into account_device (account_id, device_hash, known_since, last_used_at)
    select 'usr_' || n % 10 + 1, sha256(n::text::bytea), $1, ${spread(BROWSERS_STORED, 176, 181)} from generate_series(1, ${BROWSERS_STORED}) n`,
]
const requests = (prefix: string, kind: string, state: string, from: number, to: number) => [
  `insert into intent (id, mintid_hash, provider_id, kind, live, redirect_uri, state, request_hash, created_at, expires_at, ended_at, minimum_age)
    select '${prefix}' || n, sha256(('${prefix}' || n)::bytea), 'shop', '${kind}', true, 'https://shop.example', '${state}', '', $1, $1, ${spread(REQUESTS, from, to)},
      case when '${kind}' = 'age' then 18 end from generate_series(1, ${REQUESTS}) n`,
]
const EVENTS = `
  insert into webhook_event (id, intent_id, provider_id, type, sequence, body, created_at, next_attempt_at)
  select id, id, 'shop', 'intent.expired', row_number() over (), '{}', ended_at, ended_at from intent where $1::timestamptz is not null`

type Walked = { what: string; rows: string[]; sweep: Sweep; source: string; most: number; least: number }
test.each<Walked>([
  {
    what: 'A browser is forgotten 180 days after its last log-in at most [DEVICE-10]',
    rows: BROWSERS,
    sweep: sweepDevices,
    source: 'select last_used_at as at from account_device',
    most: 180,
    least: 179,
  },
  {
    what: 'A request is deleted 90 days after its end at most [PROV-19]',
    rows: [...requests('int_', 'age', 'expired', 86, 91), EVENTS],
    sweep: sweepIntents,
    source: `select ended_at as at from intent where kind = 'age'`,
    most: KEPT_AFTER_ERASURE.answers[0],
    least: 89,
  },
  {
    what: 'A payment can be refunded for 395 days, and is deleted in the course of a day [PROV-19]',
    rows: requests('pay_', 'payment', 'executed', 392, 397),
    sweep: sweepIntents,
    source: `select ended_at as at from intent where kind = 'payment'`,
    most: KEPT_AFTER_ERASURE.payments[0],
    least: 395,
  },
])(
  '$what, also where a walk takes all of its time',
  async ({ rows, sweep, source, most, least }) => {
    for (const text of rows) await db.query(text, [began])
    const olderThan = async (days: number, now: Date) =>
      (await db.query(`select 1 from (${source}) t where at <= $1`, [later(now, -days * DAY_MS)])).length
    const end = later(began, WALKS * WALK_MS)
    const before = await olderThan(0, end)
    const mayBeGone = await olderThan(least, end)
    for (let now = began; now <= end; now = later(now, RUN_MS)) {
      // The first walk begins with what is over for long.
      if (+now > +began + WALK_MS + RUN_MS) expect(await olderThan(most, now)).toBe(0)
      await sweep(db, now)
    }
    expect(before - (await olderThan(0, end))).toBeLessThanOrEqual(mayBeGone)
  },
  60_000,
)

test('A table that is walked no more is not overdue, as after an upgrade [OPS-73]', async () => {
  await db.query(`insert into sweep_walk (swept, page_number, due_at) values ('former', 3, $1)`, [began])
  const [found] = await sweepBacklog(db, later(began, 30 * MINUTE_MS))
  expect(found?.row).not.toBe('former')
})
