import type { FastifyInstance } from 'fastify'
import type { Span, Tracer } from '../platform/tracing.ts'
import type { ProxySettings } from './client-address.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** What the request does, where traces are recorded. */
    span: Span | null
  }
}

/** A span for each request, named after its operation. A visitor can't choose its trace; a trusted proxy can. */
export function traceRequests(app: FastifyInstance, tracer: Tracer, { has }: Pick<ProxySettings, 'has'>): void {
  app.decorateRequest('span', null)
  if (!tracer.isOn) return
  app.addHook('onRequest', (request, _reply, done) => {
    const { headers, socket, method, routeOptions, id } = request
    const remote = has(socket.remoteAddress ?? '') ? headers['traceparent'] : undefined
    request.span =
      tracer.begin(routeOptions.config.operation ?? 'front-end', {
        kind: 'server',
        remote: typeof remote === 'string' ? remote : undefined,
        attributes: { 'http.request.method': method, 'http.route': routeOptions.url ?? '-', 'avouch.request_id': id },
      }) ?? null
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    const status = reply.statusCode
    request.span?.end({ attributes: { 'http.response.status_code': status }, failed: status >= 500 })
    done()
  })
}
