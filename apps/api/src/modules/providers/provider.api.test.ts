import { MINUTE_MS } from '@avouch/contract'
import { createLocalJWKSet, decodeJwt, decodeProtectedHeader, jwtVerify } from 'jose'
import { describe, expect, test } from 'vitest'
import { beginCheck, checked, createIntent, createMuseumIntent, registered } from '#test/builders.ts'
import { useTestApi } from '#test/use-test-api.ts'
import { send, sendJson } from '#test/wire.ts'

const INTENTS = '/provider/v1/intents'
const the = useTestApi()

const create = (body: Record<string, unknown>, headers: Record<string, string> = {}) =>
  sendJson(the.api, INTENTS, body, { authorization: `Bearer ${the.api.credentials.provider.apiKey}`, ...headers })
const returnAddress = () => `${the.api.world.url}/return`
const read = (id: string, bearer = the.api.credentials.provider.apiKey) =>
  the.api.client('readIntent', { params: { id } }, { bearer })

/** The verdict that a provider reads after its visitor confirmed. */
async function confirmed(bearer: string, intent: { id: string; mintid: string }, apiKey: string) {
  await beginCheck(the.api, bearer, { mintid: intent.mintid })
  await the.api.client('confirmIntent', { params: { id: intent.mintid }, body: {} }, { bearer })
  return (await read(intent.id, apiKey)).data.verdict ?? ''
}

describe('creating an intent', () => {
  test("PROV-01 gives the visitor's address, and no answer yet", async () => {
    const intent = await createIntent(the.api, { reference: 'seat 7' })
    expect(intent).toMatchObject({
      id: expect.stringMatching(/^int_/) as string,
      mintid: expect.stringMatching(/^[A-Za-z0-9_-]{22}$/) as string,
      url: `http://product.test/?mintid=${intent.mintid}`,
      status: 'created',
      kind: 'age',
      minimum_age: 18,
      reference: 'seat 7',
      redirect_uri: returnAddress(),
      result: null,
      verdict: null,
    })
    expect(Date.parse(intent.expires_at) - Date.parse(intent.created_at)).toBe(30 * MINUTE_MS)
  })

  test('PROV-01 two intents have nothing in common', async () => {
    const [one, two] = [await createIntent(the.api), await createIntent(the.api)]
    expect(one.id).not.toBe(two.id)
    expect(one.mintid).not.toBe(two.mintid)
  })

  test('PROV-01 the same Idempotency-Key gives the same intent', async () => {
    const headers = { 'idempotency-key': 'order-1' }
    const first = await create({ redirect_uri: returnAddress(), reference: 'a' }, headers)
    const again = await create({ redirect_uri: returnAddress(), reference: 'a' }, headers)
    expect([first.status, again.status]).toEqual([201, 201])
    expect(again.body).toEqual(first.body)
  })

  test('RETURN-02 keeps the wish in which tab the visitor goes back, as a part of the request', async () => {
    const headers = { 'idempotency-key': 'tab-1' }
    const { body } = await create({ redirect_uri: returnAddress(), return: 'new_tab' }, headers)
    expect(body).toMatchObject({ return: 'new_tab' })
    const summary = await the.api.client('intentSummary', { params: { id: String(body?.['mintid']) } })
    expect(summary.data).toMatchObject({ redirect_uri: returnAddress(), return: 'new_tab' })
    const other = await create({ redirect_uri: returnAddress(), return: 'same_tab' }, headers)
    expect([other.status, other.body?.['code']]).toEqual([422, 'idempotency_key_reused'])
    expect((await create({ redirect_uri: returnAddress(), return: 'popup' })).status).toBe(400)
  })

  test('PROV-01 the same Idempotency-Key with another request is refused', async () => {
    const headers = { 'idempotency-key': 'order-2' }
    await create({ redirect_uri: returnAddress(), reference: 'a' }, headers)
    const other = await create({ redirect_uri: returnAddress(), reference: 'b' }, headers)
    expect([other.status, other.body?.['code']]).toEqual([422, 'idempotency_key_reused'])
  })

  test('PROV-01 PROV-02 two providers may use the same Idempotency-Key', async () => {
    const headers = { 'idempotency-key': 'order-3' }
    const mine = await create({ redirect_uri: returnAddress() }, headers)
    const theirs = await sendJson(
      the.api,
      INTENTS,
      { redirect_uri: `${the.api.world.url}/museum/return` },
      { authorization: `Bearer ${the.api.second.apiKey}`, ...headers },
    )
    expect([mine.status, theirs.status]).toEqual([201, 201])
    expect(theirs.body?.['id']).not.toBe(mine.body?.['id'])
  })

  test.each<{ given: string; body: () => Record<string, unknown>; status: number; code: string }>([
    { given: 'no address', body: () => ({}), status: 400, code: 'required' },
    { given: 'an empty address', body: () => ({ redirect_uri: '' }), status: 400, code: 'required' },
    {
      given: 'an address without end',
      body: () => ({ redirect_uri: 'x'.repeat(2_049) }),
      status: 400,
      code: 'max_length_exceed',
    },
    {
      given: 'a reference of 65 letters',
      body: () => ({ redirect_uri: returnAddress(), reference: 'x'.repeat(65) }),
      status: 400,
      code: 'max_length_exceed',
    },
    {
      given: 'a reference that is no text',
      body: () => ({ redirect_uri: returnAddress(), reference: 7 }),
      status: 400,
      code: 'invalid_request',
    },
    {
      given: 'P-10 a reference with a NUL',
      body: () => ({ redirect_uri: returnAddress(), reference: 'a\u0000b' }),
      status: 400,
      code: 'invalid_request',
    },
    {
      given: 'X-04 an address that is not registered',
      body: () => ({ redirect_uri: 'https://evil.example/return' }),
      status: 422,
      code: 'redirect_uri_not_registered',
    },
    {
      given: "X-04 another provider's address",
      body: () => ({ redirect_uri: `${the.api.world.url}/museum/return` }),
      status: 422,
      code: 'redirect_uri_not_registered',
    },
    {
      given: 'X-04 a registered address with a query',
      body: () => ({ redirect_uri: `${returnAddress()}?a=1` }),
      status: 422,
      code: 'redirect_uri_not_registered',
    },
    {
      given: 'X-04 a registered address with a slash',
      body: () => ({ redirect_uri: `${returnAddress()}/` }),
      status: 422,
      code: 'redirect_uri_not_registered',
    },
  ])('INTENT-11 with $given is refused: $code', async ({ body, status, code }) => {
    const answer = await create(body())
    expect([answer.status, answer.body?.['code']]).toEqual([status, code])
  })

  test('X-02 with an overlong Idempotency-Key is refused', async () => {
    const { status } = await create({ redirect_uri: returnAddress() }, { 'idempotency-key': 'x'.repeat(256) })
    expect(status).toBe(400)
  })
})

