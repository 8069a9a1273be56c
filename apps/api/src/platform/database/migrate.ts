import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { StartupError } from '../startup-error.ts'
import type { Database, Executor } from './database.ts'
import { bool, row, text, timestamp } from './rows.ts'

type File = { name: string; script: string; checksum: string }
type State = 'applied' | 'pending' | 'changed' | 'missing'
/** `changed`: the file was edited after it had been applied. `missing`: it was applied, and the folder does not have it. */
export type MigrationStatus = { name: string; state: State; appliedAt: Date | undefined }

const LOCK_KEY = 4_812_019
/** A large table is changed slowly, and another process may be migrating. */
const UNHURRIED = { hurry: false }
/** Ends a change of a table that waits for a long reader, since every visitor waits behind it; it is tried again. */
const LOCK_WAIT = `set local lock_timeout = '1s'`
const LOCK_REFUSED = '55P03'
const PAUSE_MS = 2_000
const PATIENCE_MS = 300_000
const NUMBERED = /^([0-9]{4})_[a-z0-9_]+\.sql$/
const APPLIED = row({ name: text, checksum: text, applied_at: timestamp })

const HISTORY = `
  create table if not exists migration (name text primary key, checksum text not null, applied_at timestamptz not null)`

/** @throws StartupError unless the files are numbered 0001, 0002 and so on, each number once */
function readFiles(folder: string): File[] {
  const names = readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort()
  return names.map((name, index) => {
    if (Number(NUMBERED.exec(name)?.[1]) !== index + 1)
      throw new StartupError(
        `The migration ${name} is not number ${index + 1}: migrations are named 0001_name.sql, without a gap or a duplicate.`,
      )
    const script = readFileSync(join(folder, name), 'utf8')
    return { name, script, checksum: createHash('sha256').update(script).digest('hex') }
  })
}

/** Files and history side by side, in the order of their names. */
async function compare(
  db: Executor,
  files: readonly File[],
): Promise<(MigrationStatus & { file: File | undefined })[]> {
  const [history] = await db.query("select to_regclass('migration') is not null as exists", [], row({ exists: bool }))
  const rows = history?.exists ? await db.query('select name, checksum, applied_at from migration', [], APPLIED) : []
  const names = new Set([...files, ...rows].map(({ name }) => name))
  return [...names].sort().map((name) => {
    const file = files.find((one) => one.name === name)
    const applied = rows.find((one) => one.name === name)
    return { name, file, state: stateOf(file?.checksum, applied?.checksum), appliedAt: applied?.applied_at }
  })
}

function stateOf(checksum: string | undefined, applied: string | undefined): State {
  if (applied === undefined) return 'pending'
  if (checksum === undefined) return 'missing'
  return checksum === applied ? 'applied' : 'changed'
}

/** @throws StartupError for a file that was edited, renamed or deleted after it had been applied */
function refuseChanged(all: readonly MigrationStatus[], known: number): void {
  for (const { name, state } of all)
    if (state === 'changed' || (state === 'missing' && Number.parseInt(name, 10) <= known))
      throw new StartupError(
        `The migration ${name} is not the one that was applied to this database. If that is from before the first release, it can't be brought up to date: delete it (with npm start, the folder .data).`,
      )
}

/** Applies the first pending file in a transaction. @returns its name, or nothing when none is pending */
const applyNext = (database: Database, files: readonly File[], now: Date): Promise<string | undefined> =>
  database.transaction(async (tx) => {
    await tx.execute(LOCK_WAIT)
    // Several processes may start concurrently; the embedded engine has only this one.
    await tx.query('select pg_advisory_xact_lock($1)', [LOCK_KEY])
    const all = await compare(tx, files)
    refuseChanged(all, files.length)
    const file = all.find(({ state }) => state === 'pending')?.file
    if (file === undefined) return undefined
    await tx.execute(HISTORY)
    await tx.execute(file.script)
    const values = [file.name, file.checksum, now]
    await tx.query('insert into migration (name, checksum, applied_at) values ($1, $2, $3)', values)
    return file.name
  }, UNHURRIED)

const isLockRefused = (error: unknown): boolean => {
  const { code, cause } = error as { code?: string; cause?: { code?: string } }
  return code === LOCK_REFUSED || cause?.code === LOCK_REFUSED
}

/** The same again while another session's lock is in the way. */
async function whenFree<T>(run: () => Promise<T>): Promise<T> {
  const until = performance.now() + PATIENCE_MS
  for (;;) {
    try {
      return await run()
    } catch (error) {
      if (!isLockRefused(error)) throw error
      if (performance.now() > until)
        throw new StartupError('A migration waits for a lock of another session: end what holds it, and try again.')
      await pause(PAUSE_MS)
    }
  }
}

/**
 * Brings the schema up to date: numbered SQL files, each once, in order, each in a transaction.
 * Migrations of a newer version are left alone, so that the version before can still start.
 * @param now noted as the time of application
 * @returns the names of those that were applied
 * @throws StartupError for a wrong number, and for a file that was edited, renamed or deleted after it had been applied
 */
export async function migrate(database: Database, folder: string, now: Date): Promise<string[]> {
  const files = readFiles(folder)
  const applied: string[] = []
  for (;;) {
    const name = await whenFree(() => applyNext(database, files, now))
    if (name === undefined) return applied
    applied.push(name)
  }
}

/** Guards processes that do not migrate. @throws StartupError when something is pending, or does not fit */
export async function refuseOlderSchema(database: Executor, folder: string): Promise<void> {
  const files = readFiles(folder)
  const all = await compare(database, files)
  refuseChanged(all, files.length)
  if (all.some(({ state }) => state === 'pending'))
    throw new StartupError('The schema of this database is older than this program: run the command "migrations run".')
}

export const migrationNames = (folder: string): string[] => readFiles(folder).map(({ name }) => name)

/** Lists the migrations that a database has and has not, for the operator; changes nothing. */
export const migrationStatus = async (database: Executor, folder: string): Promise<MigrationStatus[]> =>
  (await compare(database, readFiles(folder))).map(({ name, state, appliedAt }) => ({ name, state, appliedAt }))
