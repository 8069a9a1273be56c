import type { FastifyInstance } from 'fastify'
import type { Meter } from '../platform/meter.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The name of the endpoint in the contract, or of another address. */
    operation?: string
    /** A partner's signed message: it is read once its signature is verified. */
    isRaw?: boolean
  }
}

/** The operation of pages, files and unknown addresses: as labels, addresses would be unbounded. */
const FRONT_END = 'front-end'

/** Counts and times answers by operation, never by address. */
export function measureAnswers(app: FastifyInstance, meter: Meter): void {
  const answered = meter.histogram({
    name: 'http_request_duration_seconds',
    help: 'Answers, and how long they took, by operation and class of the status.',
    labels: ['operation', 'status'],
  })
  app.addHook('onResponse', (request, reply, done) => {
    const { operation = FRONT_END } = request.routeOptions.config
    answered({ operation, status: `${Math.floor(reply.statusCode / 100)}xx` }, reply.elapsedTime / 1_000)
    done()
  })
}
