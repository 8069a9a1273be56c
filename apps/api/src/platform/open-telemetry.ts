import { randomBytes } from 'node:crypto'
import type { Warn } from './log.ts'
import { createSpanExporter } from './span-exporter.ts'
import { currentSpan, type Span, type Tracer } from './tracing.ts'

export type TraceSettings = {
  /** The collector, see the exporter. */
  endpoint: string
  /** How many of the traces that begin here are recorded: 0 to 1. A caller's choice is followed. */
  ratio: number
  node: string
}

const TRACEPARENT = /^00-(?<traceId>(?!0{32})[0-9a-f]{32})-(?<spanId>(?!0{16})[0-9a-f]{16})-(?<flags>[0-9a-f]{2})$/
const KINDS = { internal: 1, server: 2, client: 3, consumer: 5 } as const
const SAMPLED = 1

type Context = { traceId: string; spanId: string | undefined; isSampled: boolean }

function read(traceparent: string | undefined): Context | undefined {
  const { traceId, spanId, flags = '0' } = TRACEPARENT.exec(traceparent ?? '')?.groups ?? {}
  if (traceId === undefined) return undefined
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & SAMPLED) === SAMPLED }
}

const newTrace = (ratio: number): Context => ({
  traceId: randomBytes(16).toString('hex'),
  spanId: undefined,
  isSampled: Math.random() < ratio,
})

const nanoseconds = (milliseconds: number): bigint => BigInt(Math.round(milliseconds * 1_000)) * 1_000n

/** Spans as OpenTelemetry knows them, sent to the operator's collector. */
export function createOpenTelemetry(
  { endpoint, ratio, node }: TraceSettings,
  { version, warn }: { version: string; warn: Warn },
): Tracer {
  const exporter = createSpanExporter({
    endpoint,
    resource: { 'service.name': 'avouch', 'service.version': version, 'service.instance.id': node },
    onLost: (count) => warn('traces lost', { count }),
  })

  const ours = new WeakSet<Span>()

  /** @returns undefined for a part of nothing */
  function contextOf(kind: keyof typeof KINDS, remote: string | undefined): Context | undefined {
    const current = currentSpan()
    if (current !== undefined && ours.has(current)) return read(current.traceparent)
    return kind === 'server' || kind === 'consumer' ? (read(remote) ?? newTrace(ratio)) : undefined
  }

  return {
    isOn: true,
    begin(name, { kind, attributes = {}, remote }): Span | undefined {
      const context = contextOf(kind, remote)
      if (context === undefined) return undefined
      const { traceId, spanId: parentSpanId, isSampled } = context
      const spanId = randomBytes(8).toString('hex')
      const startedAt = nanoseconds(Date.now())
      const begun = performance.now()
      const span: Span = {
        traceparent: `00-${traceId}-${spanId}-${isSampled ? '01' : '00'}`,
        end({ attributes: more, failed = false } = {}) {
          if (!isSampled) return
          const all = { ...attributes, ...more }
          // The machine's clock may be set in between.
          const times = { startedAt, endedAt: startedAt + nanoseconds(performance.now() - begun) }
          exporter.add({ traceId, spanId, parentSpanId, name, kind: KINDS[kind], ...times, attributes: all, failed })
        },
      }
      ours.add(span)
      return span
    },
    stop: () => exporter.stop(),
  }
}
