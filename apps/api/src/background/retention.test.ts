import { randomBytes } from 'node:crypto'
import { HOUR_MS, MINUTE_MS } from '@avouch/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { later } from '../platform/clock.ts'
import { sweepChecks } from '../modules/kyc/index.ts'
import { createExecutor } from '../platform/database/database.ts'
import { SWEEP_BATCH } from '../platform/database/sweep.ts'
import { sweep, sweepBacklog } from './retention.ts'
import { openStoreDatabase } from '#test/store-database.ts'

const now = new Date('2026-03-01T12:00:00Z')
let db: Awaited<ReturnType<typeof openStoreDatabase>>

beforeAll(async () => {
  db = await openStoreDatabase()
})
afterAll(() => db.close())

const addRegistration = (id: string, expiresAt: Date) =>
  db.query(
    `insert into registration
       (id, phone_idx, phone_enc, device_hash, without_cookie, pin_enc, language, data_collection_consent,
        created_at, expires_at)
     values ($1, $2, 'sealed', $2, false, 'sealed', 'en', false, $3, $3)`,
    [id, randomBytes(32), expiresAt],
  )

/** A code that is over, whose wrong guesses count until then. */
const addCode = (id: string, guessesUntil: Date) =>
  db.query(
    `insert into sms_code
       (id, phone_idx, purpose, recognised, form, sends, expires_at, resend_at, guess_level)
     values ($1, $2, 'login', false, 'digits', 1, $3, $3, $4)`,
    [id, randomBytes(32), later(now, -2 * HOUR_MS), guessesUntil.getTime()],
  )

const addSession = async (id: string, registration: string, expiresAt: Date) => {
  await db.query(
    `insert into session_family (id, scope, registration_id, authenticated_at, idle_expires_at, expires_at)
     values ($1, 'pre_confirmation', $2, $3, $3, $3)`,
    [id, registration, expiresAt],
  )
  await db.query('insert into access_token (hash, family_id, expires_at) values ($1, $2, $3)', [
    randomBytes(32),
    id,
    expiresAt,
  ])
}

const idsOf = async (table: string, column = 'id') =>
  (await db.query(`select ${column} as id from ${table} order by 1`)).map(({ id }) => id)

test('What is over is deleted after its time, and what lives stays [OPS-60]', async () => {
  await addRegistration('alive', later(now, MINUTE_MS))
  await addRegistration('over', now)
  await addSession('recent', 'alive', later(now, -2 * HOUR_MS))
  await addSession('old', 'alive', later(now, -25 * HOUR_MS))
  await addSession('open', 'alive', later(now, MINUTE_MS))
  await addCode('counting', later(now, HOUR_MS))
  await addCode('forgotten', later(now, -2 * HOUR_MS))
  for (const [key, level] of [
    ['full', later(now, HOUR_MS)],
    ['empty', later(now, -2 * HOUR_MS)],
  ] as const)
    await db.query('insert into rate_limit (key, level, room) values ($1, $2, 1)', [Buffer.from(key), level.getTime()])
  for (const [name, expiresAt] of [
    ['used', now],
    ['usable', later(now, MINUTE_MS)],
  ] as const)
    await db.query('insert into spent_captcha (hash, expires_at) values ($1, $2)', [Buffer.from(name), expiresAt])

  await sweep(db, now)

  expect(await idsOf('registration')).toEqual(['alive'])
  expect(await idsOf('session_family')).toEqual(['open', 'recent'])
  expect(await idsOf('sms_code')).toEqual(['counting'])
  expect(await idsOf('rate_limit', `convert_from(key, 'utf8')`)).toEqual(['full'])
  expect(await idsOf('access_token', 'family_id')).toEqual(['open'])
  expect(await idsOf('spent_captcha', `convert_from(hash, 'utf8')`)).toEqual(['usable'])
})

