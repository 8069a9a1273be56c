import { join } from 'node:path'
import { StartupError } from '../config/startup-error.ts'
import type { Database } from './database/database.ts'
import { openEmbeddedDatabase } from './database/embedded.ts'
import { lockFolder } from './database/folder-lock.ts'
import { createServerDatabase } from './database/postgres-server.ts'
import type { JobEngine } from './jobs.ts'

type Options = { url: string | undefined; poolSize: number; dataDir: string }
export type OpenedDatabase = { database: Database; engine: JobEngine; close: () => Promise<void> }

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
  return { database, engine: { connectionString: url }, close: () => database.close() }
}

async function openEmbedded(dataDir: string): Promise<OpenedDatabase> {
  const release = lockFolder(join(dataDir, 'database.lock'))
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
