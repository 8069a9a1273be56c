import { randomBytes } from 'node:crypto'
import type { ReceiptClaims, VerdictClaims } from '@avouch/contract'
import fastify from 'fastify'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { Webhook } from 'standardwebhooks'
import { signWebhook } from '../src/webhook.ts'

export const PROVIDER = {
  id: 'kino-aurora',
  liveKey: `avpk_live_${randomBytes(12).toString('base64url')}`,
  webhookSecret: `whsec_${randomBytes(24).toString('base64')}`,
}
export const CALLBACK_SECRET = `whsec_${randomBytes(24).toString('base64')}`

type Asked = { reference: string; redirect_uri: string; kind?: 'payment'; amount?: number; description?: string }
type Intent = Asked & { id: string; verdict: string | null; receipt: string | null; url: string }

function verified(body: Buffer, headers: Record<string, string>): unknown {
  try {
    return new Webhook(CALLBACK_SECRET).verify(body, headers)
  } catch {
    return undefined
  }
}

/** As much of the product as a website and an identity-check service see of it. */
export async function startFakeProduct() {
  const own = await generateKeyPair('ES256')
  const foreign = await generateKeyPair('ES256')
  const jwk = { ...(await exportJWK(own.publicKey)), kid: 'key-1', alg: 'ES256', use: 'sig' }
  const intents = new Map<string, Intent>()
  const cancelled: string[] = []
  const callbacks: { id: string; payload: unknown }[] = []
  const callbackAnswers: number[] = []
  const state = { asked: 0 }
  const refunds = new Map<string, { id: string; amount: number }>()

  const app = fastify({ forceCloseConnections: true })
  app.get('/.well-known/jwks.json', async () => ({ keys: [jwk] }))

  const view = ({ id, reference, redirect_uri, verdict, receipt, url, ...asked }: Intent) => ({
    id,
    mintid: id,
    url,
    live: true,
    status: verdict ? 'confirmed' : receipt ? 'executed' : 'created',
    kind: asked.kind ?? 'age',
    minimum_age: asked.kind ? null : 18,
    payment: asked.kind ? { ...asked, currency: 'EUR', refunded_amount: 0, receipt } : null,
    max_proof_age_days: null,
    reference,
    redirect_uri,
    created_at: new Date().toISOString(),
    expires_at: new Date(Date.now() + 1_800_000).toISOString(),
    result: verdict ? 'yes' : null,
    verdict,
  })

  app.post<{ Body: Asked }>('/provider/v1/intents', async (request, reply) => {
    state.asked += 1
    const right = PROVIDER.liveKey
    if (request.headers.authorization !== `Bearer ${right}`) return reply.code(401).send({})
    const key = String(request.headers['idempotency-key'])
    const id = `intent_${randomBytes(12).toString('base64url')}`
    const fresh = { ...request.body, id, verdict: null, receipt: null, url: `${url}/?mintid=${id}` }
    const intent = intents.get(key) ?? fresh
    intents.set(key, intent)
    return reply.code(201).send(view(intent))
  })
  app.get<{ Params: { id: string } }>('/provider/v1/intents/:id', async (request, reply) => {
    const intent = [...intents.values()].find(({ id }) => id === request.params.id)
    return intent ? view(intent) : reply.code(404).send({})
  })

  app.post<{ Params: { id: string } }>('/provider/v1/intents/:id/cancel', async (request, reply) => {
    const intent = [...intents.values()].find(({ id }) => id === request.params.id)
    if (!intent || intent.verdict || intent.receipt) {
      const code = 'intent_answered'
      return reply.code(409).send({ type: 'about:blank', title: code, status: 409, code, message: code })
    }
    cancelled.push(intent.id)
    return view(intent)
  })

  app.post<{ Params: { id: string }; Body: { amount: number } }>(
    '/provider/v1/intents/:id/refunds',
    async (request, reply) => {
      const key = String(request.headers['idempotency-key'])
      const refund = refunds.get(key) ?? { id: `ref_${refunds.size}`, amount: request.body.amount }
      refunds.set(key, refund)
      return reply.code(201).send({ ...refund, intent_id: request.params.id, currency: 'EUR' })
    },
  )

  await app.register(async (raw) => {
    raw.removeAllContentTypeParsers()
    raw.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    raw.post<{ Body: Buffer }>('/api/idcheck/callback', async (request, reply) => {
      const id = String(request.headers['webhook-id'])
      const payload = verified(request.body, request.headers as Record<string, string>)
      if (payload === undefined) return reply.code(401).send({})
      callbacks.push({ id, payload })
      return reply.code(callbackAnswers.shift() ?? 200).send({ received: true })
    })
  })
  const url = (await app.listen({ port: 0, host: '127.0.0.1' })).replace('127.0.0.1', 'localhost')

  const latest = () => {
    const intent = [...intents.values()].at(-1)
    if (!intent) throw new Error('nobody asked for an intent')
    return intent
  }

  function signed(typ: string, claims: object, key: CryptoKey) {
    const { id, reference } = latest()
    return new SignJWT({ intent_id: id, reference, ...claims })
      .setProtectedHeader({ alg: 'ES256', kid: 'key-1', typ })
      .setIssuer(url)
      .setAudience(PROVIDER.id)
      .setJti(randomBytes(9).toString('base64url'))
      .setIssuedAt()
      .sign(key)
  }

  function sign(claims: Partial<VerdictClaims> = {}, key = own.privateKey) {
    const said = { sub: 'pairwise-pseudonym', live: true, minimum_age: 18, result: 'yes' }
    const proof = { method: 'identity_check', verified_on: '2026-01-31' }
    return signed('avouch-verdict+jwt', { ...said, ...proof, ...claims }, key)
  }

  function signReceipt(claims: Partial<ReceiptClaims> = {}, key = own.privateKey) {
    const said = { amount: latest().amount, currency: 'EUR', status: 'paid', live: true }
    return signed('avouch-receipt+jwt', { ...said, ...claims }, key)
  }

  return {
    url,
    state,
    refunds,
    cancelled,
    signReceipt,
    callbacks,
    /** Statuses that the next callbacks are answered with. */
    callbackAnswers,
    latest,
    sign,
    foreignKey: foreign.privateKey,
    /** A webhook as the product sends it. */
    async event(changes: Record<string, unknown> = {}) {
      const [id, at] = [`evt_${randomBytes(9).toString('base64url')}`, new Date()]
      const { id: intent_id, reference } = latest()
      const payload = JSON.stringify({
        id,
        type: changes['type'] ?? (changes['verdict'] === null ? 'intent.expired' : 'intent.confirmed'),
        timestamp: at.toISOString(),
        sequence: 1,
        data: { intent_id, reference, live: true, result: 'yes', verdict: await sign(), payment: null, ...changes },
      })
      const headers = signWebhook(PROVIDER.webhookSecret, id, payload, at)
      return { method: 'POST', url: '/webhooks/avouch', payload, headers } as const
    },
    [Symbol.asyncDispose]: () => app.close(),
  }
}
export type FakeProduct = Awaited<ReturnType<typeof startFakeProduct>>
