import type { AppLinkNetwork, IntentEnd, KycStatus } from '@avouch/contract'
import formbody from '@fastify/formbody'
import fastify, { type FastifyReply, type FastifyRequest } from 'fastify'

type Body = Record<string, unknown>

const NUMBER = '4915123456789'
export const MINTID = 'mintid-of-the-tests-1'
export const LINK_CODE = 'code-of-the-tests-0001'
export const RIGHT = 42

/** As much of the product as its app sees of it. One user, one website. */
export async function startFakeAppProduct() {
  const state = {
    kyc: 'COMPLETED' as KycStatus,
    checkUrl: null as string | null,
    access: 'access-1',
    refresh: 'refresh-1',
    network: 'same' as AppLinkNetwork,
    redirectUri: 'https://cinema.test/return' as string | null,
    /** How the request ended; null: it is open. */
    ended: null as IntentEnd | null,
    /** The payment that is asked for; null: an age. */
    payment: null as { status: string; live: boolean; amount?: number } | null,
    /** How long the sign-in still pays. */
    freshMs: 300_000,
  }
  const refusals = new Map<string, { status: number; code: string; more: object }>()
  const calls: { path: string; body: Body; cookie: string | undefined; authorization: string | undefined }[] = []
  const problem = (reply: FastifyReply, status: number, code: string, more: object = {}) =>
    reply.code(status).send({ type: 'about:blank', title: code, status, code, message: code, ...more })

  const app = fastify({ forceCloseConnections: true })
  await app.register(formbody)
  app.addHook('preHandler', async (request: FastifyRequest, reply) => {
    const path = request.url.split('?', 1)[0] ?? ''
    const { cookie, authorization } = request.headers
    calls.push({ path, body: (request.body ?? {}) as Body, cookie, authorization })
    const refusal = refusals.get(path)
    if (refusal === undefined) return undefined
    refusals.delete(path)
    if (path.includes('/oauth/')) return reply.code(refusal.status).send({ error: refusal.code })
    return problem(reply, refusal.status, refusal.code, refusal.more)
  })
  const signedIn = async ({ headers }: FastifyRequest, reply: FastifyReply) => {
    if (headers.authorization !== `Bearer ${state.access}`) return problem(reply, 401, 'invalid_token')
  }
  const guarded = { preHandler: signedIn }
  const tokens = () => ({
    access_token: state.access,
    token_type: 'Bearer',
    expires_in: 600,
    refresh_token: state.refresh,
    user_id: 'user-1',
  })

  const codeSent = () => ({ pinId: 'pin-id-of-the-tests', resend_after: 60, form: 'digits', sent: true })
  app.get('/auth/public/challenge', async () => ({ provider: 'off' }))
  app.post('/auth/public/app/prelogin', async (_request, reply) =>
    reply.header('set-cookie', 'did=avdv_of-the-phone; Path=/; HttpOnly').send(codeSent()),
  )
  app.post('/auth/public/app/signup', async (_request, reply) => reply.code(201).send({ registered: true }))
  app.post<{ Body: Body }>('/auth/api/oauth/token', async ({ body }) => {
    if (body['grant_type'] === 'refresh_token') state.access = 'access-2'
    return body['grant_type'] === 'password' ? { ...tokens(), access_token: 'only-for-the-code' } : tokens()
  })
  app.post('/auth/api/oauth/revoke', async () => ({}))
  app.post('/auth/api/2fa/resend', async () => codeSent())
  app.post('/auth/api/2fa/verify', async () => tokens())

  const provider = { name: 'Kino Aurora', domain: 'kino.example', logo: null }
  app.post('/api/app/links/:code/claim', guarded, async () => ({
    provider,
    kind: 'age',
    minimum_age: 18,
    numbers: [17, RIGHT, 88],
    network: state.network,
    expires_in: 300,
  }))
  app.post<{ Body: Body }>('/api/app/links/:code/match', guarded, async ({ body }, reply) =>
    body['number'] === RIGHT ? { mintid: MINTID } : problem(reply, 422, 'app_link_number'),
  )
  app.post('/api/app/links/:code/refuse', guarded, async (_request, reply) => reply.code(204).send())
  app.get('/api/idcheck/intent/:id/summary', async () => ({
    provider,
    kind: state.payment === null ? 'age' : 'payment',
    minimum_age: state.payment === null ? 18 : null,
    accept: [],
    payment: null,
    live: state.payment?.live ?? true,
    transaction: 'T-1',
    redirect_uri: state.redirectUri,
    return: null,
    expires_at: '2030-01-01T00:00:00.000Z',
    ended: state.ended,
  }))
  app.get('/api/idcheck/init', guarded, async () => ({
    data: { code: state.checkUrl === null ? '' : 'tc-of-the-tests-001', url: state.checkUrl },
  }))
  app.get('/api/idcheck/status', guarded, async () => ({ result: { status: state.kyc } }))
  app.post('/api/idcheck/intent/:id/confirm', guarded, async () => ({
    status: 'confirmed',
    data: { redirect_uri: state.redirectUri, result: true },
  }))

  app.post('/api/idcheck/intent/:id/leave', async (_request, reply) => reply.code(204).send())

  const payment = () => ({
    status: state.payment?.status,
    data: {
      redirect_uri: state.redirectUri,
      result: state.payment?.status === 'executed',
      provider,
      amount: state.payment?.amount ?? 1_250,
      currency: 'EUR',
      description: 'Two tickets',
      live: state.payment?.live,
      transaction: 'T-1',
      expires_at: '2030-01-01T00:00:00.000Z',
      step_up_after: new Date(Date.now() + state.freshMs).toISOString(),
    },
  })
  const move = (status: string) => async () => {
    if (state.payment) state.payment.status = status
    return payment()
  }
  app.get('/api/client/intent/:id', guarded, async () => payment())
  app.post('/api/client/confirm/intent/:id', guarded, move('reserved'))
  app.post('/api/client/exec/intent/:id', guarded, move('executed'))
  app.post('/api/client/release/intent/:id', guarded, move('cancelled'))
  app.get('/api/client/wallet', guarded, async () => ({ available: 2_550, reserved: 1_250, currency: 'EUR' }))
  app.get('/api/client/wallet/deposit', guarded, async () => ({
    open: true,
    reference: 'RF18OFTHETESTS',
    iban: 'DE02120300000000202051',
    account_holder: null,
    currency: 'EUR',
    max_balance: 100_000,
  }))
  const changes = { available_change: 2_550, reserved_change: 0, currency: 'EUR' }
  const entry = { id: 'entry-1', kind: 'deposit', at: '2026-01-31T10:00:00.000Z', provider: null, description: null }
  app.get('/api/client/wallet/entries', guarded, async () => ({
    data: [{ ...entry, ...changes }],
    next_cursor: 'older',
  }))

  const url = (await app.listen({ port: 0, host: '127.0.0.1' })).replace('127.0.0.1', 'localhost')
  return {
    url,
    /** Refuses the next call of a path. */
    refuse: (path: string, status: number, code: string, more = {}) => void refusals.set(path, { status, code, more }),
    number: NUMBER,
    link: `${url}/a/${LINK_CODE}`,
    state,
    calls,
    called: (path: string) => calls.filter((call) => call.path === path),
    [Symbol.asyncDispose]: () => app.close(),
  }
}
