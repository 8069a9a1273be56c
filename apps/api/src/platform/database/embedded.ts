import { mkdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { PGlite } from '@electric-sql/pglite'
import { lacksRoom, noRoom, unavailable } from './availability.ts'
import { createExecutor, type Database, type Row, retried } from './database.ts'

type Session = Pick<PGlite, 'query' | 'exec'>

const executor = (session: Session, answered: <T>(answer: () => Promise<T>) => Promise<T>) =>
  createExecutor(
    async (text, values) => (await answered(() => session.query<Row>(text, values))).rows,
    (script) => answered(() => session.exec(script)),
  )

/** Saves memory: the engine allocates its buffers at the start, 128 MB by default. The folder is small, and the system caches its files. */
const START_PARAMETERS = ['-c', 'shared_buffers=16MB', '-c', 'wal_buffers=1MB']

/** A write-ahead file of 16 MB that can't be created ends the engine for good: writes stop while several still fit. */
const LEAST_ROOM_BYTES = 64 * 1_024 * 1_024
const PROBE_BYTES = 1_024 * 1_024

/** @throws an error as the engine has for a full disk */
function refuseWithoutRoom(folder: string): void {
  const { bavail, bsize } = statfsSync(folder)
  if (bavail * bsize < LEAST_ROOM_BYTES) throw noRoom()
}

/** Writes to a file of its folder, because tables may find room in memory or in their files. @throws on a full disk */
export function probeRoom(folder: string): void {
  const probe = join(folder, 'room')
  try {
    writeFileSync(probe, Buffer.alloc(PROBE_BYTES, 1), { flush: true })
  } finally {
    rmSync(probe, { force: true })
  }
}

/** The engine's methods that run statements. Those of a transaction do not use them. */
const STATEMENT_METHODS: ReadonlySet<string | symbol> = new Set(['query', 'exec', 'transaction'])
type Ask = (...given: unknown[]) => Promise<unknown>

/** The engine. It gets no statement while its disk is full, and none after it has stopped. */
function admitting(engine: PGlite, folder: string): PGlite {
  let stopped: Error | undefined
  const admitted =
    (ask: Ask): Ask =>
    async (...given) => {
      if (stopped !== undefined) throw stopped
      refuseWithoutRoom(folder)
      try {
        return await ask(...given)
      } catch (error) {
        // Without this the next statement would never be answered.
        if ((error as { severity?: string }).severity === 'PANIC') stopped = error as Error
        throw error
      }
    }
  return new Proxy(engine, {
    get(target, name) {
      const found: unknown = Reflect.get(target, name, target)
      if (typeof found !== 'function') return found
      const method = found.bind(target) as Ask
      if (name === 'close') return async () => stopped ?? method()
      return STATEMENT_METHODS.has(name) ? admitted(method) : method
    },
  })
}

/**
 * PostgreSQL in this process. One session serves all callers in turn.
 * `folder` undefined keeps everything in memory; an image, as the engine dumps it, is what a new database begins with.
 */
export async function openEmbeddedDatabase(
  folder: string | undefined,
  image?: Blob,
  onNoRoom: () => void = () => {},
): Promise<Database & { engine: PGlite }> {
  if (folder !== undefined) {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    refuseWithoutRoom(folder)
  }
  // A large package, which may be missing in a deployment with a server.
  const { PGlite } = await import('@electric-sql/pglite')
  const opened = new PGlite({
    startParams: [...PGlite.defaultStartParams, ...START_PARAMETERS],
    ...(folder && { dataDir: folder }),
    ...(image && { loadDataDir: image }),
  })
  await opened.waitReady
  const engine = folder === undefined ? opened : admitting(opened, folder)
  /** @throws DatabaseUnavailable */
  async function answered<T>(answer: () => Promise<T>): Promise<T> {
    try {
      return await answer()
    } catch (error) {
      if (lacksRoom(error)) onNoRoom()
      throw unavailable(error)
    }
  }
  const session = executor(engine, answered)
  return {
    engine,
    ...session,
    transaction: (run) => retried(() => answered(() => engine.transaction((tx) => run(executor(tx, answered))))),
    unlimited: (run) => run(session),
    close: () => engine.close(),
  }
}
