import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { StartupError } from '../startup-error.ts'
import type { Database } from './database.ts'
import { openEmbeddedDatabase } from './embedded.ts'
import { migrate, migrationStatus } from './migrate.ts'

const NOW = new Date('2031-01-31T12:00:00Z')
const FILES = {
  '0001_a.sql': 'create table probe (n integer);\ninsert into probe values (1);\n',
  '0002_b.sql': '-- a comment; with a semicolon\ninsert into probe values (2);\n',
}

function folderOf(files: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), 'avouch-sql-'))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  return folder
}
/** Each test begins with both applied. */
const FOLDER = folderOf({ ...FILES, 'notes.txt': 'drop table probe;' })
let db: Database
beforeAll(async () => {
  db = await openEmbeddedDatabase(undefined)
  await migrate(db, FOLDER, NOW)
})
afterAll(() => db.close())

const lineAbout = (name: string) =>
  `The migration ${name} is not the one that was applied to this database. If that is from before the first release, it can't be brought up to date: delete it (with npm start, the folder .data).`
const applied = async () => (await db.query('select name from migration order by name')).map(({ name }) => name)

test('Migrations run once each, in the order of their names', async () => {
  await migrate(db, FOLDER, NOW)
  expect(await db.query('select n from probe order by n')).toEqual([{ n: 1 }, { n: 2 }])
  expect(await applied()).toEqual(['0001_a.sql', '0002_b.sql'])
})

test('Migrations that were edited after they were applied stop the start [OPS-13 OPS-02]', async () => {
  const edited = folderOf({ ...FILES, '0001_a.sql': 'create table probe (n bigint);\n' })
  const start = migrate(db, edited, NOW)
  await expect(start).rejects.toThrow(new StartupError(lineAbout('0001_a.sql')))
})

test('Migrations of which a number is left out stop the start [OPS-02]', async () => {
  const folder = folderOf({ '0001_a.sql': 'select 1', '0003_c.sql': 'select 1' })
  await expect(migrate(db, folder, NOW)).rejects.toThrow('0003_c.sql is not number 2')
})

test('Migrations that fail half-way leave nothing behind [OPS-03]', async () => {
  const broken = folderOf({ ...FILES, '0003_c.sql': 'create table half (n integer);\nselect * from nowhere;\n' })
  await expect(migrate(db, broken, NOW)).rejects.toThrow('nowhere')
  expect(await db.query("select to_regclass('half') as there")).toEqual([{ there: null }])
  expect(await applied()).not.toContain('0003_c.sql')
})

const BUILD = '-- for the list\ncreate index concurrently if not exists probe_n on probe (n);\n'

test('An index is built outside of a transaction, again when a kill left it incomplete [OPS-79 OPS-06]', async () => {
  const folder = folderOf({ ...FILES, '0003_c.sql': BUILD })
  await db.execute(
    'create index probe_n on probe (n); update pg_index set indisvalid = false where indexrelid = to_regclass($$probe_n$$)',
  )
  expect((await migrationStatus(db, folder)).map(({ kind }) => kind)).toEqual([
    'transaction',
    'transaction',
    'concurrently',
  ])
  expect(await migrate(db, folder, NOW)).toEqual(['0003_c.sql'])
  expect(await db.query("select indisvalid from pg_index where indexrelid = to_regclass('probe_n')")).toEqual([
    { indisvalid: true },
  ])
  await db.execute("drop index probe_n; delete from migration where name = '0003_c.sql'")
})

test.each([
  'create index concurrently probe_n on probe (n)',
  `${BUILD}insert into probe values (3);`,
  'drop index concurrently probe_n',
])('A migration with `concurrently` that is not one repeatable build stops the start: %s [OPS-02]', async (script) => {
  const folder = folderOf({ ...FILES, '0003_c.sql': script })
  await expect(migrate(db, folder, NOW)).rejects.toThrow('0003_c.sql has to be one statement')
})

test('Migrations are listed with their state and time', async () => {
  const folder = folderOf({ '0001_a.sql': 'select 1', '0002_other.sql': 'select 2' })
  expect(await migrationStatus(db, folder)).toEqual([
    { name: '0001_a.sql', state: 'changed', kind: 'transaction', appliedAt: NOW },
    { name: '0002_b.sql', state: 'missing', kind: undefined, appliedAt: NOW },
    { name: '0002_other.sql', state: 'pending', kind: 'transaction', appliedAt: undefined },
  ])
  expect((await migrationStatus(db, folderOf(FILES))).map(({ state }) => state)).toEqual(['applied', 'applied'])
})
