import pg from 'pg'
import type { Measured } from './load.ts'

const COUNTED = `
  select (select xact_commit from pg_stat_database where datname = current_database())::int as transactions,
    (select coalesce(sum(calls), 0) from pg_stat_statements s join pg_database d on d.oid = s.dbid
      where d.datname = current_database() and s.query !~* '^(begin|commit|rollback)')::int as statements`

type Counted = { statements: number; transactions: number }
/** What was measured, and what the database did for each request where it counts. */
export type Counting = Measured & { per?: Counted | undefined }

/** Everything that the database did so far, background work included; undefined where the server does not count. */
async function counted(databaseUrl: string): Promise<Counted | undefined> {
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

/** Measured together with the statements that the database ran for it. */
export async function counting(databaseUrl: string, measure: () => Promise<Measured>): Promise<Counting> {
  const before = await counted(databaseUrl)
  const measured = await measure()
  const after = await counted(databaseUrl)
  if (before === undefined || after === undefined) return measured
  const per = (name: keyof Counted) => Math.round((10 * (after[name] - before[name])) / measured.requests) / 10
  return { ...measured, per: { statements: per('statements'), transactions: per('transactions') } }
}
