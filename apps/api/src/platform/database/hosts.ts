import pg from 'pg'

export type Hosts = ReturnType<typeof createHosts>

const IS_READ_ONLY = `select pg_is_in_recovery() or current_setting('default_transaction_read_only') = 'on' as is_read_only`
const PATIENTLY_FULL = /^timeout exceeded when trying to connect/

const READ_ONLY = '25006'
/** The error of a read-only server: it explains more than the one of a server that does not answer. */
const readOnly = ({ host, port }: pg.Client) =>
  Object.assign(new Error(`the server at ${host}:${port} takes no writes`), { code: READ_ONLY })
export const isReadOnly = (error: unknown): boolean => (error as { code?: string }).code === READ_ONLY

/** The addresses of the database, of which one takes writes at a time: the next one is tried when a connection to it fails. */
export function createHosts(urls: readonly [string, ...string[]]) {
  let at = 0
  const current = () => urls[at % urls.length] ?? urls[0]

  /** A connection to the address that is tried now. */
  class Client extends pg.Client {
    constructor(config?: pg.ClientConfig) {
      super({ ...config, connectionString: current() })
    }
  }

  return {
    count: urls.length,
    current,
    /** The options of a pool. */
    pool: {
      Client,
      async onConnect(client: pg.ClientBase): Promise<void> {
        if (urls.length === 1) return
        const { rows } = await client.query<{ is_read_only: boolean }>(IS_READ_ONLY)
        if (rows[0]?.is_read_only !== false) throw readOnly(client as pg.Client)
      },
    },
    /** A connection to that address failed; not because the pool had none free. */
    failed(url: string, error: unknown): void {
      if (url === current() && !PATIENTLY_FULL.test((error as Error).message)) at = (at + 1) % urls.length
    },
  }
}
