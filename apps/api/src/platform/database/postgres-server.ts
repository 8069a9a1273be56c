import { createHash, type X509Certificate } from 'node:crypto'
import { TLSSocket } from 'node:tls'
import pg from 'pg'
import { isConnectionLost, isSilence, lacksRoom, unavailable, unreachable } from './availability.ts'
import { createExecutor, type Database, type Executor, type PlainValue, retried, type Row } from './database.ts'
import { createHosts, type Hosts, isReadOnly } from './hosts.ts'

const names = new Map<string, string>()

/** The same text is the same prepared statement on every connection. */
function nameOf(text: string): string {
  const known = names.get(text)
  if (known !== undefined) return known
  const name = createHash('sha256').update(text).digest('base64url').slice(0, 24)
  names.set(text, name)
  return name
}

/** The database ends what takes longer, and the session of a process that stops in the middle of a transaction. */
export type DatabaseTimeouts = { statementMs: number; lockMs: number; idleInTransactionMs: number }

/** Migrations, sweeps and verifications take as long as they take: no visitor waits for their answer. */
const UNHURRIED: DatabaseTimeouts = { statementMs: 600_000, lockMs: 5_000, idleInTransactionMs: 60_000 }
const UNLIMITED: DatabaseTimeouts = { statementMs: 0, lockMs: 0, idleInTransactionMs: 0 }
const unhurried = ({ lockMs }: DatabaseTimeouts): DatabaseTimeouts => ({ ...UNHURRIED, lockMs })

/** Finds out that the network has dropped a connection on which a statement without limits runs. */
const KEEP_ALIVE_MS = 60_000

/** Longer than the server's own timeout: ends a statement on a server that does not answer any more. */
const GRACE_MS = 500

/** Sends no statement for this time after one has timed out, so that a caller who repeats a request waits once. */
const SILENT_MS = 1_000

const SETTINGS = {
  statementMs: 'statement_timeout',
  lockMs: 'lock_timeout',
  idleInTransactionMs: 'idle_in_transaction_session_timeout',
} as const satisfies Record<keyof DatabaseTimeouts, string>
const NAMES = Object.keys(SETTINGS) as (keyof DatabaseTimeouts)[]

const sessionSettings = (timeouts: DatabaseTimeouts) =>
  Object.fromEntries(NAMES.map((name) => [SETTINGS[name], timeouts[name]]))

const settingsOf = (timeouts: DatabaseTimeouts, scope: 'local' | 'session') =>
  NAMES.map((name) => `set ${scope} ${SETTINGS[name]} = ${timeouts[name]}`).join('; ')

/** @throws RangeError for an invalid time, which the driver may refuse */
const sendable = (value: PlainValue): unknown =>
  value instanceof Date ? value.toISOString() : Array.isArray(value) ? value.map(sendable) : value

type Options = {
  connectionString: string
  /** Several hosts, instead of the connection string. */
  hosts?: Hosts
  /** Replaces a connection after this number of uses. */
  maxUses?: number
  maxConnections: number
  name?: string | undefined
  timeouts?: DatabaseTimeouts | undefined
  onIdleError: (error: Error) => void
  /** Refuses a statement that may not be sent now. @throws AppError */
  admit?: () => void
  /** A statement was refused for lack of disk or memory. */
  onNoRoom?: () => void
}

/** `leftMs`: what is left of the time for the first answer. */
type OnConnection = { client: pg.PoolClient; leftMs: number; lose: (error: Error) => void }

/** Counts a pool's connections, the idle ones, and the callers that wait for one. */
export type PoolState = { size: number; idle: number; waiting: number }

