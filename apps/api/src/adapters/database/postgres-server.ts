import { createHash } from 'node:crypto'
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

const executor = (client: pg.Pool | pg.PoolClient): Executor => ({
  async query<R extends Row>(text: string, values: readonly unknown[] = []) {
    const result = await client.query<R>({ name: statementName(text), text, values: [...values] })
    return result.rows
  },
})

type Options = { connectionString: string; maxConnections: number; onIdleError: (error: Error) => void }

/** A PostgreSQL server behind a pool; statements are prepared once for each connection. */
export function createServerDatabase({ connectionString, maxConnections, onIdleError }: Options): Database {
  const pool = new pg.Pool({ connectionString, max: maxConnections, connectionTimeoutMillis: 5_000 })
  pool.on('error', onIdleError)

  async function inTransaction<T>(run: (tx: Executor) => Promise<T>): Promise<T> {
    const client = await pool.connect()
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
