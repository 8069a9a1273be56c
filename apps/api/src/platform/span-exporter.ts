import type { Attributes } from './tracing.ts'

/** One piece of work that is done, as OTLP writes it. */
export type FinishedSpan = {
  traceId: string
  spanId: string
  parentSpanId: string | undefined
  name: string
  kind: number
  startedAt: bigint
  endedAt: bigint
  attributes: Attributes
  failed: boolean
}
type Options = {
  /** Where OTLP is spoken over HTTP; spans go to /v1/traces below it. */
  endpoint: string
  resource: Attributes
  /** So many spans were lost, because the collector does not take them. */
  onLost: (count: number) => void
}

const SEND_EVERY_MS = 2_000
const TIMEOUT_MS = 5_000
/** Beyond it spans are lost rather than kept in memory. */
const MOST_WAITING = 4_096
const AT_ONCE = 512
const FAILED = 2

const attributesOf = (attributes: Attributes) =>
  Object.entries(attributes).map(([key, value]) => ({
    key,
    value: typeof value === 'number' ? { intValue: String(value) } : { stringValue: value },
  }))

const written = ({ startedAt, endedAt, attributes, failed, ...span }: FinishedSpan) => ({
  ...span,
  startTimeUnixNano: String(startedAt),
  endTimeUnixNano: String(endedAt),
  attributes: attributesOf(attributes),
  status: failed ? { code: FAILED } : {},
})

/** Sends spans to a collector as OTLP, JSON over HTTP, in batches. A collector that is away costs spans and nothing else. */
export function createSpanExporter({ endpoint, resource, onLost }: Options) {
  const url = `${endpoint.replace(/\/$/, '')}/v1/traces`
  const about = { attributes: attributesOf(resource) }
  const waiting: FinishedSpan[] = []
  let lost = 0
  let sending: Promise<void> = Promise.resolve()

  async function sendSome(): Promise<void> {
    const spans = waiting.splice(0, AT_ONCE)
    if (spans.length === 0) return
    const scopeSpans = [{ scope: { name: 'avouch' }, spans: spans.map(written) }]
    try {
      const signal = AbortSignal.timeout(TIMEOUT_MS)
      const body = JSON.stringify({ resourceSpans: [{ resource: about, scopeSpans }] })
      const answer = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body, signal })
      await answer.body?.cancel()
      if (!answer.ok) lost += spans.length
    } catch {
      // The collector is away.
      lost += spans.length
    }
  }
  async function sendAll(): Promise<void> {
    for (let left = Math.ceil(waiting.length / AT_ONCE); left > 0; left--) await sendSome()
    if (lost > 0) onLost(lost)
    lost = 0
  }
  /** One after the other. */
  const flush = (): Promise<void> => (sending = sending.then(sendAll))
  const timer = setInterval(() => void flush(), SEND_EVERY_MS)

  return {
    add(span: FinishedSpan): void {
      if (waiting.length < MOST_WAITING) waiting.push(span)
      else lost++
    },
    stop(): Promise<void> {
      clearInterval(timer)
      return flush()
    },
  }
}
