import type { Database, Executor } from '../../src/platform/database/database.ts'

export type Cell = string | number | boolean | null | Date | Buffer | readonly string[] | object
/** All rows of a table have the same columns. */
export type Row = Readonly<Record<string, Cell>>
/** Rows of several tables, those that others refer to first. */
export type Batch = Readonly<Record<string, readonly Row[]>>

/** As PostgreSQL reads a value from JSON. */
const inJson = (cell: Cell) => (Buffer.isBuffer(cell) ? `\\x${cell.toString('hex')}` : cell)

async function insert(tx: Executor, table: string, rows: readonly Row[]): Promise<void> {
  const columns = Object.keys(rows[0] ?? {}).join(', ')
  const json = rows.map((row) => Object.fromEntries(Object.entries(row).map(([name, cell]) => [name, inJson(cell)])))
  await tx.query(
    `insert into ${table} (${columns}) select ${columns} from json_populate_recordset(null::${table}, $1::json)`,
    [JSON.stringify(json)],
  )
}

/** Does the work with each batch, one after the other, while the next one is made. */
export async function whileMaking<T>(batches: Iterable<T>, work: (batch: T) => Promise<void>): Promise<void> {
  let last: Promise<void> | undefined
  for (const batch of batches) {
    await last
    last = work(batch)
    // Awaited before the next batch, and at the end.
    last.catch(() => {})
  }
  await last
}

/** Loads each batch in a transaction. */
export const load = (database: Database, batches: Iterable<Batch>): Promise<void> =>
  whileMaking(batches, (batch) =>
    database.transaction(
      async (tx) => {
        for (const [table, rows] of Object.entries(batch)) if (rows.length > 0) await insert(tx, table, rows)
      },
      { hurry: false },
    ),
  )

/** Collects rows by their tables, in the order in which the tables are named. */
export function collect<Table extends string>(...tables: readonly Table[]) {
  const rows: Record<string, Row[]> = Object.fromEntries(tables.map((table) => [table, []]))
  return { rows, add: (table: Table, row: Row) => void rows[table]?.push(row) }
}
