import { describe, expect, test } from 'vitest'
import { createAvouch } from './avouch.ts'
import { AvouchRefusal, AvouchUnavailable } from './errors.ts'

const PRODUCT = 'https://product.example'
const INTENT = { id: 'int_1', url: `${PRODUCT}/?mintid=m`, status: 'created' }

type Asked = { url: string; init: RequestInit }

/** The product's answers in turn, and what it was asked. */
function product(...answers: (() => Promise<Response>)[]) {
  const asked: Asked[] = []
  const fetch: typeof globalThis.fetch = async (input, init = {}) => {
    asked.push({ url: input instanceof Request ? input.url : input.toString(), init })
    return await (answers[asked.length - 1] ?? answers[0] ?? gone)()
  }
  return { asked, avouch: createAvouch({ url: PRODUCT, apiKey: 'avpk_test_k', providerId: 'shop', fetch }) }
}
const gone = () => Promise.reject(new TypeError('fetch failed'))
const json = (status: number, body: unknown) => async () => Response.json(body, { status })

test.each([
  ['url', undefined],
  ['url', ''],
  ['apiKey', undefined],
  ['providerId', undefined],
])('Without the setting %s the package throws an error that names it [PROV-29]', (name, value) => {
  const settings = { url: PRODUCT, apiKey: 'avpk_test_k', providerId: 'shop', [name]: value }
  expect(() => createAvouch(settings)).toThrow(`createAvouch: ${name} is missing`)
})

test.each([
  ['url', 'product.example', 'url is not an address'],
  // As the guide prints it: what a copied line has before it is filled in.
  ['apiKey', 'avpk_test_…', 'apiKey is not a key (avpk_test_… or avpk_live_…)'],
  ['apiKey', 'avpk_live_...', 'apiKey is not a key (avpk_test_… or avpk_live_…)'],
  ['apiKey', 'avpk_test_', 'apiKey is not a key (avpk_test_… or avpk_live_…)'],
  ['apiKey', 'whsec_c2VjcmV0', 'apiKey is not a key (avpk_test_… or avpk_live_…)'],
  ['apiKey', 'two words', 'apiKey is not a key (avpk_test_… or avpk_live_…)'],
  ['apiKey', 'of-a-file\n', 'apiKey is not a key (avpk_test_… or avpk_live_…)'],
  ['webhookSecret', 'whsec_…', 'webhookSecret is not a secret (whsec_…)'],
  ['webhookSecret', ['whsec_c2VjcmV0', ''], 'webhookSecret is not a secret (whsec_…)'],
])('A setting that cannot be right is named by the error: %s as %s [PROV-29]', (name, value, line) => {
  const settings = { url: PRODUCT, apiKey: 'avpk_test_k', providerId: 'shop', [name]: value }
  expect(() => createAvouch(settings)).toThrow(`createAvouch: ${line}`)
})

test.each(['shop-key-2026', '8f3c.~+/Q==', 'avpk_test_by.hand'])(
  'The key %s, which an operator made by hand, is sent as it is [PROV-29]',
  async (apiKey) => {
    const sent: (RequestInit | undefined)[] = []
    const fetch: typeof globalThis.fetch = async (_, init) => {
      sent.push(init)
      return Response.json(INTENT, { status: 201 })
    }
    const { intents } = createAvouch({ url: PRODUCT, apiKey, providerId: 'shop', fetch })
    await intents.create({ redirect_uri: 'https://shop.example/back' })
    expect(sent).toMatchObject([{ headers: { authorization: `Bearer ${apiKey}` } }])
  },
)

test.each([
  ['url', 'localhost:3000', 'url is not an address (https://…)'],
  ['url', 'ftp://product.example', 'url is not an address (https://…)'],
  ['apiUrl', 'localhost:3000', 'apiUrl is not an address (https://…)'],
  ['apiUrl', 'product', 'apiUrl is not an address (https://…)'],
])('An address without http or https is named by the error: %s as %s [PROV-29]', (name, value, line) => {
  const settings = { url: PRODUCT, apiKey: 'avpk_test_k', providerId: 'shop', [name]: value }
  expect(() => createAvouch(settings)).toThrow(`createAvouch: ${line}`)
})

