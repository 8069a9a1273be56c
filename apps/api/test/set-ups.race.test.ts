import { resolve } from 'node:path'
import { tmpdir } from 'node:os'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { configFrom } from '../src/config/config.ts'
import { readEnv } from '../src/config/env.ts'
import { createServer } from '../src/server.ts'
import { createDatabase } from './support/create-database.ts'
import { createLine } from './support/line.ts'
import { productionSettings } from './support/production.ts'

const migrationsDir = resolve(import.meta.dirname, '../migrations')
const POOLER = /^DATABASE_URL leads to a connection pooler such as PgBouncer[^\n]+$/

let database: Awaited<ReturnType<typeof createDatabase>>
beforeAll(async () => {
  database = await createDatabase()
})
afterAll(() => database.drop())

/** Starts as in production: what is thrown is the one line that the process ends with. */
const start = async (settings: Record<string, string>) => {
  const env = { ...productionSettings(), DATA_DIR: tmpdir(), DATABASE_URL: database.url, ...settings }
  return createServer(configFrom(readEnv(env)), { migrationsDir, writeLog: () => {} })
}

test.each<[string, Record<string, string>, string]>([
  [
    'a folder without the front end',
    { WEB_DIR: tmpdir() },
    `There is no front end in ${tmpdir()}: build it, or set WEB_DIR.`,
  ],
  ['proxies that a visitor could be', { TRUSTED_PROXIES: '203.0.113.0/24' }, 'visitors could forge their address'],
  ['no identity check', { IDENTITY_URL: '' }, 'Production needs the setting IDENTITY_URL.'],
  ['no SMS gateway', { SMS_URL: '' }, 'Production needs the setting SMS_URL.'],
])('Production with %s does not start [OPS-02 LIMIT-02]', async (_what, settings, line) => {
  await expect(start(settings)).rejects.toThrow(line)
})

test.each([
  ['a database that is not there', { pathname: '/avouch_none' }, 'it has no such database (3D000)'],
  ['a role that is not there', { username: 'avouch_none' }, 'it does not let this role in (28000)'],
])('At the start %s is named in one line [OPS-02]', async (_what, part, reason) => {
  const url = Object.assign(new URL(database.url), part)
  await expect(start({ DATABASE_URL: url.href })).rejects.toThrow(
    `The database at ${url.host} (DATABASE_URL) can't be used: ${reason}.`,
  )
})

test('A connection pooler is refused by name [OPS-02]', async () => {
  await using line = await createLine(database.url, { isPooler: true })
  await expect(start({ DATABASE_URL: line.url })).rejects.toThrow(POOLER)
})
