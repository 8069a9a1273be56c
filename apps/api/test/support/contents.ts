import { join } from 'node:path'
import pg from 'pg'
import { openEmbeddedDatabase } from '../../src/platform/database/embedded.ts'

type Query = (text: string) => Promise<Record<string, unknown>[]>
/** One row of a table, `schema.table`; binary columns are hexadecimal, as the database writes them. */
export type Content = { table: string; row: Record<string, unknown> }

const TABLES = `
  select quote_ident(n.nspname) || '.' || quote_ident(c.relname) as name
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind in ('r', 'm') and n.nspname not like 'pg\\_%' and n.nspname <> 'information_schema'
  order by 1`

/** All tables of all schemas. */
async function readContents(query: Query): Promise<Content[]> {
  const contents: Content[] = []
  for (const { name } of await query(TABLES)) {
    const table = String(name)
    const rows = await query(`select to_jsonb(t)::text as row from ${table} t`)
    contents.push(...rows.map(({ row }) => ({ table, row: JSON.parse(String(row)) as Record<string, unknown> })))
  }
  return contents
}

export async function contentsOfServer(url: string): Promise<Content[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await readContents(async (text) => (await client.query<Record<string, unknown>>(text)).rows)
  } finally {
    await client.end()
  }
}

/** The embedded database is for one process: the server that has it open closes it first. */
export async function contentsOfFolder(dataDir: string): Promise<Content[]> {
  const database = await openEmbeddedDatabase(join(dataDir, 'database'))
  try {
    return await readContents((text) => database.query(text))
  } finally {
    await database.close()
  }
}
