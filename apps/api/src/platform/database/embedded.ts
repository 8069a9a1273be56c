import { mkdirSync } from 'node:fs'
import { PGlite } from '@electric-sql/pglite'
import { type Database, type Executor, type Row, retried } from './database.ts'

type Session = Pick<PGlite, 'query'>

const executor = (session: Session): Executor => ({
  async query<R extends Row>(text: string, values: readonly unknown[] = []) {
    const { rows } = await session.query<R>(text, [...values])
    return rows
  },
})

/**
 * PostgreSQL in this process. One session serves everybody in turn.
 * `folder` undefined keeps everything in memory.
 */
export async function openEmbeddedDatabase(folder: string | undefined): Promise<Database & { engine: PGlite }> {
  if (folder !== undefined) mkdirSync(folder, { recursive: true, mode: 0o700 })
  const engine = new PGlite(folder)
  await engine.waitReady
  return {
    engine,
    ...executor(engine),
    transaction: (run) => retried(() => engine.transaction((tx) => run(executor(tx)))),
    close: () => engine.close(),
  }
}
