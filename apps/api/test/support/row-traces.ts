import pg from 'pg'
import { requestContext } from '../../src/modules/audit/request-context.ts'
import type { TestApi } from './test-api.ts'

type Query = (this: pg.Client & { processID?: number }, config: unknown, ...rest: unknown[]) => unknown
/** `columns`: those that an update changed; of a row that came or went it is empty. */
export type Trace = { table: string; kind: string; columns: string[] }

const OF_PRODUCT = `
  select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind in ('r', 'p') and not c.relispartition and n.nspname = 'public'`

const PROBE = `
  create schema probe;
  create unlogged table probe.change
    (at bigserial, "table" text, kind text, columns text[], process int, statement text);
  create function probe.note() returns trigger language plpgsql as $$
  declare changed text[] := '{}';
  begin
    if tg_op = 'UPDATE' then
      select coalesce(array_agg(n.key order by n.key), '{}') into changed
      from jsonb_each(to_jsonb(new)) n join jsonb_each(to_jsonb(old)) o using (key) where n.value is distinct from o.value;
      if changed = '{}' then return null; end if;
    end if;
    insert into probe.change ("table", kind, columns, process, statement)
    values (tg_table_name, lower(tg_op), changed, pg_backend_pid(), current_query());
    return null;
  end $$;`

const textOf = (config: unknown) =>
  typeof config === 'string' ? config : String(Reflect.get(Object(config), 'text') ?? '')

/**
 * Notes each row that changes, and by which request: a trigger has process and text of its statement, and the driver knows
 * which request sent that text to that process. What is rolled back leaves no note.
 */
export async function watchRows(api: TestApi) {
  const tables = await api.rows(OF_PRODUCT)
  await api.rows(PROBE)
  for (const { name } of tables)
    await api.rows(
      `create trigger probe after insert or update or delete on ${String(name)} for each row execute function probe.note()`,
    )

  const senders = new Map<string, string>()
  const client = pg.Client.prototype as unknown as { query: Query }
  const send = client.query
  client.query = function (config, ...rest) {
    const request = requestContext()
    if (request !== undefined) senders.set(`${this.processID} ${textOf(config)}`, request.requestId)
    return send.call(this, config, ...rest)
  }

  return {
    /** Reads what a request changed since the last call. */
    async of(requestId: string): Promise<Trace[]> {
      const rows = await api.rows('delete from probe.change returning *')
      const own = rows.filter(
        ({ process, statement }) => senders.get(`${String(process)} ${String(statement)}`) === requestId,
      )
      senders.clear()
      return own.map(({ table, kind, columns }) => ({
        table: String(table),
        kind: String(kind),
        columns: columns as string[],
      }))
    },
    /** Forgets what was changed so far. */
    clear: async () => {
      senders.clear()
      await api.rows('truncate probe.change')
    },
    stop: async () => {
      client.query = send
      // One lock at a time: the server still works in the background.
      for (const { name } of tables) await api.rows(`drop trigger probe on ${String(name)}`)
      await api.rows('drop schema probe cascade')
    },
  }
}
