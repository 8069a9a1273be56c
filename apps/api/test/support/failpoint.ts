import pg from 'pg'
import { requestContext } from '../../src/modules/audit/request-context.ts'

type Query = (this: pg.Client, config: unknown, ...rest: unknown[]) => unknown
type Patched = { query: Query }

/** A statement that never reaches the database, or that it runs while its answer is lost: as when a process or a line dies. */
export type When = 'before' | 'after'

const lost = () => new Error('Connection terminated unexpectedly')

/** True for a query of the product: neither what listens nor the tests limit the time of a query. */
const isOurs = (config: unknown): boolean => typeof config === 'object' && config !== null && 'query_timeout' in config

/**
 * Makes the n-th statement of a route fail, with its connection, during the call; `route` undefined: of the server's background work.
 * PostgreSQL only.
 * @returns whether there was such a statement, and how the call ended
 */
export async function failingAt<T>(
  { route, n, when }: { route: string | undefined; n: number; when: When },
  call: (isFired: () => boolean) => Promise<T>,
): Promise<{ fired: boolean; error: unknown }> {
  const client = pg.Client.prototype as unknown as Patched
  const send = client.query
  const dead = new WeakSet<pg.Client>()
  let left = n
  let fired = false
  client.query = function (config, ...rest) {
    if (dead.has(this)) return Promise.reject(lost())
    if (fired || !isOurs(config) || requestContext()?.route !== route || --left > 0)
      return send.call(this, config, ...rest)
    fired = true
    dead.add(this)
    const fail = () => Promise.reject(lost())
    return when === 'before' ? fail() : (send.call(this, config, ...rest) as Promise<unknown>).then(fail, fail)
  }
  try {
    await call(() => fired)
    return { fired, error: undefined }
  } catch (error) {
    return { fired, error }
  } finally {
    client.query = send
  }
}
