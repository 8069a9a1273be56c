import { MINUTE_MS } from '@avouch/contract'
import { createLocalJWKSet, decodeJwt, jwtVerify } from 'jose'
import { expect, test } from 'vitest'
import { beginCheck, checked, createIntent, createMuseumIntent } from '#test/builders.ts'
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

test("Creating an intent gives the visitor's address, and no answer yet [PROV-01]", async () => {
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

test('An intent keeps the wish in which tab the visitor goes back, as a part of the request [RETURN-01]', async () => {
  const headers = { 'idempotency-key': 'tab-1' }
  const { body } = await create({ redirect_uri: returnAddress(), return: 'new_tab' }, headers)
  expect(body).toMatchObject({ return: 'new_tab' })
  const summary = await the.api.client('intentSummary', { params: { id: String(body?.['mintid']) } })
  expect(summary.data).toMatchObject({ redirect_uri: returnAddress(), return: 'new_tab' })
  const other = await create({ redirect_uri: returnAddress(), return: 'same_tab' }, headers)
  expect([other.status, other.body?.['code']]).toEqual([422, 'idempotency_key_reused'])
  expect((await create({ redirect_uri: returnAddress(), return: 'popup' })).status).toBe(400)
})

test('Two providers may use the same Idempotency-Key [PROV-01 PROV-11]', async () => {
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

/** An address that begins with "/" is one of the world. */
test.each<[string, Record<string, unknown>, string]>([
  ['no address', { redirect_uri: undefined }, 'required'],
  ['a reference of 65 letters', { reference: 'x'.repeat(65) }, 'max_length_exceed'],
  ['P-10 a reference with a NUL', { reference: 'a\u0000b' }, 'invalid_request'],
  ['an address that is not registered', { redirect_uri: 'https://evil.example/' }, 'redirect_uri_not_registered'],
  ["another provider's address", { redirect_uri: '/museum/return' }, 'redirect_uri_not_registered'],
  ['a registered address with a query', { redirect_uri: '/return?a=1' }, 'redirect_uri_not_registered'],
])('A request with %s is refused: %s [INTENT-11]', async (_, given, code) => {
  const body: Record<string, unknown> = { redirect_uri: returnAddress(), ...given }
  const uri = String(body['redirect_uri'])
  const answer = await create(uri.startsWith('/') ? { ...body, redirect_uri: the.api.world.url + uri } : body)
  const status = code === 'redirect_uri_not_registered' ? 422 : 400
  expect([answer.status, answer.body?.['code']]).toEqual([status, code])
})

test('A provider reads its own intents; for another provider they do not exist [PROV-11]', async () => {
  const intent = await createIntent(the.api)
  expect((await read(intent.id)).data).toEqual(intent)
  const ask = (id: string) =>
    send(the.api, 'GET', `${INTENTS}/${id}`, { headers: { authorization: `Bearer ${the.api.second.apiKey}` } })
  const [foreign, unknown] = [await ask(intent.id), await ask('int_AAAAAAAAAAAAAAAAAAAAAA')]
  expect([foreign.status, foreign.body?.['code']]).toEqual([404, 'not_found'])
  expect(foreign.text).toBe(unknown.text)
})

test('The verdict has what the provider may learn, and nothing else [PROV-03 PROV-04]', async () => {
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

test('A person has one subject at a provider and another at every other, and another person has another [PROV-03]', async () => {
  const { apiKey } = the.api.credentials.provider
  const [one, two] = [await checked(the.api, 'COMPLETED'), await checked(the.api, 'COMPLETED')]
  const cinema = decodeJwt(await confirmed(one.bearer, one.intent, apiKey))
  const again = decodeJwt(await confirmed(one.bearer, await createIntent(the.api), apiKey))
  const museum = decodeJwt(await confirmed(one.bearer, await createMuseumIntent(the.api), the.api.second.apiKey))
  const other = decodeJwt(await confirmed(two.bearer, two.intent, apiKey))
  expect(again.sub).toBe(cinema.sub)
  expect(new Set([cinema.sub, museum.sub, other.sub]).size).toBe(3)
  expect(museum.aud).toBe('museum')
})
