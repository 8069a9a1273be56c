import { AppError } from '@avouch/contract'
import type { FastifyInstance } from 'fastify'
import { problemOf } from './problem-answer.ts'

/** For the operator's supervisor and load balancer: whether the process is alive, and whether it should get visitors. */
export function addHealthChecks(app: FastifyInstance, failures: () => Promise<readonly string[]>): void {
  app.get('/livez', { exposeHeadRoute: true }, async (_request, reply) => {
    reply.header('cache-control', 'no-store')
    return { live: true }
  })
  app.get('/readyz', { exposeHeadRoute: true }, async (_request, reply) => {
    const failed = await failures()
    reply.header('cache-control', 'no-store')
    if (failed.length === 0) return { ready: true }
    const error = new AppError('service_unavailable', { retry_after: 1 })
    reply.code(error.status).header('retry-after', '1').type('application/problem+json; charset=utf-8')
    return JSON.stringify({ ...problemOf(error), failed })
  })
}
