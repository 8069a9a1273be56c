import type { FastifyReply } from 'fastify'

const HEARTBEAT_MS = 25_000
const RECONNECT_MS = 2_000

/** Tells pages which version of their content is current, by server-sent events. A page that shows another one fetches itself. */
export function createEvents() {
  const streams = new Set<{ topic: string; reply: FastifyReply }>()
  const write = (reply: FastifyReply, version: string) => reply.raw.write(`event: version\ndata: ${version}\n\n`)

  const heartbeat = setInterval(() => {
    for (const { reply } of streams) reply.raw.write(': still here\n\n')
  }, HEARTBEAT_MS)
  heartbeat.unref()

  return {
    /** Turns an answer into a stream for a topic, beginning with the version that is current now. */
    open(reply: FastifyReply, topic: string, version: string) {
      reply.hijack()
      reply.raw.writeHead(200, {
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
      })
      reply.raw.write(`retry: ${RECONNECT_MS}\n\n`)
      const stream = { topic, reply }
      streams.add(stream)
      reply.raw.on('close', () => streams.delete(stream))
      write(reply, version)
    },
    publish(topic: string, version: string) {
      for (const stream of streams) if (stream.topic === topic) write(stream.reply, version)
    },
    /** Open streams would keep the server from closing. */
    close() {
      clearInterval(heartbeat)
      for (const { reply } of streams) reply.raw.end()
    },
  }
}
