import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createDatabase } from '#test/create-database.ts'
import { createLine } from '#test/line.ts'
import { withClient } from '#test/with-client.ts'
import type { Database } from './database.ts'
import { migrate } from './migrate.ts'
import { createServerDatabase } from './postgres-server.ts'

const MOST_MS = 2_000

let made: Awaited<ReturnType<typeof createDatabase>>
let db: Database
const opened: Database[] = []
const LOCK_MS = 200
/** The database, as another process has it that hurries. */
function openAt(connectionString: string): Database {
  const timeouts = { statementMs: 3_000, lockMs: LOCK_MS, idleInTransactionMs: 5_000 }
  const other = createServerDatabase({ connectionString, maxConnections: 2, timeouts, onIdleError: () => {} })
  opened.push(other)
  return other
}
beforeEach(async () => {
  made = await createDatabase()
  db = openAt(made.url)
})
afterEach(async () => {
  // First, because it ends what a failed test left waiting.
  await made.drop()
  for (const one of opened.splice(0)) await one.close()
})

function folderOf(...scripts: string[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'avouch-sql-'))
  for (const [i, script] of scripts.entries()) writeFileSync(join(folder, `000${i + 1}_a.sql`), script)
  return folder
}

test('A migration behind a long reader stops no visitor for two seconds, and is applied when the reader ends [OPS-18]', async () => {
  const table = 'create table probe (n integer)'
  const change = 'alter table probe add column m integer'
  await migrate(db, folderOf(table), new Date())
  const reader = new pg.Client({ connectionString: made.url })
  await reader.connect()
  await reader.query('begin')
  await reader.query('select * from probe')

  let isApplied = false
  const migrating = migrate(db, folderOf(table, change), new Date()).then((names) => {
    isApplied = true
    return names
  })
  await withClient(made.url, async (visitor) => {
    const waiting = `select 1 from pg_stat_activity where wait_event_type = 'Lock' and query = '${change}'`
    await expect.poll(async () => (await visitor.query(waiting)).rowCount, { interval: 10 }).toBe(1)
    await visitor.query(`set statement_timeout = ${MOST_MS}; select * from probe`)
  })
  expect(isApplied).toBe(false)
  await reader.query('commit')
  await reader.end()
  expect(await migrating).toEqual(['0002_a.sql'])
})

const TABLE = 'create table probe (n integer)'
const BUILD = 'create unique index concurrently if not exists probe_n on probe (n)'
const NOW = new Date('2031-01-31T12:00:00Z')

const migrateWithIndex = (database: Database) => migrate(database, folderOf(TABLE, BUILD), NOW)

/** A table, and a transaction that began to write to it and for which a build waits. */
async function withWriter(): Promise<pg.Client> {
  await migrate(db, folderOf(TABLE), NOW)
  const writer = new pg.Client({ connectionString: made.url })
  await writer.connect()
  await writer.query('begin; insert into probe values (1)')
  return writer
}
async function end(writer: pg.Client): Promise<void> {
  await writer.query('commit')
  await writer.end()
}

/** Waits until the build has waited for longer than a visitor may. @returns the id of its session */
const sessionOfBuild = (): Promise<number> =>
  withClient(made.url, async (client) => {
    const find = async () => {
      const waiting = `select pid from pg_stat_activity where query like '${BUILD}%' and wait_event_type = 'Lock'
        and clock_timestamp() - query_start > interval '${2 * LOCK_MS} ms'`
      return (await client.query<{ pid: number }>(waiting)).rows[0]?.pid
    }
    await expect.poll(find, { interval: 10, timeout: 5_000 }).toBeDefined()
    return (await find()) ?? 0
  })
/** Asks on a connection of the test: the statements of the product's are recorded. */
const look = (text: string, values: unknown[] = []) =>
  withClient(made.url, async (client) => (await client.query(text, values)).rows as Record<string, unknown>[])
const indexes = async () =>
  (await look('select indexrelid::regclass::text as name, indisvalid as valid from pg_index')).filter(
    ({ name }) => name === 'probe_n',
  )

test('Visitors write to a table while the build of its index waits for an older transaction, however long that takes [OPS-79]', async () => {
  const writer = await withWriter()
  const migrating = migrateWithIndex(db)
  await sessionOfBuild()
  await withClient(made.url, async (visitor) => {
    await visitor.query(`set statement_timeout = ${MOST_MS}`)
    await visitor.query('insert into probe values (2)')
    await visitor.query('update probe set n = 3 where n = 2')
    await visitor.query('delete from probe where n = 3')
  })
  await end(writer)
  expect(await migrating).toEqual(['0002_a.sql'])
  expect(await indexes()).toEqual([{ name: 'probe_n', valid: true }])
})

test('An index that a kill left incomplete is built again [OPS-79]', async () => {
  const writer = await withWriter()
  const killed = migrateWithIndex(db)
  killed.catch(() => {})
  await look('select pg_terminate_backend($1)', [await sessionOfBuild()])
  await expect(killed).rejects.toThrow('Temporarily unavailable')
  expect(await indexes()).toEqual([{ name: 'probe_n', valid: false }])

  await end(writer)
  expect(await migrateWithIndex(db)).toEqual(['0002_a.sql'])
  expect(await indexes()).toEqual([{ name: 'probe_n', valid: true }])
  expect(await migrateWithIndex(db)).toEqual([])
})

/** Another process that finds the lock of the build taken. */
async function secondProcess() {
  const other = openAt(made.url)
  let refusals = 0
  const unlimited: Database['unlimited'] = (run) =>
    other.unlimited(run).catch((error: unknown) => {
      refusals++
      throw error
    })
  const migrating = migrateWithIndex({ ...other, unlimited })
  await expect.poll(() => refusals, { interval: 10, timeout: 5_000 }).toBeGreaterThan(0)
  return { migrating }
}

test('Of two processes that start at the same time one builds an index, and the other waits without being in its way [OPS-79]', async () => {
  const writer = await withWriter()
  const first = migrateWithIndex(db)
  await sessionOfBuild()
  const { migrating } = await secondProcess()
  await end(writer)
  expect([await first, await migrating]).toEqual([['0002_a.sql'], []])
  expect(await indexes()).toEqual([{ name: 'probe_n', valid: true }])
})

test('An index that the database completes for a killed process is waited for, and not built twice [OPS-79]', async () => {
  const writer = await withWriter()
  await using line = await createLine(made.url)
  const killed = migrateWithIndex(openAt(line.url))
  killed.catch(() => {})
  await sessionOfBuild()
  await line.die(true)
  await expect(killed).rejects.toThrow('Temporarily unavailable')

  const begun = await look("select 'probe_n'::regclass::oid as id")
  const { migrating } = await secondProcess()
  await end(writer)
  expect(await migrating).toEqual(['0002_a.sql'])
  expect(await look("select 'probe_n'::regclass::oid as id")).toEqual(begun)
  expect(await indexes()).toEqual([{ name: 'probe_n', valid: true }])
})