test('An intent goes with its event 90 days after its end, the record of attempts after 30 [PROV-19 PROV-14]', async () => {
  const day = 24 * HOUR_MS
  await db.query(`insert into provider (id, name, from_file) values ('shop', 'Shop', false)`)
  for (const days of [89, 91]) {
    const [id, at] = [String(days), later(now, -days * day)]
    await db.query(
      `insert into intent (id, mintid_hash, provider_id, live, minimum_age, redirect_uri, state, request_hash, created_at,
         expires_at, ended_at) values ($1, $2, 'shop', true, 18, 'https://shop.example', 'expired', $2, $3, $3, $3)`,
      [id, randomBytes(32), at],
    )
    await db.query(
      `insert into webhook_event (id, intent_id, provider_id, type, sequence, body, created_at, next_attempt_at)
       values ($1, $1, 'shop', 'intent.expired', $2, '{}', $3, $3)`,
      [id, days, at],
    )
  }
  for (const days of [29, 31])
    await db.query(`insert into webhook_attempt values ('89', $1, $2, 500, null, 1)`, [days, later(now, -days * day)])

  await sweep(db, now)

  expect(await idsOf('intent')).toEqual(['89'])
  expect(await idsOf('webhook_event')).toEqual(['89'])
  expect(await idsOf('webhook_attempt', 'number')).toEqual([29])
})

test('A paid payment is deleted after 395 days, and not before the event of its last refund [PROV-19]', async () => {
  const day = 24 * HOUR_MS
  await db.query(`insert into provider (id, name, from_file) values ('cinema', 'Cinema', false)`)
  for (const [id, days] of [
    ['kept', 394],
    ['refunded', 396],
    ['gone', 396],
  ] as const) {
    await db.query(
      `insert into intent (id, mintid_hash, provider_id, kind, live, redirect_uri, state, request_hash, created_at,
         expires_at, ended_at) values ($1, $2, 'cinema', 'payment', true, 'https://c.example', 'executed', $2, $3, $3, $3)`,
      [id, randomBytes(32), later(now, -days * day)],
    )
    await db.query(`insert into payment (intent_id, amount, currency, description) values ($1, 5, 'EUR', 'Card')`, [id])
  }
  await db.query(
    `insert into webhook_event (id, intent_id, provider_id, type, sequence, body, created_at, next_attempt_at)
     values ('told', 'refunded', 'cinema', 'payment.refunded', 1, '{}', $1, $1)`,
    [later(now, -10 * day)],
  )
  await sweep(db, now)
  expect(await idsOf('payment', 'intent_id')).toEqual(['kept', 'refunded'])
  await sweep(db, later(now, 81 * day))
  expect(await idsOf('payment', 'intent_id')).toEqual([])
})

test('A check that ended without an outcome about age is deleted in its time, and the service has to erase it [KYC-37]', async () => {
  await db.query(
    `insert into account (id, phone_idx, phone_enc, pin_enc, language, data_collection_consent, created_at, current_check)
     values ('usr_checks', $1, 'x', 'x', 'en', false, $2, 'current')`,
    [randomBytes(32), now],
  )
  const add = (id: string, status: string, days: number) =>
    db.query(
      `insert into identity_check (id, tc_hash, account_id, status, created_at, code_expires_at)
       values ($1, $2, 'usr_checks', $3, $4, $4)`,
      [id, randomBytes(32), status, later(now, -days * 24 * HOUR_MS)],
    )
  await add('old', 'USER_PROCESS_EXPIRED', 91)
  await add('failed', 'MANUAL_REVIEW_REJECTED', 91)
  await add('young', 'MANUAL_REVIEW_REJECTED', 89)
  await add('current', 'MANUAL_REVIEW_REJECTED', 91)
  await add('approved', 'COMPLETED', 400)
  await add('review', 'PENDING_MANUAL_REVIEW', 91)
  await sweepChecks(90)(db, now)
  expect(await idsOf('identity_check')).toEqual(['approved', 'current', 'review', 'young'])
  expect(await idsOf('vendor_erasure', 'check_id')).toEqual(['failed', 'old'])
})

