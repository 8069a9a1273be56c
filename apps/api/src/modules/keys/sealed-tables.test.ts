import { expect, onTestFinished, test } from 'vitest'
import { text, row } from '../../platform/database/rows.ts'
import { openStoreDatabase } from '#test/store-database.ts'
import { SEALED_TABLES, TABLES_OF_NUMBERS } from './sealed-tables.ts'

test('Everything sealed or found by a number in the schema is moved to the next key [OPS-30]', async () => {
  const db = await openStoreDatabase()
  onTestFinished(() => db.close())
  const found = async (what: string, of: string) => {
    const columns = `from information_schema.columns where table_schema = 'public' and ${of}`
    return (await db.query(`select ${what} as name ${columns} order by 1`, [], row({ name: text }))).map(
      ({ name }) => name,
    )
  }
  const sealed = SEALED_TABLES.flatMap(({ table, columns }) => columns.map(({ name }) => `${table}.${name}`))
  expect(sealed.toSorted()).toEqual(await found(`table_name || '.' || column_name`, `column_name like '%\\_enc'`))
  expect(TABLES_OF_NUMBERS.toSorted()).toEqual(await found('table_name', `column_name = 'phone_idx'`))
})
