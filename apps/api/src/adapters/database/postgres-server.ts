import { createHash } from 'node:crypto'
import { AppError } from '@avouch/contract'
import pg from 'pg'
import { type Database, type Executor, type Row, retried } from './database.ts'

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
const AWAY_WITHOUT_CODE = /^(Connection terminated|timeout exceeded when trying to connect)/

/** Nothing was decided about the request: the caller may send it again. */
function withAvailability(error: unknown): unknown {
  const { code = '', message } = error as { code?: string; message: string }
  const away = AWAY.test(code) || AWAY_WITHOUT_CODE.test(message)
  return away ? new AppError('service_unavailable', { retry_after: 1 }, { cause: error }) : error
}

const executor = (client: pg.Pool | pg.PoolClient): Executor => ({
  async query<R extends Row>(text: string, values: readonly unknown[] = []) {
    try {
      const result = await client.query<R>({ name: statementName(text), text, values: [...values] })
      return result.rows
    } catch (error) {
      throw withAvailability(error)
    }
  },
})

type Options = { connectionString: string; maxConnections: number; onIdleError: (error: Error) => void }

/** A PostgreSQL server behind a pool; statements are prepared once for each connection. */
export function createServerDatabase({ connectionString, maxConnections, onIdleError }: Options): Database {
  const pool = new pg.Pool({ connectionString, max: maxConnections, connectionTimeoutMillis: 5_000 })
  pool.on('error', onIdleError)

  async function inTransaction<T>(run: (tx: Executor) => Promise<T>): Promise<T> {
    const client = await pool.connect().catch((error: unknown) => {
      throw withAvailability(error)
    })
    let broken: Error | undefined
    try {
      await client.query('begin')
      const result = await run(executor(client))
      await client.query('commit')
      return result
    } catch (error) {
      await client.query('rollback').catch((cause: unknown) => {
        broken = new Error('rollback failed', { cause })
      })
      throw error
    } finally {
      client.release(broken)
    }
  }

  return {
    ...executor(pool),
    transaction: (run) => retried(() => inTransaction(run)),
    script: async (text) => void (await pool.query(text)),
    close: () => pool.end(),
  }
}