describe('the API key', () => {
  test.each([
    ['no key', {}],
    ['an unknown key', { authorization: `Bearer avpk_test_${'A'.repeat(43)}` }],
    ['Basic instead of Bearer', { authorization: `Basic ${Buffer.from('a:b').toString('base64')}` }],
  ] as [string, Record<string, string>][])('PROV-01 X-01 with %s is 401', async (_what, headers) => {
    const made = await sendJson(the.api, INTENTS, { redirect_uri: returnAddress() }, headers)
    const seen = await send(the.api, 'GET', `${INTENTS}/int_AAAAAAAAAAAAAAAAAAAAAA`, { headers })
    for (const { status, body } of [made, seen]) expect([status, body?.['code']]).toEqual([401, 'invalid_api_key'])
  })

  test("PROV-01 X-01 a visitor's token is not accepted as a key, nor a key as a visitor's token", async () => {
    const { bearer } = await registered(the.api)
    const made = await sendJson(
      the.api,
      INTENTS,
      { redirect_uri: returnAddress() },
      { authorization: `Bearer ${bearer}` },
    )
    expect([made.status, made.body?.['code']]).toEqual([401, 'invalid_api_key'])
    const profile = the.api.client('me', {}, { bearer: the.api.credentials.provider.apiKey })
    await expect(profile).rejects.toMatchObject({ status: 401, code: 'invalid_token' })
  })
})

