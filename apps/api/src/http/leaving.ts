import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

/** Connections that are still open then are closed when they are idle. */
const LAST_ANSWERS_MS = 5_000
const LOOK_EVERY_MS = 50

export type Leaving = ReturnType<typeof createLeaving>

/** Drains a process before it stops: it reports not ready, then closes its connections. */
export function createLeaving() {
  let isStopping = false
  const hangUp = new AbortController()
  return {
    /** Makes the process report not ready, so that the load balancer sends nothing new; requests are still answered. */
    isStopping: () => isStopping,
    /** Aborts when connections close: each answer is then the last one of its connection, and streams end. */
    signal: hangUp.signal,
    stop: () => {
      isStopping = true
    },
    hangUp: () => hangUp.abort(),
  }
}

/** The browser or proxy opens its next connection, which is another process's. */
export const addLastAnswers = (app: FastifyInstance, { signal }: Leaving): void =>
  void app.addHook('onRequest', async (_request, reply) => {
    if (signal.aborted) reply.header('connection', 'close')
  })

const connectionsOf = ({ server }: FastifyInstance): Promise<number> =>
  new Promise((resolve) => server.getConnections((_error, count) => resolve(count ?? 0)))

/** Shuts down: reports not ready, serves for `drainMs`, then closes each connection after its answer. */
export async function leave(app: FastifyInstance, leaving: Leaving, drainMs: number): Promise<void> {
  leaving.stop()
  if (drainMs === 0) return
  await pause(drainMs)
  leaving.hangUp()
  const until = performance.now() + LAST_ANSWERS_MS
  while (performance.now() < until && (await connectionsOf(app)) > 0) await pause(LOOK_EVERY_MS)
}
