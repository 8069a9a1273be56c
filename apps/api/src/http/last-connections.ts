import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** Time for the body of a request after its headers. */
const BODY_MS = 2_000
/** The longest answer: calls of partners end after five seconds. */
const ANSWER_MS = 8_000
const LOOK_EVERY_MS = 50

/**
 * Ends connections that a closing server would wait for without an end, because Node then checks no timeouts: those
 * that browsers opened in advance, and those with a request that comes slowly or not at all.
 */
export function createLastConnections(server: Server) {
  const open = new Map<Socket, Set<IncomingMessage>>()
  server.on('connection', (socket) => {
    open.set(socket, new Set())
    socket.once('close', () => open.delete(socket))
  })
  server.on('request', (request, response) => {
    const running = open.get(request.socket)
    running?.add(request)
    response.once('close', () => running?.delete(request))
  })

  /** True if the connection has no answer left that could still be finished. */
  const isOver = (requests: ReadonlySet<IncomingMessage>, ms: number): boolean =>
    ms >= ANSWER_MS || [...requests].every(({ complete }) => !complete && ms >= BODY_MS)

  return {
    /** Closes the app: running requests are answered, whatever else is open ends. */
    async close(app: FastifyInstance): Promise<void> {
      const begun = performance.now()
      const look = () => {
        const ms = performance.now() - begun
        for (const [socket, requests] of open) if (isOver(requests, ms)) socket.destroy()
      }
      const looking = setInterval(look, LOOK_EVERY_MS)
      try {
        const closed = app.close()
        look()
        await closed
      } finally {
        clearInterval(looking)
      }
    },
  }
}