describe('reading an intent', () => {
  test('PROV-02 is possible for its own provider; for another one it does not exist', async () => {
    const intent = await createIntent(the.api)
    expect((await read(intent.id)).data).toEqual(intent)
    const ask = (id: string) =>
      send(the.api, 'GET', `${INTENTS}/${id}`, { headers: { authorization: `Bearer ${the.api.second.apiKey}` } })
    const [foreign, unknown] = [await ask(intent.id), await ask('int_AAAAAAAAAAAAAAAAAAAAAA')]
    expect([foreign.status, foreign.body?.['code']]).toEqual([404, 'not_found'])
    expect(foreign.text).toBe(unknown.text)
  })

  test('PROV-02 a malformed id is refused', async () => {
    const { status, body } = await send(the.api, 'GET', `${INTENTS}/1`, {
      headers: { authorization: `Bearer ${the.api.credentials.provider.apiKey}` },
    })
    expect([status, body?.['code']]).toEqual([400, 'invalid_request'])
  })

  test('PROV-01 gives `expired` for an unanswered intent after 30 minutes', async () => {
    const intent = await createIntent(the.api)
    the.api.clock.advance(30 * MINUTE_MS)
    expect((await read(intent.id)).data.status).toBe('expired')
  })
})

describe('the verdict', () => {
  test('PROV-03 PROV-04 has what the provider may learn, and nothing else', async () => {
    the.api.clock.toNextDay()
    const { bearer, intent, number, tokens } = await checked(the.api, 'COMPLETED')
    const verdict = await confirmed(bearer, intent, the.api.credentials.provider.apiKey)
    const { data: keys } = await the.api.client('jwks', {})
    const { payload, protectedHeader } = await jwtVerify(verdict, createLocalJWKSet(keys), {
      issuer: 'http://product.test',
      audience: 'kino-aurora',
    })
    expect(protectedHeader).toMatchObject({ alg: 'ES256', typ: 'avouch-verdict+jwt', kid: keys.keys[0]?.kid })
    expect(payload).toEqual({
      iss: 'http://product.test',
      aud: 'kino-aurora',
      sub: expect.stringMatching(/^[A-Za-z0-9_-]{43}$/) as string,
      jti: expect.stringMatching(/^ver_/) as string,
      iat: expect.any(Number) as number,
      intent_id: intent.id,
      reference: 'booking-1',
      live: false,
      minimum_age: 18,
      result: 'yes',
      method: 'identity_check',
      verified_on: null,
    })
    for (const secret of [number.slice(1), tokens.user_id, intent.mintid])
      expect(JSON.stringify(payload)).not.toContain(secret)
  })

  test('PROV-03 has the same subject for a person at one provider, and a different one at every other', async () => {
    const { bearer } = await checked(the.api, 'COMPLETED')
    const { apiKey } = the.api.credentials.provider
    const cinema = decodeJwt(await confirmed(bearer, await createIntent(the.api), apiKey))
    const cinemaAgain = decodeJwt(await confirmed(bearer, await createIntent(the.api), apiKey))
    const museum = decodeJwt(await confirmed(bearer, await createMuseumIntent(the.api), the.api.second.apiKey))
    expect(cinemaAgain.sub).toBe(cinema.sub)
    expect(museum.sub).not.toBe(cinema.sub)
    expect(museum.aud).toBe('museum')
  })

  test('PROV-03 has different subjects for two persons at one provider', async () => {
    const { apiKey } = the.api.credentials.provider
    const [one, two] = [await checked(the.api, 'COMPLETED'), await checked(the.api, 'COMPLETED')]
    const [first, second] = [
      await confirmed(one.bearer, one.intent, apiKey),
      await confirmed(two.bearer, two.intent, apiKey),
    ]
    expect(decodeJwt(first).sub).not.toBe(decodeJwt(second).sub)
  })

  test('PROV-04 that was changed does not verify', async () => {
    const { bearer, intent } = await checked(the.api, 'COMPLETED')
    const verdict = await confirmed(bearer, intent, the.api.credentials.provider.apiKey)
    const [head = '', , signature = ''] = verdict.split('.')
    const claims = { ...decodeJwt(verdict), sub: 'somebody else' }
    const forged = [head, Buffer.from(JSON.stringify(claims)).toString('base64url'), signature].join('.')
    const { data: keys } = await the.api.client('jwks', {})
    await expect(jwtVerify(forged, createLocalJWKSet(keys))).rejects.toThrow('signature verification failed')
    expect(decodeProtectedHeader(forged).alg).toBe('ES256')
  })
})

describe('the published keys', () => {
  test('PROV-04 X-13 hold no private part', async () => {
    const { body, headers } = await send(the.api, 'GET', '/.well-known/jwks.json')
    const [key] = (body?.['keys'] ?? []) as Record<string, string>[]
    expect(Object.keys(key ?? {}).sort()).toEqual(['alg', 'crv', 'kid', 'kty', 'use', 'x', 'y'])
    expect(headers.get('content-type')).toMatch(/^application\/json/)
  })
})
