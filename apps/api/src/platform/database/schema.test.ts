import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from './database.ts'
import { openStoreDatabase } from '#test/store-database.ts'

const NOW = new Date('2031-01-31T12:00:00Z')

let db: Database
beforeAll(async () => {
  db = await openStoreDatabase()
})
afterAll(() => db.close())

const NUMERIC = `
  select c.table_name || '.' || c.column_name as name
  from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
  where c.table_schema = 'public' and t.table_type = 'BASE TABLE'
    and c.data_type in ('smallint', 'integer', 'bigint', 'numeric', 'real', 'double precision')`
/** The last words of columns that count, order or measure: four or six digits there are no PIN or code. */
const MEASURES =
  /(?:^|_)(?:seq|sequence|version|generation|attempts|tries|sends|polls|doubts|failures|recognised|total|level|step|room|mismatches|cents|amount|returned|refunded|balance|days|age|ms|status|number|slot|gateway|id)$/

test('A column of numbers counts or measures something: the search for PINs and codes leaves it out [P-12]', async () => {
  const names = (await db.query(NUMERIC)).map(({ name }) => String(name))
  expect(names.length).toBeGreaterThan(20)
  expect(names.filter((name) => !MEASURES.test(name.split('.').at(-1) ?? ''))).toEqual([])
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
    await account('usr_1')
    await insert('provider', { id: 'p', name: 'P', from_file: true })
  })

  test.each<{ what: string; write: () => Promise<void> }>([
    { what: 'KYC-22 an adult without a day of proof', write: () => account('usr_2', { adult: true }) },
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
