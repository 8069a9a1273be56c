import { type Keyring, keyIdOf, type KeyPurpose } from '../keyring.ts'
import type { Database, Executor } from './database.ts'
import { array, bigint, nullable, row, text } from './rows.ts'

/** Columns of a table that are sealed, and in SQL what a row is named by and what its values are bound to. Null and '' are no values. */
export type SealedTable = {
  table: string
  id: string
  /** Finds the row by the columns of an index, computed from an id that is no column. */
  key?: { columns: string; of: (id: string) => string }
  owner: string
  columns: readonly { name: string; purpose: KeyPurpose }[]
}
type SealedRow = { id: string; owner: string; sealed: (string | null)[] }

const ROW = row({ id: text, owner: text, sealed: array(nullable(text)) })
const keyOf = ({ id, key = { columns: id, of: (text) => text } }: SealedTable) => key
const namesOf = ({ columns }: SealedTable) => columns.map(({ name }) => name)

const COUNTS = (table: SealedTable) => `
  select split_part(sealed, '.', 2) as key, count(*) as values
  from ${table.table}, unnest(array[${namesOf(table).join(', ')}]) as s (sealed)
  where sealed <> '' group by 1 order by 1`
const COUNT = row({ key: text, values: bigint })

const SELECT = (table: SealedTable) => `
  select ${table.id} as id, ${table.owner} as owner, array[${namesOf(table).join(', ')}] as sealed from ${table.table}`

const isBehind = (table: SealedTable) => `(${keyOf(table).columns}) > (${keyOf(table).of('$1')})`
const PAGE = (table: SealedTable) =>
  `${SELECT(table)} where ${isBehind(table)} order by ${keyOf(table).columns} limit $2`

/** A row that a visitor's transaction has locked is left to the next round, so that neither waits for the other. */
const HOLD_OLD = (table: SealedTable) => `${SELECT(table)}
  where ${isBehind(table)} and (${namesOf(table)
    .map((name) => `${name} <> '' and split_part(${name}, '.', 2) <> $3`)
    .join(' or ')})
  order by ${keyOf(table).columns} limit $2 for no key update skip locked`

const WRITE = (table: SealedTable) => `
  update ${table.table} t set ${namesOf(table)
    .map((name, n) => `${name} = w.c${n}`)
    .join(', ')}
  from unnest($1::text[], ${table.columns.map((_, n) => `$${n + 2}::text[]`).join(', ')})
    as w (row_id, ${table.columns.map((_, n) => `c${n}`).join(', ')})
  where (${keyOf(table).columns}) = (${keyOf(table).of('w.row_id')})`

/** Counts the values of a table by the key that sealed them. */
export const countSealed = (db: Executor, table: SealedTable): Promise<{ key: string; values: number }[]> =>
  db.query(COUNTS(table), [], COUNT)

const isValue = (value: string | null | undefined): value is string =>
  value !== null && value !== undefined && value !== ''

function isReadable(keyring: Keyring, { columns }: SealedTable, { owner, sealed }: SealedRow): boolean {
  try {
    for (const [n, { purpose }] of columns.entries()) {
      const value = sealed[n]
      if (isValue(value)) keyring.open(purpose, owner, value)
    }
    return true
  } catch {
    // Its key is not there, or it was changed.
    return false
  }
}

/** The rows of a table of which a value does not open. */
export async function findUnreadable(
  db: Executor,
  keyring: Keyring,
  table: SealedTable,
  atOnce: number,
): Promise<string[]> {
  const unreadable: string[] = []
  for (let after = ''; ; ) {
    const rows = await db.query(PAGE(table), [after, atOnce], ROW)
    unreadable.push(...rows.filter((one) => !isReadable(keyring, table, one)).map(({ id }) => id))
    const last = rows.at(-1)
    if (last === undefined) return unreadable
    after = last.id
  }
}

type Batch = { keyring: Keyring; table: SealedTable; after: string; atOnce: number }
type Resealed = { count: number; unreadable: readonly string[]; last: string | undefined }

/**
 * Seals the next rows that another key has sealed with the one that seals. They are held for that time, so that no change of
 * a visitor is lost; rows that do not open stay as they are.
 * @returns without a last one when behind `after` no row is left but those that visitors hold
 */
export const resealBatch = (db: Database, { keyring, table, after, atOnce }: Batch): Promise<Resealed> =>
  db.transaction(async (tx) => {
    const rows = await tx.query(HOLD_OLD(table), [after, atOnce, keyring.sealingId], ROW)
    const readable = rows.filter((one) => isReadable(keyring, table, one))
    const again = readable.map((one) => resealed(keyring, table, one))
    const columns = table.columns.map((_, n) => again.map(({ sealed }) => sealed[n] ?? null))
    if (again.length > 0) await tx.query(WRITE(table), [again.map(({ id }) => id), ...columns])
    const unreadable = rows.filter((one) => !readable.includes(one)).map(({ id }) => id)
    return { count: again.length, unreadable, last: rows.at(-1)?.id }
  })

const resealed = (keyring: Keyring, { columns }: SealedTable, { id, owner, sealed }: SealedRow): SealedRow => ({
  id,
  owner,
  sealed: columns.map(({ purpose }, n) => {
    const value = sealed[n] ?? null
    if (!isValue(value) || keyIdOf(value) === keyring.sealingId) return value
    return keyring.seal(purpose, owner, keyring.open(purpose, owner, value))
  }),
})
