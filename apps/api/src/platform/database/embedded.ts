import { mkdirSync } from 'node:fs'
import type { PGlite } from '@electric-sql/pglite'
import { createExecutor, type Database, type Row, retried } from './database.ts'

type Session = Pick<PGlite, 'query' | 'exec'>

const executor = (session: Session) =>
  createExecutor(
    async (text, values) => (await session.query<Row>(text, values)).rows,
    (script) => session.exec(script),
  )

/** All of the buffers are memory from the start: 128 MB by default. The folder is small, and the system caches its files. */
const START_PARAMETERS = ['-c', 'shared_buffers=16MB', '-c', 'wal_buffers=1MB']

/**
 * PostgreSQL in this process. One session serves all callers in turn.
 * `folder` undefined keeps everything in memory; an image, as the engine dumps it, is what a new database begins with.
 */
export async function openEmbeddedDatabase(
  folder: string | undefined,
  image?: Blob,
): Promise<Database & { engine: PGlite }> {
  if (folder !== undefined) mkdirSync(folder, { recursive: true, mode: 0o700 })
  // A large package, which may be missing where there is a server.
  const { PGlite } = await import('@electric-sql/pglite')
  const engine = new PGlite({
    startParams: [...PGlite.defaultStartParams, ...START_PARAMETERS],
    ...(folder && { dataDir: folder }),
    ...(image && { loadDataDir: image }),
  })
  await engine.waitReady
  return {
    engine,
    ...executor(engine),
    transaction: (run) => retried(() => engine.transaction((tx) => run(executor(tx)))),
    close: () => engine.close(),
  }
}
