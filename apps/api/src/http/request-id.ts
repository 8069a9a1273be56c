import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { newId } from '../platform/identifier.ts'
import { redact } from '../platform/log.ts'
import type { ProxySettings } from './client-address.ts'

export const REQUEST_ID = 'x-request-id'

/** Longer than any phone number, so that none can be passed off as an id; UUIDs and what proxies make are within. */
const PLAIN = /^[A-Za-z0-9][A-Za-z0-9_-]{15,63}$/

const isPlain = (id: unknown): id is string => typeof id === 'string' && PLAIN.test(id) && redact(id) === id

/**
 * The same id in the log, in the audit trail and in the answer: the proxy's, so that its log and ours can be read together,
 * or one of our own. Visitors can't choose it.
 */
export const requestIdOf =
  ({ has }: ProxySettings) =>
  ({ headers, socket }: IncomingMessage): string => {
    const given = headers[REQUEST_ID]
    return isPlain(given) && has(socket.remoteAddress ?? '') ? given : newId('req')
  }

/** Every answer says its id; its body does not, so that refusals which must not differ stay equal. */
export const addRequestId = (app: FastifyInstance): void =>
  void app.addHook('onRequest', (request, reply, done) => {
    reply.header(REQUEST_ID, request.id)
    done()
  })