/** Tables whose rows nothing deletes by their age, and why they do not grow for ever. */
const KEPT: Readonly<Record<string, string>> = {
  account: 'erased by its holder, by the operator, or under age',
  audit_event: 'deleted behind the mark of the trail',
  audit_inbox: 'emptied into the trail every second',
  audit_mark: 'three rows',
  audit_note: 'a row for each kind of event that is sampled, limit, provider and client',
  installation: 'a row for each key and setting',
  intent_counted: 'one row',
  intent_uncounted: 'emptied by the count, once the requests have ended',
  switch: 'a row for each switch',
  sweep_walk: 'a row for each table that sweeps walk through',
  staff: 'people who sign in at the consoles',
  trust_list: 'a row for each list of the settings',
  failure_streak: 'a row for each gateway, vendor, receiver and job',
  provider: 'what the operator registered',
  oidc_client: 'what the operator registered',
  vendor_erasure: 'until the identity-check service has erased the check',
  identity_session: 'until the vendor has erased the session of a check that is gone',
  ledger_account: 'the books',
  ledger_entry: 'the books',
  ledger_line: 'the books',
  deposit: 'the books',
  return_order: 'the books',
  migration: 'a row for each file',
}

test('The rows of every table end by a sweep, with what they belong to, or for a reason that is named [OPS-60]', async () => {
  const statements: string[] = []
  const recording = createExecutor(
    (text, values) => {
      statements.push(text)
      return db.query(text, values)
    },
    async () => {},
  )
  await sweep(recording, now)
  const ends = new Set(Array.from(statements.join('\n').matchAll(/delete from (\w+)/g), ([, table = '']) => table))
  for (const { swept } of await db.query('select swept from sweep_walk')) ends.add(String(swept))
  for (const table of Object.keys(KEPT)) ends.add(table)
  const owned = (await db.query(`
    select conrelid::regclass::text as table, confrelid::regclass::text as owner from pg_constraint
    where contype = 'f' and confdeltype = 'c' and connamespace = 'public'::regnamespace`)) as {
    table: string
    owner: string
  }[]
  // A row that belongs to something that ends, ends with it.
  for (let before = -1; before !== ends.size; )
    for (const { table, owner } of ((before = ends.size), owned)) if (ends.has(owner)) ends.add(table)
  const all = (await db.query(`
    select relname::text as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`)) as {
    name: string
  }[]
  expect(all.map(({ name }) => name).filter((name) => !ends.has(name))).toEqual([])
  expect(Object.keys(KEPT).filter((name) => !all.some((table) => table.name === name))).toEqual([])
})

test('Of more than one batch nothing that has expired is left [OPS-60]', async () => {
  await db.query(
    `insert into spent_captcha (hash, expires_at) select convert_to('batch-' || n, 'utf8'), $1 from generate_series(1, $2::int) n`,
    [now, SWEEP_BATCH + 1],
  )
  await sweep(db, now)
  expect(await db.query(`select 1 from spent_captcha where convert_from(hash, 'utf8') like 'batch-%'`)).toEqual([])
})

const countLevels = async () => (await db.query('select count(*)::int as n from rate_limit'))[0]?.n

test('A table without an index by time is walked in its time: nothing that is over is left, and a walk that stands still is overdue [OPS-60 OPS-73]', async () => {
  const [many, began] = [20_000, later(now, HOUR_MS)]
  await sweep(db, began)
  await db.query(
    `insert into rate_limit (key, level, room) select convert_to('walk-' || n, 'utf8'), $1, 1 from generate_series(1, $2::int) n`,
    [later(now, -2 * HOUR_MS).getTime(), many],
  )
  await sweep(db, began)
  expect(await countLevels()).toBeGreaterThan(many / 2)
  await sweep(db, later(began, HOUR_MS / 2))
  expect(await countLevels()).toBeLessThan(many / 2 + many / 10)
  const late = async (at: Date) => (await sweepBacklog(db, at))[0]
  expect(await late(later(began, HOUR_MS))).toMatchObject({ waiting: 0 })
  expect(await late(later(began, HOUR_MS + 11 * MINUTE_MS))).toMatchObject({ waiting: 1, row: 'rate_limit' })
  await sweep(db, later(began, HOUR_MS + 11 * MINUTE_MS))
  expect(await countLevels()).toBe(0)
  expect(await late(later(began, HOUR_MS + 11 * MINUTE_MS))).toMatchObject({ waiting: 0 })
})
