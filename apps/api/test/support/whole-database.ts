import { decodeJwt } from 'jose'
import pg from 'pg'
import { PgBoss } from 'pg-boss'
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

/** What a text contains: the members of a JSON document, the claims of a JWS. */
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

async function withClient<T>(api: TestApi, run: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: api.databaseUrl })
  await client.connect()
  try {
    return await run(client)
  } finally {
    await client.end()
  }
}

/** All tables of all schemas, those of the job queues too, beside the running server. */
export const readWhole = (api: TestApi): Promise<WholeDatabase> =>
  withClient(api, async (client) => {
    await chained(api)
    const whole: WholeDatabase = { values: new Map(), rows: new Map() }
    const tables = await client.query<{ schema: string; table: string; columns: string[] }>(COLUMNS)
    for (const { schema, table, columns } of tables.rows) {
      const name = schema === 'public' ? table : `${schema}.${table}`
      const found = await client.query<{ row: Record<string, unknown> }>(
        `select to_jsonb(t) as row from ${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(table)} t`,
      )
      whole.rows.set(name, new Set(found.rows.map(({ row }) => JSON.stringify(row))))
      for (const column of columns)
        whole.values.set(`${name}.${column}`, new Set(found.rows.flatMap(({ row }) => tellingIn(row[column]))))
    }
    return whole
  })

/** Every text in the database, for a search. */
export const everythingIn = ({ values, rows }: WholeDatabase): string =>
  [...values.values(), ...rows.values()].flatMap((found) => [...found]).join('\n')

/** Runs a scheduled job now, and waits for its end. */
export async function runJob(api: TestApi, queue: string): Promise<void> {
  const boss = new PgBoss({
    connectionString: api.databaseUrl ?? '',
    schema: 'jobs',
    supervise: false,
    schedule: false,
    migrate: false,
  })
  await boss.start()
  try {
    const id = (await boss.send(queue, {})) ?? ''
    let state = ''
    while (!['completed', 'failed'].includes(state)) {
      const [job] = await boss.findJobs(queue, { id })
      state = job?.state ?? ''
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
    if (state !== 'completed') throw new Error(`${queue} ended as ${state}`)
  } finally {
    await boss.stop({ graceful: false })
  }
}
