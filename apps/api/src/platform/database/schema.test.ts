import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from './database.ts'
import { openStoreDatabase } from '#test/store-database.ts'

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
  /(?:^|_)(?:seq|sequence|version|generation|attempts|tries|counter|sends|polls|doubts|failures|recognised|total|level|step|room|mismatches|accepted|delivered|undelivered|cents|amount|returned|refunded|balance|days|age|ms|status|number|slot|gateway|id)$/

test('A column of numbers counts or measures something: the search for PINs and codes leaves it out [P-12]', async () => {
  const names = (await db.query(NUMERIC)).map(({ name }) => String(name))
  expect(names.length).toBeGreaterThan(20)
  expect(names.filter((name) => !MEASURES.test(name.split('.').at(-1) ?? ''))).toEqual([])
})
