import { AppError, checkReturn, LANGUAGES } from '@avouch/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { runInRequestContext } from '../modules/audit/index.ts'
import type { Kyc } from '../modules/kyc/index.ts'
import type { CallLimits } from '../modules/rate-limits/index.ts'
import type { noIdentityCheck } from './pages/no-identity-check.ts'

type Deps = {
  visits: NonNullable<Kyc['visits']>
  sendUnavailable: ReturnType<typeof noIdentityCheck>
  calls: CallLimits
  publicUrl: string
}
type OfVendor = { Params: { vendor: string } }

/** Decisions of vendors have all that a document says. */
const MESSAGE_LIMIT_BYTES = 256 * 1_024
const RETRY_SECONDS = '30'

const address = z.strictObject({
  tc: z.string().check(z.regex(/^[\w-]{43}$/)),
  lang: z.enum(LANGUAGES),
  oi: z.string().check(z.maxLength(1_000)),
  userConsentDP: z.enum(['yes', 'no']),
})

/** The way back is ours alone, so that nobody is sent on from here to another website. */
function isWayBack(back: string, publicUrl: string): boolean {
  const given = URL.parse(back)?.searchParams
  const [returnId, mobile] = [given?.get('return') ?? undefined, given?.get('mobile') === 'true']
  return back === checkReturn(publicUrl, { returnId, mobile })
}

/** Browsers fetch pages that nobody opened; a session costs money. */
const isPrefetch = ({ headers }: FastifyRequest): boolean =>
  [headers['sec-purpose'], headers['purpose']].some((purpose) => String(purpose).includes('prefetch'))

/** Where visitors leave for a vendor with sessions and come back, and where it reports. */
export async function addIdentity(app: FastifyInstance, deps: Deps): Promise<void> {
  const { visits, sendUnavailable, calls, publicUrl } = deps
  const within = <T>({ id, client, routeOptions }: FastifyRequest, run: () => Promise<T>): Promise<T> =>
    runInRequestContext({ requestId: id, route: routeOptions.url ?? '', network: client.address.network }, run)

  /** Answers a visitor's browser; nothing happens where it only looks. */
  async function visited(request: FastifyRequest, reply: FastifyReply, answer: () => Promise<FastifyReply>) {
    reply.header('cache-control', 'no-store')
    if (request.method === 'HEAD') return reply.send()
    if (isPrefetch(request)) return reply.code(503).send()
    return within(request, async () => {
      await calls.admit('account', request.client)
      return answer()
    })
  }

  app.get('/identity/start', { config: { operation: 'identityStart' } }, (request, reply) =>
    visited(request, reply, async () => {
      const { data } = address.safeParse(request.query)
      if (data === undefined || !isWayBack(data.oi, publicUrl)) throw new AppError('invalid_request')
      const { tc: code, lang: language, oi: returnTo } = data
      const to = await visits.addressFor({ code, language, returnTo })
      if (to !== undefined) return reply.redirect(to, 303)
      reply.code(503).header('retry-after', RETRY_SECONDS)
      return sendUnavailable(reply, language, { again: request.originalUrl, back: returnTo })
    }),
  )

  app.get<OfVendor>('/identity/return/:vendor', { config: { operation: 'identityReturn' } }, (request, reply) =>
    visited(request, reply, async () => {
      const { params, originalUrl } = request
      const to = await visits.takeReturn(params.vendor, new URL(originalUrl, publicUrl).searchParams)
      return reply.redirect(to ?? new URL('/kyc-check-result', publicUrl).href, 303)
    }),
  )

  await app.register(async (scope) => {
    // Signatures are over bytes, whatever they are said to be.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    scope.post<OfVendor>(
      '/identity/report/:vendor',
      {
        bodyLimit: MESSAGE_LIMIT_BYTES,
        config: { operation: 'identityReport' },
        onError: async ({ params }, _reply, error) => {
          if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') visits.refuseTooLong(params.vendor)
        },
      },
      async (request, reply) => {
        const { params, headers, body } = request
        const rawBody = Buffer.isBuffer(body) ? body : Buffer.alloc(0)
        const result = await within(request, () => visits.receive(params.vendor, { headers, rawBody }))
        request.log.info({ result }, 'identity vendor reported')
        // A session that is not known is no error: vendors repeat what is refused for a week.
        return reply.header('cache-control', 'no-store').send({})
      },
    )
  })
}
