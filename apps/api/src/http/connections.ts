import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { AppError } from '@avouch/contract'
import type { FastifyInstance } from 'fastify'
import { problemOf } from './problem-answer.ts'

/** A request that has not come in whole by then is cut off. */
const REQUEST_TIMEOUT_MS = 10_000

/** Node checks for slow requests at this interval (default: half a minute); headers have a separate limit. */
export const CONNECTION_LIMITS = {
  requestTimeout: REQUEST_TIMEOUT_MS,
  headersTimeout: REQUEST_TIMEOUT_MS,
  connectionsCheckingInterval: 1_000,
  // Node's refusal would lack our headers.
  requireHostHeader: false,
}

const STATUS_LINES: Record<string, readonly [number, string]> = {
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'Request Timeout'],
  HPE_HEADER_OVERFLOW: [431, 'Request Header Fields Too Large'],
}

/** Answers broken HTTP and too long or too slow requests in our form: for them no hook runs. */
export function answerMalformed(headers: Record<string, string>) {
  return (error: Error & { code?: string }, socket: Socket): void => {
    if (error.code !== 'ECONNRESET' && socket.writable) {
      const [status, reason] = STATUS_LINES[error.code ?? ''] ?? [400, 'Bad Request']
      const body = JSON.stringify(problemOf(new AppError('invalid_request', {}, { status })))
      const lines = Object.entries({
        ...headers,
        'content-type': 'application/problem+json; charset=utf-8',
        'content-length': String(Buffer.byteLength(body)),
        'cache-control': 'no-store',
        connection: 'close',
      }).map(([name, value]) => `${name}: ${value}\r\n`)
      socket.write(`HTTP/1.1 ${status} ${reason}\r\n${lines.join('')}\r\n${body}`)
    }
    socket.destroy(error)
  }
}

/** Answers as if nothing was expected: Node's own refusal (417) has no header of ours, and RFC 9110, 10.1.1, asks for none. */
export function ignoreExpectations(server: Server): void {
  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    server.emit('request', request, response)
  })
}

/** Refuses what Node's parser lets pass: another version of HTTP (RFC 9112, 2.3), and no Host, or several (3.2). */
export function refuseMalformed(app: FastifyInstance): void {
  app.addHook('onRequest', ({ raw: { httpVersion, rawHeaders } }, _reply, done) => {
    const hosts = rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host')
    const isWellFormed = hosts.length === 1 || (hosts.length === 0 && httpVersion === '1.0')
    done(
      /^1\.[01]$/.test(httpVersion) && isWellFormed ? undefined : new AppError('invalid_request', {}, { status: 400 }),
    )
  })
}
