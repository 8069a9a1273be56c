import { hash } from 'node:crypto'
import type pg from 'pg'
import { STAYS_SMALL } from './tables.ts'

/** Rows of tables that were read from end to end, and entries of indexes; the server counts them also in triggers and for foreign keys. */
const READ = `
  select coalesce(sum(pg_stat_get_xact_tuples_returned(c.oid)), 0)::int as read
  from pg_class c left join pg_index i on i.indexrelid = c.oid
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'i')
    and coalesce(i.indrelid, c.oid)::regclass::text <> all($1)`

/** By a constraint or a trigger: a reference to nothing, a mark that would go back. What was read until then counts. */
const isRefused = ({ code = '' }: Error & { code?: string }) => code.startsWith('23') || code === 'P0001'

export type Measured = { read: number; returned: number }

/** Runs a statement by its generic plan, counts what it reads of tables that grow, and undoes what it wrote. */
async function rowsReadOnce(client: pg.Client, text: string, values: readonly unknown[]): Promise<Measured> {
  const count = async () => (await client.query<{ read: number }>(READ, [Object.keys(STAYS_SMALL)])).rows[0]?.read ?? 0
  await client.query('begin')
  try {
    const before = await count()
    await client.query('savepoint before')
    const run = client.query({ name: hash('sha256', text).slice(0, 24), text, values: [...values] })
    const result = await run.catch(async (error: Error) => {
      if (!isRefused(error)) throw error
      await client.query('rollback to before')
      return undefined
    })
    return { read: (await count()) - before, returned: result?.rowCount ?? 0 }
  } finally {
    await client.query('rollback')
  }
}

/** Measures twice: the first run may read what statements before it wrote and undid, and marks it as gone. */
export async function rowsRead(client: pg.Client, text: string, values: readonly unknown[]): Promise<Measured> {
  await rowsReadOnce(client, text, values)
  return rowsReadOnce(client, text, values)
}
