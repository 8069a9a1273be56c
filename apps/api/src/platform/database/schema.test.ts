import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from './database.ts'
import { openStoreDatabase } from '#test/store-database.ts'

const NOW = new Date('2031-01-31T12:00:00Z')

let db: Database
beforeAll(async () => {
  db = await openStoreDatabase()
})
afterAll(() => db.close())

test('every table says what it holds', async () => {
  const silent = `
    select relname as name from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace and obj_description(oid) is null`
  expect(await db.query(silent)).toEqual([{ name: 'migration' }])
})

test('an index finds the rows that a delete takes along, so that it costs the same in a full table', async () => {
  const slow = `
    select c.conrelid::regclass || ' (' || string_agg(a.attname, ', ' order by k.n) || ')' as name
    from pg_constraint c, unnest(c.conkey) with ordinality k (attnum, n)
      join pg_attribute a on a.attnum = k.attnum
    where c.contype = 'f' and c.confdeltype = 'c' and c.connamespace = 'public'::regnamespace and a.attrelid = c.conrelid
      and not exists (
        select 1 from pg_index i where i.indrelid = c.conrelid
          and (i.indpred is null or pg_get_expr(i.indpred, i.indrelid) = '(' || a.attname || ' IS NOT NULL)')
          and array(select unnest(i.indkey::int2[]) limit cardinality(c.conkey)) @> c.conkey)
    group by c.oid, c.conrelid order by 1`
  expect(await db.query(slow)).toEqual([])
})

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
  const code = {
    phone_idx: Buffer.from('p'),
    purpose: 'login',
    recognised: false,
    form: 'digits',
    sends: 1,
    expires_at: NOW,
    resend_at: NOW,
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
    await account('usr_1')
    await insert('provider', { id: 'p', name: 'P', from_file: true })
  })

  test.each<{ what: string; write: () => Promise<void> }>([
    { what: 'KYC-22 an adult without a day of proof', write: () => account('usr_2', { adult: true }) },
    { what: 'R-07 a second account of a number', write: () => account('usr_3', { phone_idx: Buffer.from('usr_1') }) },
    { what: 'R-04 wrong PINs below zero', write: () => account('usr_4', { pin_failures: -1 }) },
    {
      what: 'CODE-09 a second code of a number for a purpose',
      write: async () => {
        await insert('sms_code', { ...code, id: 'a' })
        await insert('sms_code', { ...code, id: 'b' })
      },
    },
    { what: 'SESSION-08 a session without an account', write: () => insert('session_family', { ...family, id: 'f' }) },
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
