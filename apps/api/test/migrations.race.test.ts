import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runCommand } from '../src/cli/cli.ts'
import { configFrom } from '../src/config/config.ts'
import { readEnv } from '../src/config/env.ts'
import { createServer } from '../src/server.ts'
import { createDatabase } from './support/create-database.ts'
import { createProduction, createProvider, type Production } from './support/production.ts'
import { withClient } from './support/with-client.ts'

const PAGE = readFileSync(resolve(import.meta.dirname, '../../../docs/operating/install.md'), 'utf8')
const migrationsDir = resolve(import.meta.dirname, '../migrations')
const OWNER = `avouch_owner_${process.pid}`
const RUNNER = `avouch_${process.pid}`
const STRANGER = `stranger_${process.pid}`

/** The SQL of the page on operation, with the database and the roles of this test. */
const sqlOf = (marker: string, database: string): string =>
  (PAGE.split('```sql\n').find((part) => part.startsWith(`-- ${marker}`)) ?? '')
    .split('```')[0]
    ?.replaceAll('database avouch', `database ${database}`)
    .replaceAll(/\bavouch_owner\b/g, OWNER)
    .replaceAll(/\bavouch\b(?=[;, ])(?<!database avouch)/g, RUNNER) ?? ''

let site: Production
let made: Awaited<ReturnType<typeof createDatabase>>
/** Runs a command in this process. */
async function command(more: Record<string, string>, ...words: string[]) {
  const lines: string[] = []
  const place = { migrationsDir, variables: { ...site.settings, ...more } }
  return { exitCode: await runCommand(words, (line) => void lines.push(line), place), lines }
}
const as = (role: string) => {
  const url = new URL(made.url)
  url.username = role
  return { DATABASE_URL: url.href }
}
beforeAll(async () => {
  made = await createDatabase()
  site = await createProduction({ ...as('postgres'), CAPTCHA: 'off' })
})
afterAll(async () => {
  await site[Symbol.asyncDispose]()
  await withClient(made.url, (client) => client.query(`drop owned by ${RUNNER}, ${OWNER}`))
  await made.drop()
  await withClient(process.env['TEST_DATABASE_URL'] ?? '', (client) => client.query(`drop role ${RUNNER}, ${OWNER}`))
})

// The steps of the page on one database, each on what the one before left.
describe('an installation by the page', { shuffle: false }, () => {
  test('A database without a schema is refused by a command, and by a server that does not migrate: neither changes it [OPS-18]', async () => {
    const line = 'The schema of this database is older than this program: run the command "migrations run".'
    await expect(command({}, 'provider', 'list')).rejects.toThrow(line)
    const config = configFrom(readEnv({ ...site.settings, MIGRATE_AT_START: 'false' }))
    await expect(createServer(config, { migrationsDir, writeLog: () => {} })).rejects.toThrow(line)
    const { exitCode, lines } = await command({}, 'migrations', 'plan')
    expect([exitCode, lines.join('\n')]).toEqual([
      0,
      expect.stringMatching(/^0001_accounts\.sql +pending +transaction\n0002/),
    ])
    const tables = await withClient(made.url, (client) =>
      client.query(`select 1 from pg_class where relname = 'migration'`),
    )
    expect(tables.rows).toEqual([])
  })

  test('A database without a schema is migrated by the role that owns it [OPS-18]', async () => {
    await withClient(made.url, (client) => client.query(sqlOf('once', new URL(made.url).pathname.slice(1))))
    const ran = await command(as(OWNER), 'migrations', 'run')
    expect([ran.exitCode, ran.lines[0]]).toEqual([0, '0001_accounts.sql'])
    expect((await command(as(OWNER), 'migrations', 'plan')).lines).toEqual(['Nothing is pending.'])
  })

  test('A migrated database is used by another role, which can change no schema [OPS-18]', async () => {
    await withClient(made.url, (client) => client.query(`create role ${STRANGER} login`))
    expect(await site.run(as(STRANGER), 'provider', 'list')).toMatchObject({
      code: 1,
      err: 'The role of DATABASE_URL lacks a right (permission denied for table migration): "migrations run" needs the owner of the schema, all else the role that may use it.',
    })
    await withClient(made.url, (client) => client.query(`drop role ${STRANGER}`))
    await withClient(as(OWNER).DATABASE_URL, (client) => client.query(sqlOf('after', '')))

    const settings = { ...as(RUNNER), MIGRATE_AT_START: 'false' }
    const running = await site.start(settings)
    const { path, request } = await createProvider(site, settings)
    expect((await fetch(`${running.baseUrl}${path}`, request)).status).toBe(201)
    expect(running.log().filter((line) => line.includes('permission denied'))).toEqual([])
    await running.kill()
    // As a later migration adds one.
    await withClient(as(OWNER).DATABASE_URL, (client) => client.query('create table added (n integer)'))
    await withClient(as(RUNNER).DATABASE_URL, (client) => client.query('insert into added values (1)'))
    for (const statement of [
      'create table more (n integer)',
      'alter table account add column more integer',
      'truncate account',
      'delete from migration',
      'drop trigger keep_audit_events on audit_event',
    ])
      await withClient(as(RUNNER).DATABASE_URL, (client) =>
        expect(client.query(statement)).rejects.toThrow(/permission denied|must be owner/),
      )
  })
})
