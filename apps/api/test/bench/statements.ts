import pg from 'pg'

const COUNTED = `
  select (select xact_commit from pg_stat_database where datname = current_database())::int as transactions,
    (select coalesce(sum(calls), 0) from pg_stat_statements s join pg_database d on d.oid = s.dbid
      where d.datname = current_database() and s.query !~* '^(begin|commit|rollback)')::int as statements`

export type Counted = { statements: number; transactions: number }

/** Everything that the database did so far, background work included; undefined where the server does not count. */
export async function counted(databaseUrl: string): Promise<Counted | undefined> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query('create extension if not exists pg_stat_statements')
    return (await client.query<Counted>(COUNTED)).rows[0]
  } catch {
    return undefined
  } finally {
    await client.end()
  }
}
