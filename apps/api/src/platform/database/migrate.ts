import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { StartupError } from '../startup-error.ts'
import type { Database, Executor } from './database.ts'
import { bool, row, text, timestamp } from './rows.ts'

/** `index`: the one that the file builds concurrently. */
type File = { name: string; script: string; checksum: string; index: string | undefined }
type State = 'applied' | 'pending' | 'changed' | 'missing'
/** `concurrently`: builds one index outside of a transaction, for as long as it takes, while others write to the table. */
type Kind = 'transaction' | 'concurrently'
/**
 * `changed`: the file was edited after it had been applied. `missing`: it was applied, and the folder does not have it,
 * so that its kind is unknown.
 */
export type MigrationStatus = { name: string; state: State; kind: Kind | undefined; appliedAt: Date | undefined }

const LOCK_KEY = 4_812_019
/** Another lock than that of transactions: the version before, which waits for the latter at its start, runs on during a build. */
const BUILD_LOCK_KEY = 4_812_020
/** A large table is changed slowly, and another process may be migrating. */
const UNHURRIED = { hurry: false }
/** Ends a change of a table that waits for a long reader, since every visitor waits behind it; it is tried again. */
const LOCK_WAIT = `set local lock_timeout = '1s'`
const LOCK_REFUSED = '55P03'
const PAUSE_MS = 2_000
const PATIENCE_MS = 300_000
const NUMBERED = /^([0-9]{4})_[a-z0-9_]+\.sql$/
const COMMENT = /--.*$/gm
const CONCURRENT = /\bconcurrently\b/i
/** Can be repeated after a kill, whether the index is missing, complete or dropped because it was incomplete. */
const BUILD = /^create (?:unique )?index concurrently if not exists ([a-z0-9_]+)\s+on\s[^;]+;?$/
const INCOMPLETE = 'select 1 from pg_index where indexrelid = to_regclass($1) and not indisvalid'
const FREE = row({ is_free: bool })
const APPLIED = row({ name: text, checksum: text, applied_at: timestamp })

const HISTORY = `
  create table if not exists migration (name text primary key, checksum text not null, applied_at timestamptz not null)`

/** @throws StartupError for a file that has `concurrently` and anything else than one statement as BUILD demands */
function builtIndex(name: string, script: string): string | undefined {
  const statement = script.replaceAll(COMMENT, '').trim()
  const index = BUILD.exec(statement)?.[1]
  if (index === undefined && CONCURRENT.test(statement))
    throw new StartupError(
      `The migration ${name} has to be one statement, "create index concurrently if not exists name on …", or do without "concurrently".`,
    )
  return index
}

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
    const checksum = createHash('sha256').update(script).digest('hex')
    return { name, script, checksum, index: builtIndex(name, script) }
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
    const state = stateOf(file?.checksum, applied?.checksum)
    return { name, file, state, kind: file && kindOf(file), appliedAt: applied?.applied_at }
  })
}

const kindOf = ({ index }: File): Kind => (index === undefined ? 'transaction' : 'concurrently')

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

/** @throws StartupError for a file that was edited, renamed or deleted after it had been applied */
async function firstPending(db: Executor, files: readonly File[]): Promise<File | undefined> {
  const all = await compare(db, files)
  refuseChanged(all, files.length)
  return all.find(({ state }) => state === 'pending')?.file
}

async function note(db: Executor, { name, checksum }: File, now: Date): Promise<void> {
  await db.query('insert into migration (name, checksum, applied_at) values ($1, $2, $3)', [name, checksum, now])
}

/** @returns the first pending file: one that runs in a transaction has been applied, an index is still to be built */
const applyNext = (database: Database, files: readonly File[], now: Date): Promise<File | undefined> =>
  database.transaction(async (tx) => {
    await tx.execute(LOCK_WAIT)
    // Several processes may start concurrently; the embedded engine has only this one.
    await tx.query('select pg_advisory_xact_lock($1)', [LOCK_KEY])
    const file = await firstPending(tx, files)
    if (file === undefined) return undefined
    await tx.execute(HISTORY)
    if (file.index !== undefined) return file
    await tx.execute(file.script)
    await note(tx, file, now)
    return file
  }, UNHURRIED)

async function buildIndex(session: Executor, file: File, index: string, now: Date): Promise<string> {
  const found = await session.query(INCOMPLETE, [index])
  // Concurrently too: otherwise visitors would queue behind a drop that waits for a long reader.
  if (found.length > 0) await session.execute(`drop index concurrently ${index}`)
  await session.execute(file.script)
  await note(session, file, now)
  return file.name
}

/**
 * Builds the index of the first pending file. @returns its name; nothing when another process has just built it.
 * The lock is tried, and never waited for in a statement: that statement's snapshot would be one that the build waits for.
 */
const buildNext = (database: Database, files: readonly File[], now: Date): Promise<string | undefined> =>
  database.unlimited(async (session) => {
    const [lock] = await session.query('select pg_try_advisory_lock($1) as is_free', [BUILD_LOCK_KEY], FREE)
    if (!lock?.is_free) throw new Error('another session builds', { cause: { code: LOCK_REFUSED } })
    const file = await firstPending(session, files)
    const done = file?.index === undefined ? undefined : await buildIndex(session, file, file.index, now)
    await session.query('select pg_advisory_unlock($1)', [BUILD_LOCK_KEY])
    return done
  })

const isLockRefused = (error: unknown): boolean => {
  const { code, cause } = error as { code?: string; cause?: { code?: string } }
  return code === LOCK_REFUSED || cause?.code === LOCK_REFUSED
}

/** The same again while another session's lock is in the way. */
async function whenFree<T>(run: () => Promise<T>, line: string): Promise<T> {
  const until = performance.now() + PATIENCE_MS
  for (;;) {
    try {
      return await run()
    } catch (error) {
      if (!isLockRefused(error)) throw error
      if (performance.now() > until) throw new StartupError(line)
      await pause(PAUSE_MS)
    }
  }
}

const HELD = 'A migration waits for a lock of another session: end what holds it, and try again.'
const lineOfBuild = (name: string) =>
  `The index of the migration ${name} is being built by another process, or by the database for a process that was ended: try again when it is ready.`

/**
 * Brings the schema up to date: numbered SQL files, each once, in order. Each is a transaction or builds one index.
 * Migrations of a newer version are left alone, so that the version before can still start.
 * @param now noted as the time of application
 * @returns the names of those that were applied
 * @throws StartupError for a wrong number, and for a file that was edited, renamed or deleted after it had been applied
 */
export async function migrate(database: Database, folder: string, now: Date): Promise<string[]> {
  const files = readFiles(folder)
  const applied: string[] = []
  for (;;) {
    const file = await whenFree(() => applyNext(database, files, now), HELD)
    if (file === undefined) return applied
    const { name, index } = file
    const done = index === undefined ? name : await whenFree(() => buildNext(database, files, now), lineOfBuild(name))
    if (done !== undefined) applied.push(done)
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
  (await compare(database, readFiles(folder))).map(({ file: _, ...status }) => status)
