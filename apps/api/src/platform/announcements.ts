import type { PGlite } from '@electric-sql/pglite'
import { SECOND_MS } from '@avouch/contract'
import type { Executor } from './database/database.ts'
import type { Hosts } from './database/hosts.ts'
import { kindOf, type Warn } from './log.ts'
import type { Repeat } from './repeat.ts'

const CHANNEL = 'avouch_work'
const RECONNECT_EVERY_MS = SECOND_MS
const CONNECT_MS = 5 * SECOND_MS
/** Keep-alive probes of the idle connection, by which the system notices that the other side is gone. */
const KEEP_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 10 * SECOND_MS }

/** The engine of this process, or the pool with the settings for a separate connection. */
export type ListeningEngine = { embedded: PGlite } | { pool: Hosts['pool'] }
type Deps = { repeat: Repeat; warn: Warn }
type Hear = (name: string) => void
export type Announcements = Awaited<ReturnType<typeof createAnnouncements>>

/** Notifies every process of work under this name, once the transaction commits. */
export const announce = (tx: Executor, name: string): Promise<void> =>
  tx.atCommit('select pg_notify($1, $2)', [CHANNEL, name])

/** The first line finds the session of an embedded product, the second one those of servers. */
const LISTENERS = `
  select 1 from pg_listening_channels() c where c = '${CHANNEL}'
  union all select 1 from pg_stat_activity where datname = current_database() and query = 'listen ${CHANNEL}'`

/** Looks for a process that hears what is announced in this database. */
export const isHeard = async (tx: Executor): Promise<boolean> => (await tx.query(LISTENERS)).length > 0

/** Listens for announcements. A lost one costs time and no work: each outbox also polls. */
export async function createAnnouncements(engine: ListeningEngine, deps: Deps) {
  const hearers = new Map<string, () => void>()
  const hear: Hear = (name) => hearers.get(name)?.()
  const listening = await ('embedded' in engine ? listenInside(engine.embedded, hear) : listenAt(engine, hear, deps))
  return {
    /** Calls this whenever the name is announced. */
    on: (name: string, heard: () => void) => void hearers.set(name, heard),
    stop: () => listening.stop(),
  }
}

async function listenInside(engine: PGlite, hear: Hear) {
  const stop = await engine.listen(CHANNEL, hear)
  return { stop: () => stop() }
}

/** Connects, and again when the connection has ended, to the server that takes writes then. */
async function listenAt({ pool }: { pool: Hosts['pool'] }, hear: Hear, { repeat, warn }: Deps) {
  const tried = Promise.withResolvers<void>()
  let isHeard = true
  async function listen(signal: AbortSignal): Promise<void> {
    const client = new pool.Client({ connectionTimeoutMillis: CONNECT_MS, ...KEEP_ALIVE })
    const ended = new Promise<void>((resolve) => void client.once('end', resolve))
    client.on('error', () => {})
    client.on('notification', ({ payload = '' }) => hear(payload))
    const end = () => void client.end()
    signal.addEventListener('abort', end)
    try {
      await client.connect()
      await pool.onConnect(client)
      await client.query(`listen ${CHANNEL}`)
      isHeard = true
      tried.resolve()
      if (signal.aborted) end()
      await ended
    } finally {
      signal.removeEventListener('abort', end)
      await client.end()
    }
  }
  const listening = repeat(listen, {
    everyMs: RECONNECT_EVERY_MS,
    onError(error) {
      tried.resolve()
      if (isHeard) warn('work not heard of', { reason: kindOf(error as Error) })
      isHeard = false
    },
  })
  listening.wake()
  await tried.promise
  return listening
}
