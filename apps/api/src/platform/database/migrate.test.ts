import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { StartupError } from '../startup-error.ts'
import type { Database } from './database.ts'
import { openEmbeddedDatabase } from './embedded.ts'
import { migrate } from './migrate.ts'

const NOW = new Date('2031-01-31T12:00:00Z')
const OURS = resolve(import.meta.dirname, '../../../migrations')

let db: Database
beforeAll(async () => {
  db = await openEmbeddedDatabase(undefined)
})
afterAll(() => db.close())

function folderOf(files: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), 'avouch-sql-'))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  return folder
}
const applied = async () =>
  (await db.query<{ name: string }>('select name from migration order by name')).map(({ name }) => name)

describe('migrations', () => {
  test('run once each, in the order of their names', async () => {
    const folder = folderOf({
      '9002_b.sql': '-- a comment; with a semicolon\ninsert into probe values (2);\n',
      '9001_a.sql': 'create table probe (n integer);\ninsert into probe values (1);\n',
      'notes.txt': 'drop table probe;',
    })
    await migrate(db, folder, NOW)
    await migrate(db, folder, NOW)
    expect(await db.query('select n from probe order by n')).toEqual([{ n: 1 }, { n: 2 }])
    expect(await applied()).toEqual(['9001_a.sql', '9002_b.sql'])
  })

  test('OPS-02 that were edited after they were applied stop the start', async () => {
    const edited = folderOf({ '9001_a.sql': 'create table probe (n bigint);\n' })
    const start = migrate(db, edited, NOW)
    await expect(start).rejects.toThrow(
      new StartupError('The migration 9001_a.sql was changed after it had been applied to this database.'),
    )
  })

  test('OPS-03 that fail half-way leave nothing behind', async () => {
    const broken = folderOf({ '9003_c.sql': 'create table half (n integer);\nselect * from nowhere;\n' })
    await expect(migrate(db, broken, NOW)).rejects.toThrow('nowhere')
    expect(await db.query("select to_regclass('half') as there")).toEqual([{ there: null }])
    expect(await applied()).not.toContain('9003_c.sql')
  })
})

describe('the schema refuses by itself', () => {
  const account = (id: string, more: Record<string, unknown> = {}) =>
    insert('account', {
      id,
      phone_idx: Buffer.from(id),
      phone_enc: 'x',
      pin_enc: 'x',
      language: 'en',
      data_collection_consent: false,
      created_at: NOW,
      ...more,
    })
  async function insert(table: string, row: Record<string, unknown>) {
    const names = Object.keys(row)
    await db.query(
      `insert into ${table} (${names.join(', ')}) values (${names.map((_, i) => `$${i + 1}`).join(', ')})`,
      Object.values(row),
    )
  }
  const challenge = {
    purpose: 'login',
    phone_idx: Buffer.from('p'),
    phone_enc: 'x',
    code_expires_at: NOW,
    expires_at: NOW,
    resend_at: NOW,
    created_at: NOW,
  }
  const family = { scope: 'full', authenticated_at: NOW, idle_expires_at: NOW, expires_at: NOW }
  const intent = {
    mintid_hash: Buffer.from('m'),
    provider_id: 'p',
    live: true,
    minimum_age: 18,
    redirect_uri: 'x',
    request_hash: Buffer.from('r'),
    created_at: NOW,
    expires_at: NOW,
  }

  beforeAll(async () => {
    await migrate(db, OURS, NOW)
    await account('usr_1')
    await insert('provider', { id: 'p', name: 'P', from_file: true })
  })

  test.each<{ what: string; write: () => Promise<void> }>([
    { what: 'KYC-22 an adult without a day of proof', write: () => account('usr_2', { adult: true }) },
    { what: 'R-07 a second account of a number', write: () => account('usr_3', { phone_idx: Buffer.from('usr_1') }) },
    { what: 'LANG-01 a third language', write: () => account('usr_4', { language: 'fr' }) },
    {
      what: 'CODE-06 tries below zero',
      write: () => insert('sms_challenge', { ...challenge, id: 'a', account_id: 'usr_1', tries: -1 }),
    },
    { what: 'CODE-08 a code of nobody', write: () => insert('sms_challenge', { ...challenge, id: 'b' }) },
    {
      what: 'CODE-08 a used code without its time',
      write: () => insert('sms_challenge', { ...challenge, id: 'c', account_id: 'usr_1', state: 'used' }),
    },
    { what: 'SESSION-08 a session without an account', write: () => insert('session_family', { ...family, id: 'f' }) },
    {
      what: 'P-01 failures below zero',
      write: () =>
        insert('pin_throttle', {
          phone_idx: Buffer.from('t'),
          class_key: 'c',
          failures: -1,
          inflight_at: NOW,
          not_before: NOW,
        }),
    },
    {
      what: 'P-07 a confirmed intent without a verdict',
      write: () => insert('intent', { ...intent, id: 'i', state: 'confirmed' }),
    },
    {
      what: 'P-07 a verdict of an open intent',
      write: () => insert('intent', { ...intent, id: 'j', result: 'yes', verdict: 'x', answered_at: NOW }),
    },
    { what: 'P-07 an intent in no known state', write: () => insert('intent', { ...intent, id: 'k', state: 'paid' }) },
  ])('$what', async ({ write }) => {
    await expect(write()).rejects.toThrow(/violates|duplicate key/)
  })
})
