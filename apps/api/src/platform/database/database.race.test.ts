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
  test('A connection that dies between two statements of a transaction is 503, and the next transaction works [OPS-07]', async () => {
    const interrupted = db.transaction(async (tx) => {
      await terminate(await backend(tx))
      await sleep(50)
      await tx.query('select 1')
    })
    await expect(interrupted).rejects.toMatchObject(AWAY)
    expect(await db.transaction(async (tx) => tx.query('select 2 as two'))).toEqual([{ two: 2 }])
  })
})

describe('a database that does not answer', () => {
  test('A slow statement of a migration has no timeout [OPS-02]', async () => {
    const slow = db.transaction((tx) => tx.query('select 1 as one, pg_sleep(0.8)'), { hurry: false })
    expect(await slow).toMatchObject([{ one: 1 }])
  })
})
