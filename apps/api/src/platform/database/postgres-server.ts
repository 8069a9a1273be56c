import { createHash } from 'node:crypto'
import { AppError } from '@avouch/contract'
import pg from 'pg'
import { createExecutor, type Database, type Executor, type Row, retried } from './database.ts'

const statementNames = new Map<string, string>()

/** The same text is the same prepared statement on every connection. */
function statementName(text: string): string {
  const known = statementNames.get(text)
  if (known !== undefined) return known
  const name = createHash('sha256').update(text).digest('base64url').slice(0, 24)
  statementNames.set(text, name)
  return name
}

/** The server is away, ending, or out of connections: SQLSTATE classes 08 and 57P, 53300, and the socket's own words. */
const AWAY = /^(08...|57P0[1-3]|53300|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN)$/
const AWAY_WITHOUT_CODE =
  /^(Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client has encountered)/

/** Nothing was decided about the request: the caller may send it again. */
function withAvailability(error: unknown): unknown {
  const { code = '', message } = error as { code?: string; message: string }
  const away = AWAY.test(code) || AWAY_WITHOUT_CODE.test(message)
  return away ? new AppError('service_unavailable', { retry_after: 1 }, { cause: error }) : error
}

const isAway = (error: unknown): error is AppError => error instanceof AppError && error.code === 'service_unavailable'

type Connection = pg.Pool | pg.PoolClient

/** Without the timeout a database that accepts a statement and never answers would hold the caller for ever. */
function executor(connection: Connection, timeoutMs: number | undefined): Executor {
  async function send(statement: pg.QueryConfig) {
    const timed = { ...statement, query_timeout: timeoutMs }
    try {
      return await connection.query<Row>(timed)
    } catch (error) {
      throw withAvailability(error)
    }
  }
  return createExecutor(
    async (text, values) => (await send({ name: statementName(text), text, values })).rows,
    // Without name and values it is the simple protocol, which takes several statements.
    (text) => send({ text }),
  )
}

type Options = {
  connectionString: string
  maxConnections: number
  queryTimeoutMs?: number
  onIdleError: (error: Error) => void
}

const QUERY_TIMEOUT_MS = 10_000

/** A PostgreSQL server behind a pool; statements are prepared once for each connection. */
export function createServerDatabase(options: Options): Database {
  const { connectionString, maxConnections, queryTimeoutMs = QUERY_TIMEOUT_MS, onIdleError } = options
  const pool = new pg.Pool({ connectionString, max: maxConnections, connectionTimeoutMillis: 5_000 })
  pool.on('error', onIdleError)

  async function inTransaction<T>(run: (tx: Executor) => Promise<T>, timeoutMs: number | undefined): Promise<T> {
    const client = await pool.connect().catch((error: unknown) => {
      throw withAvailability(error)
    })
    let broken: Error | undefined
    const lost = (error: Error) => {
      broken = error
    }
    // Outside its pool a client has no error listener, and an error event without a listener ends the process.
    client.on('error', lost)
    const tx = executor(client, timeoutMs)
    try {
      await tx.query('begin')
      const result = await run(tx)
      await tx.query('commit')
      return result
    } catch (error) {
      if (isAway(error)) broken ??= error
      // A connection that is gone takes its transaction along.
      if (broken === undefined) await tx.query('rollback').catch(lost)
      throw error
    } finally {
      client.off('error', lost)
      client.release(broken)
    }
  }

  return {
    ...executor(pool, queryTimeoutMs),
    transaction: (run, { hurry = true } = {}) => retried(() => inTransaction(run, hurry ? queryTimeoutMs : undefined)),
    close: () => pool.end(),
  }
}
