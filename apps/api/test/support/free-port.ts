import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/** Below those that a system gives to connections and to whoever asks for any: nobody takes one while its server is down. */
const FIRST = 20_000
const MANY = 1_000
/** Files that run at the same moment have ports of their own. */
const WORKERS = 10
const worker = Number(process.env['VITEST_POOL_ID'] ?? 0) % WORKERS

const opens = (port: number) =>
  new Promise<boolean>((tell) => {
    const server = createServer().once('error', () => tell(false))
    server.listen(port, '127.0.0.1', () => server.close(() => tell(true)))
  })

/** A port that stays free for the file that asks, also while nobody listens there. */
export async function freePort(): Promise<number> {
  const port = FIRST + randomInt(MANY) * WORKERS + worker
  return (await opens(port)) ? port : freePort()
}
