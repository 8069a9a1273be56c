import { join } from 'node:path'
import { StartupError } from '../startup-error.ts'
import type { Database } from './database.ts'
import { openEmbeddedDatabase } from './embedded.ts'
import { lockFolder } from './folder-lock.ts'
import { createServerDatabase } from './postgres-server.ts'
import { row, timestamp } from './rows.ts'
import type { JobEngine } from '../jobs.ts'

type Options = { url: string | undefined; poolSize: number; dataDir: string }
export type OpenedDatabase = { database: Database; engine: JobEngine; close: () => Promise<void> }

const MAX_SKEW_MS = 5_000

/**
 * Lifetimes are computed from our clock and kept in the database: several servers must mean the same moment.
 * The machine's own time is compared, also where tests move the product's.
 */
async function refuseSkew(database: Database): Promise<void> {
  const before = Date.now()
  const [found] = await database.query('select clock_timestamp() as now', [], row({ now: timestamp }))
  const after = Date.now()
  const theirs = found?.now.getTime() ?? Number.NaN
  const ahead = theirs > after ? theirs - after : theirs - before
  if (theirs >= before - MAX_SKEW_MS && theirs <= after + MAX_SKEW_MS) return
  const seconds = Math.round(Math.abs(ahead) / 1_000)
  throw new StartupError(
    `The database's clock is ${seconds} s ${ahead > 0 ? 'ahead of' : 'behind'} this machine's: set both right before the server starts.`,
  )
}

async function openServer(url: string, poolSize: number, onError: (error: Error) => void): Promise<OpenedDatabase> {
  const database = createServerDatabase({ connectionString: url, maxConnections: poolSize, onIdleError: onError })
  try {
    await database.query('select 1')
  } catch (error) {
    await database.close()
    const { hostname, port } = new URL(url)
    const cause = (error as Error).cause ?? error
    const reason = (cause as { code?: string }).code ?? (cause as Error).message
    throw new StartupError(`The database at ${hostname}:${port || '5432'} (DATABASE_URL) can't be used: ${reason}.`)
  }
  try {
    await refuseSkew(database)
  } catch (error) {
    await database.close()
    throw error
  }
  return { database, engine: { connectionString: url }, close: () => database.close() }
}

async function openEmbedded(dataDir: string): Promise<OpenedDatabase> {
  const release = await lockFolder(dataDir)
  try {
    const database = await openEmbeddedDatabase(join(dataDir, 'database'))
    const close = async () => {
      await database.close()
      release()
    }
    return { database, engine: { embedded: database.engine }, close }
  } catch (error) {
    release()
    throw new StartupError(`The embedded database in ${dataDir} can't be opened: ${(error as Error).message}`)
  }
}

/** The database that the settings name: a PostgreSQL server, or the one in this process. */
export const openDatabase = (
  { url, poolSize, dataDir }: Options,
  onError: (error: Error) => void,
): Promise<OpenedDatabase> => (url === undefined ? openEmbedded(dataDir) : openServer(url, poolSize, onError))
