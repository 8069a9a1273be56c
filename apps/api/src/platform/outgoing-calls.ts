import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { ClientRequest, IncomingMessage } from 'node:http'
import { isToPartner } from './post.ts'
import type { Span, Tracer } from './tracing.ts'

/** What Node says of a call by fetch. */
type Fetched = { origin: string; method: string; addHeader: (name: string, value: string) => void }

const attributesOf = (method: string, host: string) => ({ 'http.request.method': method, 'server.address': host })
const resultOf = (status: number) => ({
  attributes: { 'http.response.status_code': status },
  failed: status >= 400,
})

/**
 * Spans of the calls to others: host and status, no path, which may hold a code. Partners get the traceparent;
 * providers' receivers, which are called by other means than partners, get none.
 * @returns what ends it
 */
export function traceOutgoingCalls(tracer: Tracer, endpoint: string): () => void {
  const { host: collector } = new URL(endpoint)
  const open = new WeakMap<object, Span>()
  function begin(call: object, method: string, host: string): Span | undefined {
    const span = tracer.begin(method, { kind: 'client', attributes: attributesOf(method, host) })
    if (span !== undefined) open.set(call, span)
    return span
  }
  function end(call: object, result: Parameters<Span['end']>[0]) {
    open.get(call)?.end(result)
    open.delete(call)
  }

  const channels: Record<string, (message: never) => void> = {
    'undici:request:create': ({ request }: { request: Fetched }) => {
      // The spans themselves are sent like this too.
      if (new URL(request.origin).host === collector) return
      const span = begin(request, request.method, new URL(request.origin).hostname)
      if (span !== undefined) request.addHeader('traceparent', span.traceparent)
    },
    'undici:request:headers': ({ request, response }: { request: Fetched; response: { statusCode: number } }) =>
      end(request, resultOf(response.statusCode)),
    'undici:request:error': ({ request }: { request: Fetched }) => end(request, { failed: true }),
    'http.client.request.created': ({ request }: { request: ClientRequest }) => {
      const span = begin(request, request.method, request.host)
      if (span !== undefined && isToPartner(request)) request.setHeader('traceparent', span.traceparent)
    },
    'http.client.response.finish': ({ request, response }: { request: ClientRequest; response: IncomingMessage }) =>
      end(request, resultOf(response.statusCode ?? 0)),
    'http.client.request.error': ({ request }: { request: ClientRequest }) => end(request, { failed: true }),
  }
  const listeners = Object.entries(channels).map(
    ([name, listen]) => [name, (message: unknown) => listen(message as never)] as const,
  )
  for (const [name, listener] of listeners) subscribe(name, listener)
  return () => {
    for (const [name, listener] of listeners) unsubscribe(name, listener)
  }
}