test.each(['http://gateway.internal/avouch', 'http://gateway.internal/avouch/'])(
  'The path in the API’s address %s is kept for calls and for the keys [PROV-32]',
  async (apiUrl) => {
    const asked: string[] = []
    const fetch: typeof globalThis.fetch = async (input) => {
      asked.push(input instanceof Request ? input.url : input.toString())
      return Response.json({ ...INTENT, keys: [] })
    }
    const avouch = createAvouch({ url: PRODUCT, apiUrl, apiKey: 'avpk_test_k', providerId: 'shop', fetch })
    await avouch.intents.read('int_1')
    const token = ['{"alg":"ES256","typ":"avouch-verdict+jwt"}', '{}', 'x'].map((part) => btoa(part)).join('.')
    await avouch.verdicts.verify(token.replaceAll('=', ''), 'int_1').catch(() => {})
    expect(asked).toEqual([
      'http://gateway.internal/avouch/provider/v1/intents/int_1',
      'http://gateway.internal/avouch/.well-known/jwks.json',
    ])
  },
)

test.each([
  [
    'a server of Node',
    () => new Response(null, { status: 308, headers: { location: 'https://product.example/x?key=1' } }),
    ' to https://product.example',
  ],
  ['one without an address', () => new Response(null, { status: 302 }), ''],
  [
    'what a browser shows of it',
    () =>
      Object.defineProperties(new Response(null), {
        type: { value: 'opaqueredirect' },
        status: { value: 0 },
        ok: { value: false },
      }),
    '',
  ],
])('A redirect is not followed, and the error says that it is one: %s [PROV-32]', async (_what, answer, to) => {
  const { avouch } = product(async () => answer())
  const words = `${PRODUCT} redirects${to}: set url, or apiUrl, to the address that answers`
  await expect(avouch.intents.read('int_1')).rejects.toThrow(words)
  await expect(avouch.intents.read('int_1')).rejects.toBeInstanceOf(AvouchUnavailable)
})

test('The package works in a runtime that does not know the option redirect: error [PROV-32]', async () => {
  const fetch: typeof globalThis.fetch = async (_, init) => {
    if (init?.redirect === 'error') throw new TypeError('Invalid redirect value, must be one of "follow" or "manual"')
    return Response.json(INTENT)
  }
  const { intents } = createAvouch({ url: PRODUCT, apiKey: 'avpk_test_k', providerId: 'shop', fetch })
  expect(await intents.read('int_1')).toEqual(INTENT)
})

test('The error for a product that does not answer names its address [PROV-29]', async () => {
  const { avouch } = product(gone)
  await expect(avouch.intents.create({ redirect_uri: 'https://shop.example/back' })).rejects.toThrow(
    `the product does not answer at ${PRODUCT}`,
  )
})

describe('asking', () => {
  test('Creating an intent sends the key, the intent and the idempotency key, and follows no redirect [PROV-01]', async () => {
    const { avouch, asked } = product(json(201, INTENT))
    expect(await avouch.intents.create({ redirect_uri: 'https://shop.example/back' }, 'visit-1')).toEqual(INTENT)
    const { url, init } = asked[0] ?? expect.fail('nothing was asked')
    expect([init.method, url]).toEqual(['POST', `${PRODUCT}/provider/v1/intents`])
    expect(init.headers).toMatchObject({ authorization: 'Bearer avpk_test_k', 'idempotency-key': 'visit-1' })
    expect(init).toMatchObject({ body: '{"redirect_uri":"https://shop.example/back"}', redirect: 'manual' })
  })

  test('Listing intents sends the filters that are set, and leaves out the others [PROV-02]', async () => {
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
})

describe('what the product says no to', () => {
  test('A refusal by the product is an error with its status, code and title', async () => {
    const { avouch } = product(json(422, { code: 'redirect_uri_not_registered', title: 'Not registered' }))
    const refused = await avouch.intents.create({ redirect_uri: 'x' }).catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(AvouchRefusal)
    expect(refused).toMatchObject({ status: 422, code: 'redirect_uri_not_registered', message: 'Not registered' })
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
})
