import type { AppError, ErrorCode } from '@avouch/contract'
import type { FastifyInstance, FastifyServerOptions } from 'fastify'
import { type LogSettings, redact } from '../platform/log.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The provider, found by the key of the request. A visitor's request has none, though it is about one. */
    providerId: string | null
    /** Why the call failed, where that is no fault of its caller. */
    failedWith: ErrorCode | null
  }
  interface FastifyInstance {
    /** Logs what failed through no fault of its caller. */
    logFailure: (request: FastifyRequest, error: AppError) => void
  }
}

/** A sick database or a full queue refuses many calls for one reason. */
const SAME_AGAIN_MS = 10_000

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

/** A fault of ours is logged each time; an expected failure is part of the answer's line, and its cause is logged once in a while. */
export function addFailureLog(app: FastifyInstance): void {
  const lastAt = new Map<ErrorCode, number>()
  app.decorateRequest('failedWith', null)
  app.decorate('logFailure', (request, error) => {
    const { code, status } = error
    if (status < 500) return
    request.failedWith = code
    if (code === 'internal_error') return request.log.error({ err: error }, code)
    const now = performance.now()
    if (now - (lastAt.get(code) ?? -SAME_AGAIN_MS) < SAME_AGAIN_MS) return
    lastAt.set(code, now)
    request.log.warn({ err: error }, code)
  })
}

/** Logs the pattern of the route, never the URL: it may hold a merchant intent code. */
export function logAnswers(app: FastifyInstance): void {
  app.decorateRequest('providerId', null)
  app.addHook('onResponse', (request, reply, done) => {
    const { method, routeOptions, providerId, failedWith, log } = request
    log.info({
      method,
      route: routeOptions.url ?? '-',
      ...(providerId !== null && { provider: providerId }),
      status: reply.statusCode,
      ...(failedWith !== null && { code: failedWith }),
      ms: Math.round(reply.elapsedTime),
    })
    done()
  })
}
