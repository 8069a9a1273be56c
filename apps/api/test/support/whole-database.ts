import { decodeJwt } from 'jose'
import pg from 'pg'
import { announce } from '../../src/platform/announcements.ts'
import { createExecutor } from '../../src/platform/database/database.ts'
import { chained } from './audit-trail.ts'
import type { TestApi } from './test-api.ts'

/** Every value of every row, by "table.column", and every row as it is, by table. */
export type WholeDatabase = { values: Map<string, Set<string>>; rows: Map<string, Set<string>> }

/** From the catalogue: the views of the information schema take a hundred times as long. */
const COLUMNS = `
  select n.nspname as schema, c.relname as table, array_agg(a.attname::text) as columns
  from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
  where c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped
    and n.nspname not like 'pg\\_%' and n.nspname <> 'information_schema'
  group by 1, 2 order by 1, 2`
const MOMENT = /^\d{4}-\d{2}-\d{2}(T[\d:.]+([+-]\d{2}:\d{2}|Z))?$/
const SIGNED = /^eyJ[\w-]+\.[\w-]+\.[\w-]+$/

/** Parses a text: the members of a JSON document, the claims of a JWS. */
function inside(text: string): unknown {
  if (SIGNED.test(text)) return decodeJwt(text)
  if (!/^[[{]/.test(text)) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Everything in a value that could identify a person: times, numbers and booleans identify none. */
function tellingIn(value: unknown): string[] {
  if (typeof value === 'string') return MOMENT.test(value) ? [] : [value, ...tellingIn(inside(value))]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(tellingIn) : []
}

/** All tables of all schemas, while the server runs. */
export async function readWhole(api: TestApi): Promise<WholeDatabase> {
  await chained(api)
  const whole: WholeDatabase = { values: new Map(), rows: new Map() }
  const tables = (await api.rows(COLUMNS)) as { schema: string; table: string; columns: string[] }[]
  for (const { schema, table, columns } of tables) {
    const name = schema === 'public' ? table : `${schema}.${table}`
    const found = (await api.rows(
      `select to_jsonb(t) as row from ${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(table)} t`,
    )) as { row: Record<string, unknown> }[]
    whole.rows.set(name, new Set(found.map(({ row }) => JSON.stringify(row))))
    for (const column of columns)
      whole.values.set(`${name}.${column}`, new Set(found.flatMap(({ row }) => tellingIn(row[column]))))
  }
  return whole
}

/** Every text in the database, for a search. */
export const everythingIn = ({ values, rows }: WholeDatabase): string =>
  [...values.values(), ...rows.values()].flatMap((found) => [...found]).join('\n')

const NEWEST = `
  select day::text, done_total, failed_total from job_run where name = $1 order by day desc limit 1`

/** Has a timer run now, and waits for its end. */
export async function runJob(api: TestApi, name: string): Promise<void> {
  const newest = async () => (await api.rows(NEWEST, [name]))[0]
  const before = await newest()
  const send = (text: string, values?: unknown[]) => api.rows(text, values)
  await announce(createExecutor(send, send), name)
  let now = before
  // A sweep deletes the row of a day that is long ago.
  while (now === undefined || JSON.stringify(now) === JSON.stringify(before)) {
    await new Promise((resolve) => setTimeout(resolve, 20))
    now = await newest()
  }
  if (now['failed_total'] !== (now['day'] === before?.['day'] ? before?.['failed_total'] : 0))
    throw new Error(`${name} failed`)
}
