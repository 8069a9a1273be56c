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
const LOOK_EVERY_MS = 10

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
    const isWaiting = async () =>
      (await visitor.query(`select 1 from pg_stat_activity where wait_event_type = 'Lock' and query = '${change}'`))
        .rows.length > 0
    let slowest = 0
    // It waits, gives up, and waits again.
    for (const waits of [true, false, true])
      for (let isReached = false; !isReached; isReached = (await isWaiting()) === waits) {
        const begun = performance.now()
        await visitor.query('select * from probe')
        slowest = Math.max(slowest, performance.now() - begun)
        await new Promise((wake) => setTimeout(wake, LOOK_EVERY_MS))
      }
    expect(slowest).toBeLessThan(MOST_MS)
  })
  expect(isApplied).toBe(false)
  await reader.query('commit')
  await reader.end()
  expect(await migrating).toEqual(['0002_a.sql'])
})
