import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'
import { beforeAll, expect, test } from 'vitest'
import { createAvouch } from './avouch.ts'
import { AvouchUnavailable, InvalidVerdict } from './errors.ts'

const PRODUCT = 'https://product.example'
const REFUND = { id: 'ref_1', intent_id: 'int_1', amount: 500, currency: 'EUR', created_at: '2026-11-20T10:00:00Z' }
const CLAIMS = {
  iss: PRODUCT,
  aud: 'shop',
  intent_id: 'int_1',
  amount: 1_999,
  currency: 'EUR',
  status: 'paid',
  live: true,
}
const ASKED = {
  redirect_uri: 'https://shop.example/back',
  amount: 1_999,
  currency: 'EUR',
  description: 'Card',
} as const

let keys: Awaited<ReturnType<typeof generateKeyPair>>
beforeAll(async () => {
  keys = await generateKeyPair('ES256')
})

function shop(answer: unknown) {
  const asked: { url: string; init: RequestInit }[] = []
  const fetch: typeof globalThis.fetch = async (input, init = {}) => {
    const url = input instanceof Request ? input.url : input.toString()
    asked.push({ url, init })
    if (!url.endsWith('/jwks.json')) return Response.json(answer)
    return Response.json({ keys: [{ ...(await exportJWK(keys.publicKey)), kid: 'k1', alg: 'ES256', use: 'sig' }] })
  }
  return { asked, payments: createAvouch({ url: PRODUCT, apiKey: 'avpk_test_k', providerId: 'shop', fetch }).payments }
}

const sign = (claims: JWTPayload, typ = 'avouch-receipt+jwt') =>
  new SignJWT(claims).setProtectedHeader({ alg: 'ES256', kid: 'k1', typ }).sign(keys.privateKey)

test('A payment is asked for under its idempotency key [PAY-03]', async () => {
  const { payments, asked } = shop({ id: 'int_1', url: `${PRODUCT}/?mintid=m`, status: 'created' })
  await payments.create(ASKED, 'order-1')
  const { url, init } = asked[0] ?? expect.fail('nothing was asked')
  expect(url).toBe(`${PRODUCT}/provider/v1/intents`)
  expect(init.headers).toMatchObject({ 'idempotency-key': 'order-1' })
  expect(JSON.parse(init.body as string)).toEqual({ ...ASKED, kind: 'payment' })
})

test('A refund of a part, or of what is left, is asked for under its idempotency key [PAY-13]', async () => {
  const { payments, asked } = shop(REFUND)
  expect(await payments.refund('int_1', 500, 'refund-1')).toEqual(REFUND)
  await payments.refund('int_1', undefined, 'refund-2')
  expect(asked.map(({ url, init }) => [url, init.body])).toEqual([
    [`${PRODUCT}/provider/v1/intents/int_1/refunds`, '{"amount":500}'],
    [`${PRODUCT}/provider/v1/intents/int_1/refunds`, '{}'],
  ])
  expect(asked[1]?.init.headers).toMatchObject({ 'idempotency-key': 'refund-2' })
})

test('Refunds and the balance are read from the product, and an answer of another shape is an error [PAY-13]', async () => {
  expect(await shop({ data: [REFUND] }).payments.refunds('int_1')).toEqual([REFUND])
  expect((await shop({ payable: 7, currency: 'EUR', live: true }).payments.balance()).payable).toBe(7)
  const odd = shop({ data: [{ id: 7 }], payable: '7' }).payments
  for (const call of [() => odd.refunds('int_1'), () => odd.balance(), () => odd.refund('int_1', 1, 'a')])
    await expect(call()).rejects.toBeInstanceOf(AvouchUnavailable)
})

test('A receipt is accepted only when the product signed it for this payment [PAY-09]', async () => {
  const { payments } = shop({})
  expect(await payments.verify(await sign(CLAIMS), 'int_1')).toMatchObject({ amount: 1_999, status: 'paid' })
  for (const other of [
    sign(CLAIMS, 'avouch-verdict+jwt'),
    sign({ ...CLAIMS, aud: 'another' }),
    sign({ ...CLAIMS, intent_id: 'int_2' }),
    sign({ ...CLAIMS, status: 'open' }),
    sign({ ...CLAIMS, amount: 'much' }),
  ])
    await expect(payments.verify(await other, 'int_1')).rejects.toBeInstanceOf(InvalidVerdict)
})
