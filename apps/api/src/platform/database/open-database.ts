import type { X509Certificate } from 'node:crypto'
import type { Socket } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { type ClockGuard, createClockGuard } from '../clock-guard.ts'
import type { ListeningEngine } from '../announcements.ts'
import { callHolder, type Lock, lockFolder } from '../folder-lock.mjs'
import { SHUTDOWN_MS } from '../shutdown.ts'
import { StartupError } from '../startup-error.ts'
import { wrongClock } from './availability.ts'
import type { Looking } from './backlog.ts'
import type { Database, Executor } from './database.ts'
import { openEmbeddedDatabase, probeRoom } from './embedded.ts'
import { createHosts, type Hosts, isReadOnly } from './hosts.ts'
import { createWriteGuard, type WriteGuard } from './write-guard.ts'
import { createServerDatabase, type DatabaseTimeouts, type PoolState } from './postgres-server.ts'

type Options = {
  /** The servers, of which one takes writes; none: the embedded database. */
  urls: readonly string[] | undefined
  poolSize: number
  dataDir: string
  timeouts?: DatabaseTimeouts | undefined
  /** The name of its connections, which others on the database can read. */
  name?: string | undefined
}
export type OpenedDatabase = {
  database: Database
  engine: ListeningEngine
  /** Compares the machine's clock with the database's. */
  guard: ClockGuard
  /** Watches if the database has room for what is written. */
  writes: WriteGuard
  /** Reads the database on a separate connection. */
  look: Executor
  /** The same for what may take longer than readiness. */
  count: Looking
  /** The visitors' connections; of a server only. */
  pool?: () => PoolState
  /** The server's certificate, as the newest connection had it; none where it is not encrypted. */
  certificate: () => X509Certificate | undefined
  /** Keeps the embedded database's folder from other processes. */
  lock?: Lock
  close: () => Promise<void>
}

/** A server that has just started may be slow. */
const FIRST_CONNECTION_MS = 10_000
/** The monitor then opens another connection: it finds out whether the server accepts new ones, or has moved. */
const USES_OF_MONITOR_CONNECTION = 5

/** Timeouts of the monitor's connection: below any load balancer's health deadline. */
const MONITOR_TIMEOUTS: DatabaseTimeouts = { statementMs: 1_500, lockMs: 1_000, idleInTransactionMs: 1_000 }

const clockLine = (aheadMs: number) =>
  `The database's clock is ${Math.round(Math.abs(aheadMs) / 1_000)} s ${aheadMs > 0 ? 'behind' : 'ahead of'} this machine's: set both right before the server starts.`

/** A pooler gives a connection an id that is not its session's: the session changes between transactions. */
const POOLER =
  'DATABASE_URL leads to a connection pooler such as PgBouncer, which mixes up sessions: connect to PostgreSQL itself.'

/** @throws StartupError for a pooler, and for clocks that differ */
async function lookOnce({ pool }: Hosts, guard: ClockGuard): Promise<void> {
  const client = new pool.Client({ connectionTimeoutMillis: FIRST_CONNECTION_MS, query_timeout: FIRST_CONNECTION_MS })
  client.on('error', () => {})
  try {
    await client.connect()
    await pool.onConnect(client)
    const begun = performance.now()
    const { rows } = await client.query<{ pid: number; now: Date }>(
      'select pg_backend_pid() as pid, clock_timestamp() as now',
    )
    const tookMs = performance.now() - begun
    const [found] = rows
    if (found === undefined) throw new Error('no answer')
    const { processID } = client as unknown as { processID: number }
    if (found.pid !== processID) throw new StartupError(POOLER)
    const aheadMs = guard.compare({ theirs: found.now, after: Date.now(), tookMs })
    if (!guard.isRight()) throw new StartupError(clockLine(aheadMs))
  } finally {
    await client.end()
  }
}

/** Looks for the first server that can be used. */
async function firstLook(hosts: Hosts, guard: ClockGuard): Promise<void> {
  let failed: { url: string; error: unknown } | undefined
  for (let left = hosts.count; left > 0; left--) {
    const url = hosts.current()
    try {
      return await lookOnce(hosts, guard)
    } catch (error) {
      if (error instanceof StartupError) throw error
      hosts.failed(url, error)
      if (failed === undefined || !isReadOnly(failed.error)) failed = { url, error }
    }
  }
  throw refusalOf(failed?.error, failed?.url ?? hosts.current())
}

/** Explains PostgreSQL's refusals of a connection: the codes alone would send the operator to its manual. */
const CONNECTION_REFUSALS: Record<string, string> = {
  '25006': 'it takes no writes (25006)',
  '3D000': 'it has no such database (3D000)',
  '28000': 'it does not let this role in (28000)',
  '28P01': 'the password is wrong (28P01)',
}

