import { int, row } from './rows.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createServerDatabase } from './postgres-server.ts'
import type { Database, Executor } from './database.ts'
import { createDatabase } from '#test/create-database.ts'

let db: Database
let admin: pg.Client
let drop: () => Promise<void>
const lost: Error[] = []

beforeAll(async () => {
  const made = await createDatabase()
  drop = made.drop
  admin = new pg.Client({ connectionString: made.url })
  await admin.connect()
  const timeouts = { statementMs: 500, lockMs: 500, idleInTransactionMs: 5_000 }
  const settings = { connectionString: made.url, maxConnections: 2, timeouts }
  db = createServerDatabase({ ...settings, onIdleError: (error) => lost.push(error) })
})
afterAll(async () => {
  await db.close()
  await admin.end()
  await drop()
})

const AWAY = { code: 'service_unavailable', details: { retry_after: 1 } }
const backend = async (tx: Executor) =>
  (await tx.query('select pg_backend_pid() as pid', [], row({ pid: int })))[0]?.pid
const terminate = (pid: number | undefined) => admin.query('select pg_terminate_backend($1)', [pid])

describe('a connection that dies', () => {
  // The process survives: an unhandled error event would end this test run.
  test('OPS-07 between two statements of a transaction is 503, and the next transaction works', async () => {
    const interrupted = db.transaction(async (tx) => {
      await terminate(await backend(tx))
      await sleep(50)
      await tx.query('select 1')
    })
    await expect(interrupted).rejects.toMatchObject(AWAY)
    expect(await db.transaction(async (tx) => tx.query('select 2 as two'))).toEqual([{ two: 2 }])
  })

  test('OPS-07 before the commit is 503', async () => {
    const interrupted = db.transaction(async (tx) => {
      await terminate(await backend(tx))
      await sleep(50)
    })
    await expect(interrupted).rejects.toMatchObject(AWAY)
  })

  test('OPS-07 during a statement is 503', async () => {
    const interrupted = db.transaction(async (tx) => {
      const pid = await backend(tx)
      setTimeout(() => void terminate(pid), 50)
      await tx.query('select pg_sleep(0.4)')
    })
    await expect(interrupted).rejects.toMatchObject(AWAY)
  })
})

test('OPS-70 statements of visitors are planned once and by index, also while their table was empty; others as usual', async () => {
  const made = await createDatabase()
  const visitors = createServerDatabase({
    connectionString: made.url,
    maxConnections: 1,
    byIndex: true,
    onIdleError: () => {},
  })
  // A table that the product has too: every statement of these tests is prepared on the embedded database as well.
  await visitors.execute('create table spent_captcha (hash bytea primary key, expires_at timestamptz)')
  const FIND = 'select 1 from spent_captcha where hash = any($1::bytea[])'
  const hash = (n: number) => Buffer.from(String(n))
  const readWhole = `select coalesce(sum(seq_tup_read), 0)::int as scanned from pg_stat_user_tables where relname = 'spent_captcha'`
  for (let i = 0; i < 10; i++) await visitors.query(FIND, [[hash(1)]])
  await visitors.query(
    `insert into spent_captcha select convert_to(n::text, 'utf8'), now() from generate_series(1, 2000) n`,
  )
  for (let i = 0; i < 10; i++) expect(await visitors.query(FIND, [[hash(i + 1)]])).toHaveLength(1)
  await visitors.query('select pg_stat_force_next_flush()')
  expect(await visitors.query(readWhole, [], row({ scanned: int }))).toEqual([{ scanned: 0 }])
  const planned = `select current_setting('enable_seqscan') as scan, current_setting('plan_cache_mode') as cache`
  expect(await visitors.query(planned)).toEqual([{ scan: 'off', cache: 'force_generic_plan' }])
  const unhurried = visitors.transaction((tx) => tx.query(planned), { hurry: false })
  expect(await unhurried).toEqual([{ scan: 'on', cache: 'auto' }])
  await visitors.close()
  await made.drop()
})

describe('a database that does not answer', () => {
  test('OPS-07 is 503 within the configured timeout, alone and in a transaction', async () => {
    const begun = Date.now()
    await expect(db.query('select pg_sleep(30)')).rejects.toMatchObject(AWAY)
    await expect(db.transaction((tx) => tx.query('select pg_sleep(30)'))).rejects.toMatchObject(AWAY)
    expect(Date.now() - begun).toBeLessThan(15_000)
    expect(await db.query('select 1 as one')).toEqual([{ one: 1 }])
  })

  test('OPS-02 has no timeout for migrations', async () => {
    const slow = db.transaction((tx) => tx.query('select 1 as one, pg_sleep(0.8)'), { hurry: false })
    expect(await slow).toMatchObject([{ one: 1 }])
  })
})
