import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDatabase } from '#test/create-database.ts'
import { withClient } from '#test/with-client.ts'
import type { Database } from './database.ts'
import { migrate } from './migrate.ts'
import { createServerDatabase } from './postgres-server.ts'

const MOST_MS = 2_000

let made: Awaited<ReturnType<typeof createDatabase>>
let db: Database
beforeAll(async () => {
  made = await createDatabase()
  db = createServerDatabase({ connectionString: made.url, maxConnections: 2, onIdleError: () => {} })
})
afterAll(async () => {
  await db.close()
  await made.drop()
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
