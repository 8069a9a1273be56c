import { load } from './load.ts'
import { memoryOf } from './machine.ts'
import type { World } from './world.ts'

const SECONDS = 5

/** What each server needs until its first answer, and to be there: in MiB. */
export async function startAndMemory(world: World) {
  const servers = {
    floor: await world.floor(),
    'product, PostgreSQL': await world.product(),
    'product, engine inside': await world.embedded(),
    'better-auth': await world.betterAuth(),
  }
  const lines = []
  for (const [name, server] of Object.entries(servers)) {
    if (server === undefined) continue
    const { pid, url, readyAfterMs } = server
    const { now } = memoryOf(pid)
    await load([{ url: `${url}/`, method: 'GET', headers: { accept: 'text/html' } }], {
      seconds: SECONDS,
      processes: [pid],
    })
    const { now: busy, peak } = memoryOf(pid)
    lines.push({
      server: name,
      'ready ms': readyAfterMs,
      'MiB at first': now,
      'MiB after load': busy,
      'MiB at most': peak,
    })
  }
  return lines
}
