import pg from 'pg'
import { RoundTrip } from '../../src/platform/database/round-trip.ts'
import { requestContext } from '../../src/modules/audit/request-context.ts'

type Query = (this: pg.Client, config: unknown, ...rest: unknown[]) => unknown
type Patched = { query: Query }
type Connection = { connection: { stream: { destroy: () => void } } }

/** Statements that never reaches the database, or that it runs while their answer is lost: as when a process or a line dies. */
export type When = 'before' | 'after'

const lost = () => new Error('Connection terminated unexpectedly')

/**
 * Runs the call and lets the n-th statement of one route fail, with its connection; where there is no route, of what the server
 * does beside requests. PostgreSQL only.
 * @returns whether there was such a statement, and how the call ended
 */
export async function failingAt<T>(
  { route, n, when }: { route: string | undefined; n: number; when: When },
  call: (isFired: () => boolean) => Promise<T>,
): Promise<{ fired: boolean; error: unknown }> {
  const client = pg.Client.prototype as unknown as Patched
  const send = client.query
  let left = n
  let fired = false
  client.query = function (config, ...rest) {
    // What the product sends: neither the job queues nor the tests send any.
    if (fired || !(config instanceof RoundTrip) || requestContext()?.route !== route || --left > 0)
      return send.call(this, config, ...rest)
    fired = true
    const { stream } = (this as unknown as Connection).connection
    const answered = config.callback
    const die = () => {
      stream.destroy()
      answered(lost())
    }
    if (when === 'before') {
      queueMicrotask(die)
      return config
    }
    config.callback = die
    return send.call(this, config, ...rest)
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
