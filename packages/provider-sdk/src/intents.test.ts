import { expect, test } from 'vitest'
import { createAvouch } from './avouch.ts'
import { AvouchRefusal, AvouchUnavailable } from './errors.ts'

const PRODUCT = 'https://product.example'
const INTENT = { id: 'int_1', url: `${PRODUCT}/?mintid=m`, status: 'created' }

type Asked = { url: string; init: RequestInit }

/** The product's answer, and what it was asked. */
function product(answer: () => Promise<Response>, settings: { apiKey?: string; apiUrl?: string } = {}) {
  const asked: Asked[] = []
  const fetch: typeof globalThis.fetch = async (input, init = {}) => {
    asked.push({ url: input instanceof Request ? input.url : input.toString(), init })
    return await answer()
  }
  return {
    asked,
    avouch: createAvouch({ url: PRODUCT, apiKey: 'avpk_test_k', providerId: 'shop', fetch, ...settings }),
  }
}
const gone = () => Promise.reject(new TypeError('fetch failed'))
const json = (status: number, body: unknown) => async () => Response.json(body, { status })

test.each([
  ['url', undefined, 'url is missing'],
  ['apiKey', '', 'apiKey is missing'],
  ['providerId', undefined, 'providerId is missing'],
  ['url', 'product.example', 'url is not an address'],
  ['url', 'localhost:3000', 'url is not an address (https://…)'],
  ['apiUrl', 'ftp://product.example', 'apiUrl is not an address (https://…)'],
  // As the guide prints it: what a copied line has before it is filled in.
  ['apiKey', 'avpk_test_…', 'apiKey is not a key (avpk_test_… or avpk_live_…)'],
  ['apiKey', 'whsec_c2VjcmV0', 'apiKey is not a key (avpk_test_… or avpk_live_…)'],
  ['apiKey', 'of-a-file\n', 'apiKey is not a key (avpk_test_… or avpk_live_…)'],
  ['webhookSecret', 'whsec_…', 'webhookSecret is not a secret (whsec_…)'],
  ['webhookSecret', ['whsec_c2VjcmV0', ''], 'webhookSecret is not a secret (whsec_…)'],
])('A setting that is missing, or cannot be right, is named by the error: %s as %s [PROV-32]', (name, value, line) => {
  const settings = { url: PRODUCT, apiKey: 'avpk_test_k', providerId: 'shop', [name]: value }
  expect(() => createAvouch(settings)).toThrow(`createAvouch: ${line}`)
})

test('A key that an operator made by hand is sent as it is [PROV-32]', async () => {
  const { asked, avouch } = product(json(201, INTENT), { apiKey: '8f3c.~+/Q==' })
  await avouch.intents.create({ redirect_uri: 'https://shop.example/back' })
  expect(asked).toMatchObject([{ init: { headers: { authorization: 'Bearer 8f3c.~+/Q==' } } }])
})

test('The path in the API’s address is kept for calls and for the keys [PROV-32]', async () => {
  const { asked, avouch } = product(json(200, { ...INTENT, keys: [] }), { apiUrl: 'http://gateway.internal/avouch/' })
  await avouch.intents.read('int_1')
  const token = ['{"alg":"ES256","typ":"avouch-verdict+jwt"}', '{}', 'x'].map((part) => btoa(part)).join('.')
  await avouch.verdicts.verify(token.replaceAll('=', ''), 'int_1').catch(() => {})
  expect(asked.map(({ url }) => url)).toEqual([
    'http://gateway.internal/avouch/provider/v1/intents/int_1',
    'http://gateway.internal/avouch/.well-known/jwks.json',
  ])
})

test.each([
  [
    'a server of Node',
    () => new Response(null, { status: 308, headers: { location: 'https://product.example/x?key=1' } }),
    ' to https://product.example',
  ],
  ['one without an address', () => new Response(null, { status: 302 }), ''],
])('A redirect is not followed, and the error says that it is one: %s [PROV-32]', async (_what, answer, to) => {
  const { avouch } = product(async () => answer())
  const words = `${PRODUCT} redirects${to}: set url, or apiUrl, to the address that answers`
  await expect(avouch.intents.read('int_1')).rejects.toThrow(words)
  await expect(avouch.intents.read('int_1')).rejects.toBeInstanceOf(AvouchUnavailable)
})

test('The error for a product that does not answer names its address [PROV-32]', async () => {
  const { avouch } = product(gone)
  await expect(avouch.intents.create({ redirect_uri: 'https://shop.example/back' })).rejects.toThrow(
    `the product does not answer at ${PRODUCT}`,
  )
})

test('Creating an intent sends the key, the intent and the idempotency key, and follows no redirect [PROV-01]', async () => {
  const { avouch, asked } = product(json(201, INTENT))
  expect(await avouch.intents.create({ redirect_uri: 'https://shop.example/back' }, 'visit-1')).toEqual(INTENT)
  const { url, init } = asked[0] ?? expect.fail('nothing was asked')
  expect([init.method, url]).toEqual(['POST', `${PRODUCT}/provider/v1/intents`])
  expect(init.headers).toMatchObject({ authorization: 'Bearer avpk_test_k', 'idempotency-key': 'visit-1' })
  expect(init).toMatchObject({ body: '{"redirect_uri":"https://shop.example/back"}', redirect: 'manual' })
})

test('Listing intents sends the filters that are set, and leaves out the others [PROV-11]', async () => {
  const { avouch, asked } = product(json(200, { data: [INTENT], next_cursor: null }))
  expect(await avouch.intents.list({ status: 'created', limit: 5, cursor: undefined })).toMatchObject({
    data: [INTENT],
  })
  expect(asked[0]?.url).toBe(`${PRODUCT}/provider/v1/intents?status=created&limit=5`)
})

test('The id of an intent never becomes another path of the product', async () => {
  const { avouch, asked } = product(json(200, INTENT))
  await avouch.intents.read('../../auth/user')
  expect(asked[0]?.url).toBe(`${PRODUCT}/provider/v1/intents/..%2F..%2Fauth%2Fuser`)
})

test('A refusal by the product is an error with its status, its code, and the message that helps', async () => {
  const problem = {
    code: 'redirect_uri_not_registered',
    title: 'Not registered',
    message: 'Not registered. Compare it.',
  }
  const { avouch } = product(json(422, problem))
  const refused = await avouch.intents.create({ redirect_uri: 'x' }).catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(AvouchRefusal)
  expect(refused).toMatchObject({ status: 422, code: 'redirect_uri_not_registered', message: problem.message })
})

test.each([
  ['there is no answer', gone],
  ['it is busy', json(429, { code: 'too_many_requests' })],
  ['it is broken', json(503, {})],
  ['it answers without JSON', async () => new Response('<html>')],
  ['it answers with something else', json(200, { hello: 'world' })],
  ['the intent leads elsewhere', json(200, { ...INTENT, url: 'https://elsewhere.example/' })],
])('The product counts as unavailable when %s', async (_what, answer) => {
  await expect(product(answer).avouch.intents.read('int_1')).rejects.toBeInstanceOf(AvouchUnavailable)
})

test('No error holds the API key', async () => {
  for (const answer of [gone, json(401, { code: 'invalid_api_key' }), json(500, {})]) {
    const error = await product(answer)
      .avouch.intents.read('int_1')
      .catch((cause: unknown) => cause)
    expect(JSON.stringify([String(error), error])).not.toContain('avpk_test_k')
  }
})
