import {
  Agent as HttpAgent,
  type ClientRequest,
  type IncomingHttpHeaders,
  type RequestOptions,
  request as requestByHttp,
} from 'node:http'
import { Agent as HttpsAgent, request as requestByHttps } from 'node:https'
import type { Socket } from 'node:net'
import { TLSSocket } from 'node:tls'

/** Shorter than servers keep a connection that has nothing to do, so that no request meets its end. */
const IDLE_MS = 4_000
/** The longest answer to a short message that is read. */
const MOST_BYTES = 64 * 1_024

const kept = { keepAlive: true, timeout: IDLE_MS }
const agents = { http: new HttpAgent(kept), https: new HttpsAgent(kept) }

/** Tells if the call is one of ours to a partner, and not to an address that a provider named. */
export function isToPartner(call: ClientRequest): boolean {
  const agent: unknown = Reflect.get(call, 'agent')
  return agent === agents.http || agent === agents.https
}

type Message = { headers: Record<string, string>; body: string; timeoutMs: number; signal: AbortSignal }
type Answered = { status: number; headers: IncomingHttpHeaders; text: string }

/** Nothing of the message has left: name, address, connection or certificate failed before. */
export class NotReached extends Error {}

/**
 * Posts a short message to a partner, on a connection that stays open. For what is sent all the time: fetch costs three times
 * the processor time. A redirect is an answer like others, and is not followed.
 * @throws NotReached; else what the connection failed with, or TimeoutError: the message may have arrived
 */
export async function post(url: string, message: Message): Promise<Answered> {
  const sending = { hasBegun: false }
  try {
    return await send(url, message, sending)
  } catch (error) {
    throw sending.hasBegun ? error : new NotReached('not reached', { cause: error })
  }
}

const isOpen = (socket: Socket): boolean =>
  !socket.connecting && !(socket instanceof TLSSocket && Reflect.get(socket, 'secureConnecting') === true)

const send = (
  url: string,
  { headers, body, timeoutMs, signal }: Message,
  sending: { hasBegun: boolean },
): Promise<Answered> =>
  new Promise((resolve, reject) => {
    const isHttps = url.startsWith('https:')
    const length = { 'content-length': String(Buffer.byteLength(body)) }
    const options: RequestOptions = {
      method: 'POST',
      headers: { ...headers, ...length },
      signal,
      agent: isHttps ? agents.https : agents.http,
    }
    const call = (isHttps ? requestByHttps : requestByHttp)(url, options)
    const timer = setTimeout(() => call.destroy(new DOMException('no answer in time', 'TimeoutError')), timeoutMs)
    const fail = (error: Error) => {
      clearTimeout(timer)
      reject(error)
    }
    call.once('error', fail)
    call.once('socket', (socket) => {
      const begin = () => {
        sending.hasBegun = true
      }
      if (isOpen(socket)) begin()
      else socket.once(isHttps ? 'secureConnect' : 'connect', begin)
    })
    call.once('response', (answer) => {
      let text = ''
      answer.setEncoding('utf8').on('data', (part: string) => {
        text += part
        if (text.length > MOST_BYTES) call.destroy(new RangeError('the answer is too long'))
      })
      answer.once('error', fail)
      answer.once('end', () => {
        clearTimeout(timer)
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text })
      })
    })
    call.end(body)
  })
