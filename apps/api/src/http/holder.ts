import {
  AppError,
  HOLDER_REQUEST_PATH,
  HOLDER_RESPONSE_PATH,
  opaqueId,
  PRESENTATION_HERE,
  PRESENTATION_LINK_PATH,
} from '@avouch/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { runInRequestContext } from '../modules/audit/index.ts'
import type { CallLimits } from '../modules/rate-limits/index.ts'
import type { Presentations, Receiver } from '../modules/presentations/index.ts'
import { toAppError } from './problem-answer.ts'

type Deps = { presentations: Presentations; receiver: Receiver; calls: CallLimits }

/**
 * Detects who opens the address of a QR code: a phone has the app, or offers it. Any other browser belongs to a desktop, or to a
 * tablet that says it is one (iPadOS, Android): only its visitor can tell, and says so by a link.
 */
const PHONE = /\b(?:Android|iPhone|iPad|iPod|Mobile)\b/
const isBrowser = ({ headers }: FastifyRequest): boolean => headers.accept?.includes('text/html') === true
const isPhone = ({ headers }: FastifyRequest): boolean => PHONE.test(headers['user-agent'] ?? '')

/** Comes back in the request. */
const MOST_OF_NONCE = 256
/** ID wallets send more than age apps; what is read of it is bounded by the verifier. */
const BODY_LIMIT_BYTES = 256 * 1_024

/** A form parameter; without a value it counts as absent (RFC 6749, 3.1). */
const parameter = (most = BODY_LIMIT_BYTES) =>
  z.pipe(
    z.optional(z.string().check(z.maxLength(most))),
    z.transform((value) => (value === '' ? undefined : value)),
  )
const answer = z.object({ vp_token: parameter(), response: parameter(), error: parameter() })
/** OpenID4VP, 5.10: the parameters of a wallet that fetches its request by POST; all others are ignored. */
const fetching = z.object({ wallet_nonce: parameter(MOST_OF_NONCE) })

const REQUEST_TYPE = 'application/oauth-authz-req+jwt'
const OVER_PATH = '/request-problem?problem=over'
const phonePath = (code: string) => `/request-problem?${new URLSearchParams({ problem: 'phone', code }).toString()}`

/** OpenID4VP, 8.5: an app reads `error`, and its developer the rest. */
function refuse(reply: FastifyReply, error: unknown): FastifyReply {
  const known = toAppError(error)
  const { code, details } = known
  reply.server.logFailure(reply.request, known)
  const status = known.status >= 500 || known.status === 429 || code === 'not_found' ? known.status : 400
  if (details.retry_after !== undefined) reply.header('retry-after', String(details.retry_after))
  const body = { error: status >= 500 ? 'server_error' : 'invalid_request', error_description: details.reason ?? code }
  return reply.code(status).type('application/json; charset=utf-8').send(body)
}

/**
 * The addresses that apps with a proof call. They are no browser of a visitor, so they have no origin to check; web wallets are pages,
 * so that any page may read the answer, which says nothing about a visitor.
 */
export function addHolder(app: FastifyInstance, { presentations, receiver, calls }: Deps): void {
  async function asHolder(request: FastifyRequest, reply: FastifyReply, work: () => Promise<FastifyReply>) {
    const { id: requestId, client, routeOptions } = request
    reply.header('access-control-allow-origin', '*').header('cache-control', 'no-store')
    const context = { requestId, route: routeOptions.url ?? '', network: client.address.network }
    return runInRequestContext(context, async () => {
      await calls.admit('holder', client)
      return work()
    })
  }

  app.post<{ Params: { rid: string } }>(
    HOLDER_RESPONSE_PATH,
    {
      bodyLimit: BODY_LIMIT_BYTES,
      config: { operation: 'holderResponse' },
      errorHandler: (error, _, reply) => void refuse(reply, error),
    },
    async (request, reply) => {
      const { params, body } = request
      return asHolder(request, reply, async () => {
        const [route, given] = [opaqueId.safeParse(params.rid), answer.safeParse(body)]
        if (!route.success || !given.success) throw new AppError('invalid_request')
        const redirect_uri = await receiver.receive(route.data, given.data)
        return reply.type('application/json; charset=utf-8').send(redirect_uri === undefined ? {} : { redirect_uri })
      })
    },
  )

  app.route<{ Params: { rid: string } }>({
    method: ['GET', 'POST'],
    url: HOLDER_REQUEST_PATH,
    config: { operation: 'holderRequest' },
    errorHandler: (error, _, reply) => void refuse(reply, error),
    handler: async (request, reply) =>
      asHolder(request, reply, async () => {
        const [route, given] = [opaqueId.safeParse(request.params.rid), fetching.safeParse(request.body ?? {})]
        if (!route.success || !given.success) throw new AppError('invalid_request')
        if (request.method === 'HEAD') return reply.type(REQUEST_TYPE).send()
        const signed = await presentations.fetchRequest(route.data, given.data.wallet_nonce)
        return reply.type(REQUEST_TYPE).send(signed)
      }),
  })

  app.get<{ Params: { code: string }; Querystring: Record<string, unknown> }>(
    PRESENTATION_LINK_PATH,
    { config: { operation: 'presentationLink' } },
    async (request, reply) => {
      await calls.admit('holder', request.client)
      reply.header('cache-control', 'no-store')
      const code = opaqueId.safeParse(request.params.code)
      const isHere = isPhone(request) || PRESENTATION_HERE in request.query
      if (request.method === 'HEAD') return reply.send()
      // The request stays as it is for the phone that was meant.
      if (code.success && isBrowser(request) && !isHere) return reply.redirect(phonePath(code.data), 303)
      const url = code.success ? await presentations.open(code.data) : undefined
      if (url !== undefined) return reply.redirect(url, 303)
      if (isBrowser(request)) return reply.redirect(OVER_PATH, 303)
      throw new AppError('presentation_over')
    },
  )
}