function refusalOf(error: unknown, url: string): StartupError {
  const { hostname, port } = new URL(url)
  const cause = (error as Error).cause ?? error
  const { code = (cause as Error).message } = cause as { code?: string }
  const reason = CONNECTION_REFUSALS[code] ?? code
  return new StartupError(`The database at ${hostname}:${port || '5432'} (DATABASE_URL) can't be used: ${reason}.`)
}

async function openServer(
  { poolSize, timeouts, name }: Options,
  urls: readonly [string, ...string[]],
  onError: (error: Error) => void,
): Promise<OpenedDatabase> {
  const guard = createClockGuard()
  const writes = createWriteGuard()
  const hosts = createHosts(urls)
  const common = { connectionString: urls[0], hosts, onIdleError: onError, name }
  const admit = () => {
    if (!guard.isRight()) throw wrongClock()
  }
  const database = createServerDatabase({
    ...common,
    maxConnections: poolSize,
    timeouts,
    admit,
    onNoRoom: writes.refused,
  })
  const ofMonitor = { ...common, maxConnections: 1, maxUses: USES_OF_MONITOR_CONNECTION, timeouts: MONITOR_TIMEOUTS }
  const look = createServerDatabase(ofMonitor)
  const count = createServerDatabase(ofMonitor)
  const close = async () => {
    await look.close()
    await count.close()
    await database.close()
  }
  try {
    await firstLook(hosts, guard)
  } catch (error) {
    await close()
    throw error
  }
  const { pool } = database
  return {
    database,
    engine: { pool: hosts.pool },
    guard,
    writes,
    look,
    count,
    pool,
    certificate: look.certificate,
    close,
  }
}

/** The server of an `npm start` that was killed a moment ago is still ending: as long as it may take, and a little more. */
const PATIENCE_MS = SHUTDOWN_MS + 5_000
const ANSWER_MS = 1_000

const firstLineOf = (caller: Socket) =>
  new Promise<string>((resolve) => {
    const lines = createInterface({ input: caller }).on('error', () => resolve(''))
    lines.once('line', resolve)
    caller.once('close', () => resolve(''))
  })

/** A holder that is busy, or ends, does not answer. */
async function holderOf(folder: string): Promise<string> {
  // EAGAIN: more callers wait than it takes.
  const caller = await callHolder(folder).catch(() => undefined)
  caller?.setTimeout(ANSWER_MS, () => caller.destroy())
  const answer = caller === undefined ? '' : await firstLineOf(caller)
  caller?.destroy()
  const pid = /"holder":(\d+)/.exec(answer)?.[1]
  return pid === undefined ? 'another process' : `process ${pid}`
}

/**
 * Keeps a second process of this machine out of a data folder: the embedded engine does not, and two writers lose each
 * other's rows.
 * @throws StartupError when another process has locked the folder, or when it can't be made
 */
export async function lockDataFolder(folder: string, patienceMs = PATIENCE_MS): Promise<Lock> {
  try {
    const lock = await lockFolder(folder, patienceMs)
    if (lock !== undefined) return lock
  } catch (error) {
    const { code = 'unknown' } = error as NodeJS.ErrnoException
    throw new StartupError(`The data folder ${folder} can't be used: ${code}.`)
  }
  throw new StartupError(`The data folder ${folder} is in use by ${await holderOf(folder)}.`)
}

async function openEmbedded({ dataDir }: Options): Promise<OpenedDatabase> {
  const lock = await lockDataFolder(dataDir)
  try {
    const writes = createWriteGuard(async () => probeRoom(dataDir))
    const database = await openEmbeddedDatabase(join(dataDir, 'database'), undefined, writes.refused)
    const close = async () => {
      await database.close()
      lock.release()
    }
    return {
      database,
      engine: { embedded: database.engine },
      guard: createClockGuard(),
      writes,
      look: database,
      count: database,
      certificate: () => undefined,
      lock,
      close,
    }
  } catch (error) {
    lock.release()
    throw new StartupError(`The embedded database in ${dataDir} can't be opened: ${(error as Error).message}`)
  }
}

const isSome = (urls: readonly string[] | undefined): urls is readonly [string, ...string[]] =>
  urls !== undefined && urls.length > 0

/** The database that the settings name: a PostgreSQL server, or the one in this process. */
export const openDatabase = (options: Options, onError: (error: Error) => void): Promise<OpenedDatabase> =>
  isSome(options.urls) ? openServer(options, options.urls, onError) : openEmbedded(options)
