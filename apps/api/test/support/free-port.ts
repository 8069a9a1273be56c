import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/** Below the ephemeral ports of the system, so that no other process takes one while its server is down. */
const FIRST = 20_000
const MANY = 1_000
/** Test files that run concurrently have ports of their own. */
const WORKERS = 10
const worker = Number(process.env['VITEST_POOL_ID'] ?? 0) % WORKERS

const opens = (port: number) =>
  new Promise<boolean>((tell) => {
    const server = createServer().once('error', () => tell(false))
    server.listen(port, '127.0.0.1', () => server.close(() => tell(true)))
  })

/** A port that stays free for the calling file, also while no server listens on it. */
export async function freePort(): Promise<number> {
  const port = FIRST + randomInt(MANY) * WORKERS + worker
  return (await opens(port)) ? port : freePort()
}
