import { subscribe } from 'node:diagnostics_channel'
import type { ClientRequest, IncomingMessage } from 'node:http'
import { context, propagation, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { isToPartner } from './post.ts'
import { isPart, tracer } from './tracing.ts'

/** The message of Node's diagnostics channel about a call by fetch. */
type Fetched = { origin: string; method: string; addHeader: (name: string, value: string) => void }

/** The propagator's header for the trace; others, such as baggage, go to no partner. */
function traceparentOf(span: Span): string | undefined {
  const headers: Record<string, string> = {}
  propagation.inject(trace.setSpan(context.active(), span), headers)
  return headers['traceparent']
}

/**
 * Spans of this process's calls to others: host and status, no path, which may hold a code. Partners get the traceparent;
 * providers' receivers, which are called by other means than partners, get none.
 */
export function traceOutgoingCalls(): void {
  const open = new WeakMap<object, Span>()
  function begin(call: object, method: string, host: string): string | undefined {
    if (!isPart()) return undefined
    const attributes = { 'http.request.method': method, 'server.address': host }
    const span = tracer.startSpan(method, { kind: SpanKind.CLIENT, attributes })
    open.set(call, span)
    return traceparentOf(span)
  }
  function end(call: object, status?: number) {
    const span = open.get(call)
    if (status !== undefined) span?.setAttribute('http.response.status_code', status)
    if (status === undefined || status >= 400) span?.setStatus({ code: SpanStatusCode.ERROR })
    span?.end()
    open.delete(call)
  }

  const channels: Record<string, (message: never) => void> = {
    'undici:request:create': ({ request }: { request: Fetched }) => {
      const traceparent = begin(request, request.method, new URL(request.origin).hostname)
      if (traceparent !== undefined) request.addHeader('traceparent', traceparent)
    },
    'undici:request:headers': ({ request, response }: { request: Fetched; response: { statusCode: number } }) =>
      end(request, response.statusCode),
    'undici:request:error': ({ request }: { request: Fetched }) => end(request),
    'http.client.request.created': ({ request }: { request: ClientRequest }) => {
      const traceparent = begin(request, request.method, request.host)
      if (traceparent !== undefined && isToPartner(request)) request.setHeader('traceparent', traceparent)
    },
    'http.client.response.finish': ({ request, response }: { request: ClientRequest; response: IncomingMessage }) =>
      end(request, response.statusCode),
    'http.client.request.error': ({ request }: { request: ClientRequest }) => end(request),
  }
  for (const [name, listen] of Object.entries(channels)) subscribe(name, (message) => listen(message as never))
}
