import { context, propagation, ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import type { FastifyInstance } from 'fastify'
import { tracer } from '../platform/tracing.ts'
import type { ProxySettings } from './client-address.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** null: the router refused the request by itself. */
    span: Span | null
  }
}

/** A span for each request, named after its operation. A visitor can't choose its trace; a trusted proxy can. */
export function traceRequests(app: FastifyInstance, { has }: ProxySettings): void {
  app.decorateRequest('span', null)
  app.addHook('onRequest', (request, _reply, done) => {
    const { headers, socket, method, routeOptions, id } = request
    const { traceparent } = headers
    // Only the trace is read: a caller's baggage would be passed to partners.
    const caller = has(socket.remoteAddress ?? '') ? propagation.extract(ROOT_CONTEXT, { traceparent }) : ROOT_CONTEXT
    request.span = tracer.startSpan(
      routeOptions.config.operation ?? 'front-end',
      {
        kind: SpanKind.SERVER,
        attributes: { 'http.request.method': method, 'http.route': routeOptions.url ?? '-', 'avouch.request_id': id },
      },
      caller,
    )
    done()
  })
  app.addHook('onResponse', ({ span }, { statusCode }, done) => {
    span?.setAttribute('http.response.status_code', statusCode)
    if (statusCode >= 500) span?.setStatus({ code: SpanStatusCode.ERROR })
    span?.end()
    done()
  })
}

/** Runs work as a part of the request's span. */
export const inSpan = <T>({ span }: { span: Span | null }, run: () => T): T =>
  span === null ? run() : context.with(trace.setSpan(ROOT_CONTEXT, span), run)
