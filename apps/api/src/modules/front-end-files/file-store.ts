import { HOUR_MS } from '@avouch/contract'
import type { Executor } from '../../platform/database/database.ts'
import { bytes, row, text } from '../../platform/database/rows.ts'
import { sweepOf } from '../../platform/database/sweep.ts'

const PATH = row({ path: text })

/** Files of a version that starts once more; a row that another process has just written is as new as it can be. */
const TOUCH = `update front_end_file set started_at = $2 where path = any($1) and started_at < $3`
const MISSING = `select path from unnest($1::text[]) path where not exists (select from front_end_file f where f.path = path.path)`
const ADD = `
  insert into front_end_file (path, body, mac, started_at)
  select path, body, mac, $4 from unnest($1::text[], $2::bytea[], $3::bytea[]) f (path, body, mac) order by path
  on conflict do nothing`

export type StoredFile = { path: string; body: Buffer; mac: Buffer }

/** Notes that a version with these files has started. @returns those that are not there yet */
export async function touchFiles(db: Executor, paths: readonly string[], now: Date, before: Date): Promise<string[]> {
  await db.query(TOUCH, [paths, now, before])
  return (await db.query(MISSING, [paths], PATH)).map(({ path }) => path)
}

export async function addFiles(db: Executor, files: readonly StoredFile[], now: Date): Promise<void> {
  const columns = [files.map(({ path }) => path), files.map(({ body }) => body), files.map(({ mac }) => mac)]
  await db.query(ADD, [...columns, now])
}

export const namesOfFiles = async (db: Executor): Promise<string[]> =>
  (await db.query('select path from front_end_file', [], PATH)).map(({ path }) => path)

export async function readFile(db: Executor, path: string): Promise<StoredFile | undefined> {
  const FILE = row({ path: text, body: bytes, mac: bytes })
  return (await db.query('select path, body, mac from front_end_file where path = $1', [path], FILE))[0]
}

/** Files of versions that have not been started for half a year. */
export const sweepFiles = sweepOf({
  keepMs: 180 * 24 * HOUR_MS,
  table: 'front_end_file',
  where: 't.started_at <= $3',
})
