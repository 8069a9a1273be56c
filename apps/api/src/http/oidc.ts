import { AppError } from '@avouch/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { runInRequestContext } from '../modules/audit/index.ts'
import type { CallLimits } from '../modules/rate-limits/index.ts'
import { type Oidc, OIDC_PATH } from '../modules/oidc/index.ts'

type Deps = { oidc: Oidc; calls: CallLimits; publicUrl: string }
type RequestRoute = { Params: { ref: string } }

const BODY_LIMIT_BYTES = 16 * 1_024
const FORM = 'application/x-www-form-urlencoded'
/** Metadata of the provider, by OAuth's name for them (RFC 8414). */
const METADATA = '/.well-known/oauth-authorization-server'
/** The endpoints of the library, each by its own name for what monitoring counts and logs. */
const OF_THE_LIBRARY = {
  '/auth/:ref': 'oidcResume',
  '/par': 'oidcPushedRequest',
  '/token': 'oidcToken',
  '/userinfo': 'oidcUserinfo',
  '/jwks': 'oidcKeys',
  '/.well-known/openid-configuration': 'oidcDiscovery',
  [METADATA]: 'oidcDiscovery',
} as const
const named = (operation: string) => ({ config: { operation } })

/** Sets the address of a request to PUBLIC_URL, whatever a caller or a proxy sends. */
function setPublicAddress({ raw }: FastifyRequest, publicUrl: URL): void {
  const { headers } = raw
  delete headers['x-forwarded-for']
  headers['host'] = publicUrl.host
  headers['x-forwarded-host'] = publicUrl.host
  headers['x-forwarded-proto'] = publicUrl.protocol.slice(0, -1)
}

const routeOf = ({ routeOptions }: FastifyRequest) => routeOptions.url ?? OIDC_PATH
/** Records which request caused an event. */
const within = <T>(request: FastifyRequest, run: () => Promise<T>): Promise<T> =>
  runInRequestContext({ requestId: request.id, route: routeOf(request), network: request.client.address.network }, run)

/** Hands the request over to the library, which writes to the raw answer, with our headers on it. */
async function handOver({ oidc }: Deps, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { raw: req } = request
  const res = reply.raw
  for (const [name, value] of Object.entries(reply.getHeaders())) if (value !== undefined) res.setHeader(name, value)
  const url = req.url ?? ''
  Object.assign(req, { originalUrl: url, url: url.slice(OIDC_PATH.length) || '/' })
  reply.hijack()
  await within(request, () => oidc.answer(req, res))
}

/**
 * The OpenID Connect provider. Its library answers the endpoints; a visitor's request goes over our own addresses to the
 * screens and back.
 */
export async function addOidc(app: FastifyInstance, deps: Deps): Promise<void> {
  const { oidc, calls } = deps
  const publicUrl = new URL(deps.publicUrl)
  const goTo = (reply: FastifyReply, address: string) =>
    reply.header('cache-control', 'no-store').redirect(address, 303)

  const onRequest = async (request: FastifyRequest, reply: FastifyReply) => {
    if (Number(request.headers['content-length'] ?? 0) > BODY_LIMIT_BYTES) throw new AppError('body_too_large')
    setPublicAddress(request, publicUrl)
    const isOfBrowser = /\/(?:auth|interaction)(?:\/|$)/.test(routeOf(request))
    await within(request, () => calls.admit(isOfBrowser ? 'oidc' : 'provider', request.client))
    // A visitor's request begins and continues by GET alone.
    if (isOfBrowser && request.method === 'HEAD') return reply.header('cache-control', 'no-store').send()
  }

  // An issuer with a path has it there too (3.1).
  app.route({
    method: ['GET', 'OPTIONS'],
    url: METADATA + OIDC_PATH,
    ...named('oidcDiscovery'),
    onRequest,
    handler: (request, reply) => {
      request.raw.url = OIDC_PATH + METADATA
      return handOver(deps, request, reply)
    },
  })
  await app.register(
    async (scope) => {
      // The library reads bodies by itself.
      scope.removeAllContentTypeParsers()
      scope.addContentTypeParser('*', (_request, _body, done) => done(null))
      scope.addHook('onRequest', onRequest)

      scope.get<RequestRoute>('/interaction/:ref', named('oidcBegin'), async (request, reply) =>
        goTo(reply, await within(request, () => oidc.begin(request.raw, reply.raw, request.params.ref))),
      )
      scope.get<RequestRoute>('/interaction/:ref/done', named('oidcFinish'), async (request, reply) =>
        goTo(reply, await within(request, () => oidc.finish(request.raw, reply.raw, request.params.ref))),
      )
      scope.get('/auth', named('oidcAuthorization'), (request, reply) => handOver(deps, request, reply))
      await scope.register(async (forms) => {
        forms.removeAllContentTypeParsers()
        forms.addContentTypeParser(FORM, { parseAs: 'string' }, (_request, body, done) => done(null, String(body)))
        // The standard allows it; a cookie of ours does not come with a form of another website, so it continues by GET.
        forms.post('/auth', named('oidcAuthorization'), async ({ body }, reply) =>
          // Escaped again: a header takes neither line ends nor letters beyond Latin-1.
          goTo(
            reply,
            `${deps.publicUrl}${OIDC_PATH}/auth?${new URLSearchParams(typeof body === 'string' ? body : '').toString()}`,
          ),
        )
      })
      for (const [url, operation] of Object.entries(OF_THE_LIBRARY))
        scope.route({
          method: ['GET', 'POST', 'OPTIONS'],
          url,
          ...named(operation),
          handler: (request, reply) => handOver(deps, request, reply),
        })
      scope.all('/*', named('oidcOther'), async () => {
        throw new AppError('not_found')
      })
    },
    { prefix: OIDC_PATH },
  )
}
