import { AppError } from '@avouch/contract'
import type { FastifyInstance } from 'fastify'
import { problemOf } from './problem-answer.ts'

type Options = { failures: () => Promise<readonly string[]>; version: object | undefined }

/** Tells the operator's supervisor that the process is alive, and the load balancer whether it should get visitors. */
export function addHealthChecks(app: FastifyInstance, { failures, version }: Options): void {
  app.get('/livez', { config: { operation: 'livez' } }, async (_request, reply) => {
    reply.header('cache-control', 'no-store')
    return { live: true }
  })
  app.get('/readyz', { config: { operation: 'readyz' } }, async (_request, reply) => {
    const failed = await failures()
    reply.header('cache-control', 'no-store')
    if (failed.length === 0) return { ready: true }
    const error = new AppError('service_unavailable', { retry_after: 1 })
    reply.code(error.status).header('retry-after', '1').type('application/problem+json; charset=utf-8')
    return JSON.stringify({ ...problemOf(error), failed })
  })
  if (version !== undefined)
    app.get('/version', { config: { operation: 'version' } }, async (_request, reply) => {
      reply.header('cache-control', 'no-store')
      return version
    })
}
