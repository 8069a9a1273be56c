import { join } from 'node:path'
import pg from 'pg'
import { type ClockGuard, createClockGuard } from '../clock-guard.ts'
import type { JobEngine } from '../jobs.ts'
import { StartupError } from '../startup-error.ts'
import { wrongClock } from './availability.ts'
import type { Database, Executor } from './database.ts'
import { openEmbeddedDatabase } from './embedded.ts'
import { lockFolder } from './folder-lock.ts'
import { createServerDatabase, type DatabaseTimeouts } from './postgres-server.ts'
import { row, timestamp } from './rows.ts'

type Options = { url: string | undefined; poolSize: number; dataDir: string; timeouts?: DatabaseTimeouts | undefined }
export type OpenedDatabase = {
  database: Database
  engine: JobEngine
  /** Whether the machine's clock agrees with the database's. */
  guard: ClockGuard
  /** Looks at the database on a connection of its own. */
  look: Pick<Executor, 'query'>
  close: () => Promise<void>
}

const CONNECT_MS = 5_000

/** The monitor's; it has to be shorter than any deadline of a load balancer. */
const LOOK_TIMEOUTS: DatabaseTimeouts = { statementMs: 1_500, lockMs: 1_000, idleInTransactionMs: 1_000 }

const clockLine = (aheadMs: number) =>
  `The database's clock is ${Math.round(Math.abs(aheadMs) / 1_000)} s ${aheadMs > 0 ? 'behind' : 'ahead of'} this machine's: set both right before the server starts.`

async function refuseSkew(look: Pick<Executor, 'query'>, guard: ClockGuard): Promise<void> {
  const begun = performance.now()
  const [found] = await look.query('select clock_timestamp() as now', [], row({ now: timestamp }))
  if (found === undefined) throw new Error('no time')
  const aheadMs = guard.compare({ theirs: found.now, after: Date.now(), tookMs: performance.now() - begun })
  if (!guard.isRight()) throw new StartupError(clockLine(aheadMs))
}

/** A pooler gives a connection an id of its own, and a session behind it that changes between transactions. */
async function refusePooler(url: string): Promise<void> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_MS,
    query_timeout: CONNECT_MS,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
    const { processID } = client as unknown as { processID: number }
    if (rows[0]?.pid !== processID)
      throw new StartupError(
        'DATABASE_URL leads to a connection pooler such as PgBouncer, which mixes up sessions: connect to PostgreSQL itself.',
      )
  } finally {
    await client.end()
  }
}

function refusalOf(error: unknown, url: string): StartupError {
  if (error instanceof StartupError) return error
  const { hostname, port } = new URL(url)
  const cause = (error as Error).cause ?? error
  const reason = (cause as { code?: string }).code ?? (cause as Error).message
  return new StartupError(`The database at ${hostname}:${port || '5432'} (DATABASE_URL) can't be used: ${reason}.`)
}

async function openServer(
  { poolSize, timeouts }: Options,
  url: string,
  onError: (error: Error) => void,
): Promise<OpenedDatabase> {
  const guard = createClockGuard()
  const common = { connectionString: url, onIdleError: onError }
  const admit = () => {
    if (!guard.isRight()) throw wrongClock()
  }
  const database = createServerDatabase({ ...common, maxConnections: poolSize, timeouts, admit })
  const look = createServerDatabase({ ...common, maxConnections: 1, timeouts: LOOK_TIMEOUTS })
  const close = async () => {
    await look.close()
    await database.close()
  }
  try {
    await refusePooler(url)
    await refuseSkew(look, guard)
    await database.query('select 1')
  } catch (error) {
    await close()
    throw refusalOf(error, url)
  }
  return { database, engine: { connectionString: url }, guard, look, close }
}

async function openEmbedded({ dataDir }: Options): Promise<OpenedDatabase> {
  const release = await lockFolder(dataDir)
  try {
    const database = await openEmbeddedDatabase(join(dataDir, 'database'))
    const close = async () => {
      await database.close()
      release()
    }
    return { database, engine: { embedded: database.engine }, guard: createClockGuard(), look: database, close }
  } catch (error) {
    release()
    throw new StartupError(`The embedded database in ${dataDir} can't be opened: ${(error as Error).message}`)
  }
}

/** The database that the settings name: a PostgreSQL server, or the one in this process. */
export const openDatabase = (options: Options, onError: (error: Error) => void): Promise<OpenedDatabase> =>
  options.url === undefined ? openEmbedded(options) : openServer(options, options.url, onError)
