import type { FastifyInstance, FastifyServerOptions } from 'fastify'
import { type LogSettings, redact } from '../platform/log.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The provider whose key came with the request. A visitor's request has none, though it is about one. */
    providerId: string | null
  }
}

/** JSON lines with the time as text, the level as a word and the process's name; every line passes the redaction. */
export function loggerOptions({ level, node, write }: LogSettings): NonNullable<FastifyServerOptions['logger']> {
  return {
    level,
    base: { node },
    formatters: { level: (label: string) => ({ level: label }) },
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    serializers: { req: ({ method }: { method: string }) => ({ method }) },
    stream: { write: (line: string) => write(redact(line)) },
  }
}

/** Logs the pattern of the route, never the URL: it may hold a merchant intent code. */
export function logAnswers(app: FastifyInstance): void {
  app.decorateRequest('providerId', null)
  app.addHook('onResponse', (request, reply, done) => {
    const { method, routeOptions, providerId, log } = request
    log.info({
      method,
      route: routeOptions.url ?? '-',
      ...(providerId !== null && { provider: providerId }),
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
    })
    done()
  })
}
