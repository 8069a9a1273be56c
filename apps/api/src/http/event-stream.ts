import type { FastifyReply } from 'fastify'

/** Proxies close silent connections. */
export const HEARTBEAT_EVERY_MS = 20_000

/** Hijacks the reply for server-sent events. @returns false when the client has disconnected before, or asks for the head alone */
export function beginEventStream(reply: FastifyReply): boolean {
  reply.hijack()
  if (reply.raw.destroyed) return false
  for (const [name, value] of Object.entries(reply.getHeaders()))
    if (value !== undefined) reply.raw.setHeader(name, value)
  reply.raw.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    // Keeps proxies from buffering.
    'x-accel-buffering': 'no',
  })
  if (reply.request.method !== 'HEAD') return true
  reply.raw.end()
  return false
}
