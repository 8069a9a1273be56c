import { AsyncLocalStorage } from 'node:async_hooks'
import {
  Agent as HttpAgent,
  type ClientRequest,
  type IncomingHttpHeaders,
  type RequestOptions,
  request as requestByHttp,
} from 'node:http'
import { Agent as HttpsAgent, request as requestByHttps } from 'node:https'
import type { LookupFunction, Socket } from 'node:net'
import { TLSSocket } from 'node:tls'
import { HOUR_MS, SECOND_MS } from '@avouch/contract'
import { context, propagation, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { kindOf } from './log.ts'
import { isPart, tracer } from './tracing.ts'

/** Shorter than servers keep an idle connection, so that none closes while a request is sent. */
const IDLE_MS = 4 * SECOND_MS
/**
 * The time of each address of a host but the last one. Node's own 250 ms give up an address that is far away, or one after a lost
 * packet (repeated after a second), although no other one may answer.
 */
const ADDRESS_MS = 1.5 * SECOND_MS
/** The longest answer to a short message that is read. */
const MOST_BYTES = 64 * 1_024
/** A longer Retry-After is a mistake. */
const MOST_RETRY_MS = HOUR_MS

const connecting = { autoSelectFamily: true, autoSelectFamilyAttemptTimeout: ADDRESS_MS }
const kept = { keepAlive: true, timeout: IDLE_MS, ...connecting }
const agents = { http: new HttpAgent(kept), https: new HttpsAgent(kept) }

type Call = {
  method?: 'GET' | 'POST' | 'DELETE'
  headers?: Record<string, string>
  body?: string
  /** From the look-up of the name to the last byte. */
  timeoutMs: number
  signal: AbortSignal
  /** A longer answer is an error; 0: the answer ends with its headers. */
  mostBytes?: number
  /** For an address that a website named: a separate connection, and no trace. */
  website?: { lookup?: LookupFunction }
}
export type Answered = {
  status: number
  headers: IncomingHttpHeaders
  bytes: Buffer
  /** The wait that the answer asks for. */
  retryAfterMs: number | undefined
}

/** The answer is longer than it may be. */
export class TooLong extends Error {
  override readonly name = 'TooLong'
}

/** The message was not sent: name, address, connection or certificate failed before. */
export class NotReached extends Error {}

/** Names the cause of a missing answer in one word for the log: never the message, which may contain an address. */
export const reasonOf = (error: unknown): string => kindOf((error instanceof NotReached ? error.cause : error) as Error)

/** An answer is evidence about the partner (an outage, or refused credentials), or only about the one request. */
export type Evidence = 'outage' | 'credentials' | 'question'
const EVIDENCE: Readonly<Record<string, Evidence>> = { none: 'outage', '401': 'credentials', '5xx': 'outage' }

/**
 * Decides what an answer is evidence of, by its status; undefined: none came, or one that only a machine before the partner gives. A
 * stranger may choose what is asked, so that no number of other answers says anything about the partner.
 */
export const evidenceOf = (status: number | undefined): Evidence =>
  EVIDENCE[status ?? 'none'] ?? EVIDENCE[`${Math.floor((status ?? 0) / 100)}xx`] ?? 'question'

const waits = new AsyncLocalStorage<{ longestMs: number }>()

/** Runs a job that calls partners. @returns its result, and the longest wait that one of them asked for */
export async function heedingWaits<T>(job: () => Promise<T>): Promise<{ result: T; waitMs: number }> {
  const asked = { longestMs: 0 }
  const result = await waits.run(asked, job)
  return { result, waitMs: asked.longestMs }
}

/** Reads the seconds of a Retry-After; a date says more about their clock than about ours, and is not read. */
const retryAfterMsOf = (header = ''): number | undefined =>
  /^[0-9]{1,9}$/.test(header) ? Math.min(Number(header) * SECOND_MS, MOST_RETRY_MS) : undefined

/**
 * Calls a partner: the one way out of the house. An error status and a redirect are answers like others; a redirect is never followed.
 * @throws NotReached; else what the connection failed with, TimeoutError or TooLong: the message may have arrived
 */
export async function call(url: string, options: Call): Promise<Answered> {
  const { method = 'GET', website } = options
  const server = URL.parse(url)?.hostname ?? ''
  // The host alone: a path may hold a code.
  const attributes = { 'http.request.method': method, 'server.address': server }
  const span = isPart() ? tracer.startSpan(method, { kind: SpanKind.CLIENT, attributes }) : undefined
  const sending = { hasBegun: false }
  let status: number | undefined
  try {
    const answered = await send(url, options, website === undefined ? traceparentOf(span) : {}, sending)
    status = answered.status
    const job = waits.getStore()
    if (job !== undefined) job.longestMs = Math.max(job.longestMs, answered.retryAfterMs ?? 0)
    return answered
  } catch (error) {
    throw sending.hasBegun ? error : new NotReached('not reached', { cause: error })
  } finally {
    if (status !== undefined) span?.setAttribute('http.response.status_code', status)
    if (status === undefined || status >= 400) span?.setStatus({ code: SpanStatusCode.ERROR })
    span?.end()
  }
}

/** The propagator's header for the trace; others, such as baggage, go to no partner. */
function traceparentOf(span: Span | undefined): Record<string, string> {
  const headers: Record<string, string> = {}
  if (span !== undefined) propagation.inject(trace.setSpan(context.active(), span), headers)
  const { traceparent } = headers
  return traceparent === undefined ? {} : { traceparent }
}

const isOpen = (socket: Socket): boolean =>
  !socket.connecting && !(socket instanceof TLSSocket && Reflect.get(socket, 'secureConnecting') === true)

function watch(call: ClientRequest, isHttps: boolean, begin: () => void): void {
  call.once('socket', (socket) => {
    if (isOpen(socket)) begin()
    else socket.once(isHttps ? 'secureConnect' : 'connect', begin)
  })
}

function send(
  url: string,
  { method = 'GET', headers, body, timeoutMs, signal, mostBytes = MOST_BYTES, website }: Call,
  traced: Record<string, string>,
  sending: { hasBegun: boolean },
): Promise<Answered> {
  const isHttps = url.startsWith('https:')
  const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
  const agent = isHttps ? agents.https : agents.http
  const options: RequestOptions & typeof connecting = {
    method,
    headers: { 'user-agent': 'avouch', 'accept-encoding': 'identity', ...headers, ...length, ...traced },
    signal,
    ...connecting,
    ...(website === undefined ? { agent } : { agent: false, ...website }),
  }
  return new Promise((resolve, reject) => {
    const call = (isHttps ? requestByHttps : requestByHttp)(url, options)
    const fail = (error: Error) => {
      clearTimeout(timer)
      reject(signal.aborted ? (signal.reason as Error) : error)
      // Without the error: a connection that has gone back to its agent would throw it at the process.
      call.destroy()
    }
    const timer = setTimeout(() => fail(new DOMException('no answer in time', 'TimeoutError')), timeoutMs)
    call.on('error', fail)
    watch(call, isHttps, () => {
      sending.hasBegun = true
    })
    call.once('response', (answer) => {
      const parts: Buffer[] = []
      let bytes = 0
      const end = () => {
        clearTimeout(timer)
        const { statusCode = 0, headers: said } = answer
        const retryAfterMs = retryAfterMsOf(said['retry-after'])
        resolve({ status: statusCode, headers: said, bytes: Buffer.concat(parts), retryAfterMs })
      }
      answer.on('error', fail)
      if (mostBytes === 0) {
        end()
        return void answer.destroy()
      }
      answer.on('data', (part: Buffer) => {
        bytes += part.byteLength
        if (bytes > mostBytes) fail(new TooLong('the answer is too long'))
        else parts.push(part)
      })
      answer.once('end', end)
    })
    call.end(body)
  })
}