/** A PostgreSQL server behind a pool; statements are prepared once for each connection. */
export function createServerDatabase({
  timeouts = UNHURRIED,
  onIdleError,
  admit = () => {},
  onNoRoom = () => {},
  ...options
}: Options): Database & { pool: () => PoolState; certificate: () => X509Certificate | undefined } {
  const deadlineMs = timeouts.statementMs + GRACE_MS
  const { hosts = createHosts([options.connectionString]) } = options
  const pool = new pg.Pool({
    ...hosts.pool,
    max: options.maxConnections,
    ...(options.maxUses !== undefined && { maxUses: options.maxUses }),
    // A server that is silent leaves time for the others.
    connectionTimeoutMillis: deadlineMs / hosts.count,
    keepAlive: true,
    // Statements that are not awaited are sent without waiting for the answer to the one before.
    pipeline: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    ...(options.name !== undefined && { application_name: options.name }),
    ...sessionSettings(timeouts),
  })
  pool.on('error', onIdleError)
  let certificate: X509Certificate | undefined
  // The driver's types leave its socket out.
  pool.on('connect', (client) => {
    const { stream } = (client as pg.PoolClient & { connection: { stream: unknown } }).connection
    certificate = stream instanceof TLSSocket ? stream.getPeerX509Certificate() : undefined
  })

  /** Waits for a connection until the deadline, also for one that begins after another has failed. */
  async function connection(until: number): Promise<pg.PoolClient> {
    const connecting = pool.connect()
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<never>((_, reject) => {
      const tooLate = () => reject(new Error('timeout exceeded when trying to connect'))
      timer = setTimeout(tooLate, until - performance.now())
    })
    try {
      return await Promise.race([connecting, late])
    } catch (error) {
      connecting.then(
        (client) => client.release(),
        () => {},
      )
      throw error
    } finally {
      clearTimeout(timer)
    }
  }

  /** Tries each of the addresses once. */
  async function connectionToAny(): Promise<pg.PoolClient> {
    const until = performance.now() + deadlineMs
    let failed: unknown
    for (let left = hosts.count; left > 0; left--) {
      const url = hosts.current()
      try {
        return await connection(until)
      } catch (error) {
        hosts.failed(url, error)
        if (failed === undefined || !isReadOnly(failed)) failed = error
      }
    }
    throw unreachable(failed)
  }

  let silent: { until: number; error: unknown } | undefined

  /** @throws DatabaseUnavailable */
  async function sent<T>(answer: () => Promise<T>): Promise<T> {
    admit()
    try {
      const answered = await answer()
      silent = undefined
      return answered
    } catch (error) {
      if (lacksRoom(error)) onNoRoom()
      if (isSilence(error)) silent = { until: performance.now() + SILENT_MS, error }
      throw unavailable(error)
    }
  }
  /** The driver gives up waiting after `query_timeout`, which its types leave out. */
  const send = async (client: pg.PoolClient, text: string, values: unknown[], limitMs: number): Promise<Row[]> => {
    const query = { name: nameOf(text), text, values, query_timeout: limitMs }
    return (await sent(() => client.query<Row>(query as pg.QueryConfig))).rows
  }
  /** Sends by the simple protocol (no name, no values), which takes several statements. */
  const sendScript = (client: pg.PoolClient, text: string, limitMs: number) =>
    sent(() => client.query({ text, query_timeout: limitMs } as pg.QueryConfig))

  /** Runs on one connection, which goes back to the pool unless it is lost. */
  async function onConnection<T>(run: (on: OnConnection) => Promise<T>): Promise<T> {
    admit()
    const begun = performance.now()
    if (silent !== undefined && begun < silent.until) throw unavailable(silent.error)
    const client = await connectionToAny()
    const leftMs = Math.max(GRACE_MS, Math.ceil(deadlineMs - (performance.now() - begun)))
    let lost: Error | undefined
    const lose = (error: Error) => {
      lost ??= error
    }
    // Outside its pool a client has no error listener, and an error event without a listener ends the process.
    client.on('error', lose)
    try {
      return await run({ client, leftMs, lose })
    } catch (error) {
      if (isConnectionLost(error)) lose(error)
      throw error
    } finally {
      client.off('error', lose)
      client.release(lost)
    }
  }

  const inTransaction = <T>(run: (tx: Executor) => Promise<T>, own: DatabaseTimeouts | undefined): Promise<T> =>
    onConnection(async ({ client, leftMs, lose }) => {
      const limitMs = own === undefined ? deadlineMs : own.statementMs + GRACE_MS
      const last: { text: string; values: readonly unknown[] }[] = []
      const tx = createExecutor(
        (text, values) => send(client, text, values, limitMs),
        (script) => sendScript(client, script, limitMs),
        async (text, values) => last.push({ text, values: values.map(sendable) }),
      )
      try {
        await sendScript(client, 'begin', leftMs)
        if (own !== undefined) await tx.execute(settingsOf(own, 'local'))
        const result = await run(tx)
        // Each waits for those before it. PostgreSQL turns the commit into a rollback when one of them failed.
        await Promise.all([
          ...last.map(({ text, values }, before) => send(client, text, [...values], limitMs * (before + 1))),
          sendScript(client, 'commit', limitMs * (last.length + 1)),
        ])
        return result
      } catch (error) {
        // A connection that is gone takes its transaction along.
        if (isConnectionLost(error)) lose(error)
        else await tx.execute('rollback').catch(lose)
        throw error
      }
    })

  const withoutLimits = <T>(run: (session: Executor) => Promise<T>): Promise<T> =>
    onConnection(async ({ client, lose }) => {
      // The next caller needs the limits, and locks of a session end with it.
      lose(new Error('the connection has no limits'))
      const session = createExecutor(
        (text, values) => send(client, text, values, UNLIMITED.statementMs),
        (script) => sendScript(client, script, UNLIMITED.statementMs),
      )
      await session.execute(settingsOf(UNLIMITED, 'session'))
      return run(session)
    })

  return {
    ...createExecutor(
      (text, values) => onConnection(({ client, leftMs }) => send(client, text, values, leftMs)),
      (script) => onConnection(({ client, leftMs }) => sendScript(client, script, leftMs)),
    ),
    transaction: (run, { hurry = true } = {}) =>
      retried(() => inTransaction(run, hurry ? undefined : unhurried(timeouts))),
    unlimited: withoutLimits,
    pool: () => ({ size: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    certificate: () => certificate,
    close: () => pool.end(),
  }
}
