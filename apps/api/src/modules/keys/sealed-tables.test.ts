import { expect, test } from 'vitest'
import { text, row } from '../../platform/database/rows.ts'
import { openStoreDatabase } from '#test/store-database.ts'
import { SEALED_TABLES, TABLES_OF_NUMBERS } from './sealed-tables.ts'

const SEALED_COLUMNS = `
  select table_name || '.' || column_name as name from information_schema.columns
  where table_schema = 'public' and column_name like '%\\_enc' order by 1`

test('Every sealed column of the schema is sealed again when the key changes [OPS-31]', async () => {
  const db = await openStoreDatabase()
  try {
    const found = await db.query(SEALED_COLUMNS, [], row({ name: text }))
    const listed = SEALED_TABLES.flatMap(({ table, columns }) => columns.map(({ name }) => `${table}.${name}`))
    expect(listed.toSorted()).toEqual(found.map(({ name }) => name))
  } finally {
    await db.close()
  }
})

test('Every table that names a number by its hash is moved when the key of these hashes changes [OPS-36]', async () => {
  const db = await openStoreDatabase()
  try {
    const found = await db.query(
      `select table_name as name from information_schema.columns
       where table_schema = 'public' and column_name = 'phone_idx' order by 1`,
      [],
      row({ name: text }),
    )
    expect(TABLES_OF_NUMBERS.toSorted()).toEqual(found.map(({ name }) => name))
  } finally {
    await db.close()
  }
})
