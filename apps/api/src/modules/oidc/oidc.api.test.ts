import { MINUTE_MS, SECOND_MS } from '@avouch/contract'
import { createLocalJWKSet, decodeJwt, type JSONWebKeySet, jwtVerify } from 'jose'
import { expect, test } from 'vitest'
import { beginCheck, registered, report } from '#test/builders.ts'
import { useTestApi } from '#test/use-test-api.ts'
import {
  answer,
  arrive,
  createBrowser,
  createClient,
  createLiveClient,
  getCode,
  goBack,
  ISSUER,
  newRequest,
  post,
  PRODUCT,
  redeem,
  userinfo,
  basicOf,
  WITH_OIDC,
} from '#test/website.ts'

const t = useTestApi(WITH_OIDC)

async function keysAt(path: string) {
  const response = await fetch(t.api.baseUrl + path)
  return createLocalJWKSet((await response.json()) as JSONWebKeySet)
}

const claimsOf = ({ data }: { data: Record<string, string> }) => decodeJwt(data['id_token'] ?? '')

test('A website that asks with its own client gets a signed yes [OIDC-29 OIDC-08 PROV-11]', async () => {
  const client = await createClient(t.api)
  const got = await getCode(t.api, client)
  expect(Object.fromEntries(got.params)).toEqual({ code: got.code, state: got.state, iss: ISSUER })
  expect(got.code).toMatch(/^[\w-]{43}$/)

  const { status, data } = await redeem(t.api, client, got)
  expect({ status, data }).toMatchObject({ status: 200, data: { token_type: 'Bearer', expires_in: 600 } })
  const expected = { issuer: ISSUER, audience: client.id }
  const { payload, protectedHeader } = await jwtVerify(data['id_token'] ?? '', await keysAt('/oidc/jwks'), expected)
  expect(Object.keys(protectedHeader).toSorted()).toEqual(['alg', 'kid'])
  const { iat = 0, exp = 0, auth_time, sub, ...told } = payload
  expect(sub).toMatch(/^[\w-]{43}$/)
  expect([exp - iat, typeof auth_time]).toEqual([600, 'number'])
  expect(told).toEqual({
    iss: ISSUER,
    aud: client.id,
    nonce: got.nonce,
    acr: 'urn:avouch:acr:account',
    amr: ['pin', 'sms'],
    age_over_18: true,
    age_method: 'identity_check',
    live: false,
  })
  expect(await userinfo(t.api, data['access_token'] ?? '')).toEqual({
    status: 200,
    data: { sub: payload.sub, age_over_18: true, age_method: 'identity_check', live: false, ...contextOf(payload) },
  })
  await expect(jwtVerify(data['id_token'] ?? '', await keysAt('/.well-known/jwks.json'))).rejects.toThrow(
    'no applicable key',
  )
})

const contextOf = ({ acr, amr, auth_time }: Record<string, unknown>) => ({ acr, amr, auth_time })

test('A pushed request shows the browser a reference alone, and is good for as long as its visitor may take, at a new process too [OIDC-01]', async () => {
  const client = await createClient(t.api, '--require-par')
  const { params, ...kept } = newRequest(t.api, client)
  const pushed = await post(t.api, '/par', params, { authorization: basicOf(client.id, client.secret) })
  expect(pushed).toMatchObject({ status: 201, data: { expires_in: 60 } })
  t.api.clock.advance(50 * SECOND_MS)
  const browser = createBrowser(t.api)
  const reference = new URLSearchParams({ client_id: client.id, request_uri: pushed.data['request_uri'] ?? '' })
  const address = `/oidc/auth?${reference.toString()}`
  const { request, mintid } = await arrive(browser, address)
  await answer(t.api, mintid, 'yes')
  t.api.clock.advance(130 * MINUTE_MS - 10 * SECOND_MS)
  await t.api.restart()
  const code = (await goBack(t.api, browser, request)).get('code') ?? ''
  await t.api.restart()
  expect(claimsOf(await redeem(t.api, client, { ...kept, code }))).toMatchObject({ nonce: kept.nonce })

  // It is used up, and a request that was not pushed is refused.
  expect(await createBrowser(t.api).follow(address)).toContain('/request-problem')
  const direct = new URL(await createBrowser(t.api).follow(newRequest(t.api, client).address))
  expect(direct.searchParams.get('error')).toBe('invalid_request')
})

test('A visitor answers on the screens that every request has, and goes back in the same tab', async () => {
  const client = await createLiveClient(t.api, t.api.credentials.provider.id)
  const browser = createBrowser(t.api)
  const asked = newRequest(t.api, client, { ui_locales: 'fr de-AT en' })
  const { request, landing, mintid } = await arrive(browser, asked.address)
  expect({ origin: landing.origin, path: landing.pathname, lng: landing.searchParams.get('lng') }).toEqual({
    origin: PRODUCT,
    path: '/',
    lng: 'de',
  })
  // A reload leads to the same request.
  expect(new URL(await browser.follow(request)).searchParams.get('mintid')).toBe(mintid)
  const { data: shown } = await t.api.client('intentSummary', { params: { id: mintid } })
  expect(shown).toMatchObject({
    provider: { name: 'Kino Aurora', domain: 'shop.example' },
    redirect_uri: `${request}/done`,
    return: 'same_tab',
  })

  const { bearer } = await registered(t.api)
  const { code } = await beginCheck(t.api, bearer, { mintid })
  await report(t.api, code, 'COMPLETED')
  const body = { callback: `${t.api.world.url}/return` }
  const confirmed = await t.api.client('confirmIntent', { params: { id: mintid }, body }, { bearer })
  expect(confirmed.data.data).toEqual({ redirect_uri: `${request}/done`, result: true })
  const params = await goBack(t.api, browser, request)
  const redeemed = await redeem(t.api, client, { ...asked, code: params.get('code') ?? '' })
  expect(claimsOf(redeemed)).toMatchObject({ live: true, age_over_18: true })
})

test('Turning back and being too young look alike to the website [OIDC-16]', async () => {
  const client = await createLiveClient(t.api, t.api.credentials.provider.id)
  const turned = createBrowser(t.api)
  const first = newRequest(t.api, client)
  const left = await arrive(turned, first.address)
  const summary = () => t.api.client('intentSummary', { params: { id: left.mintid } })
  await summary()
  const back = await goBack(t.api, turned, left.request)
  expect((await summary()).data.ended).toBe('cancelled')
  expect(await turned.follow(`${left.request}/done`)).toBe(`${PRODUCT}/request-problem?problem=browser`)

  const young = createBrowser(t.api)
  const second = newRequest(t.api, client)
  const { request, mintid } = await arrive(young, second.address)
  const { bearer } = await registered(t.api)
  await report(t.api, (await beginCheck(t.api, bearer, { mintid })).code, 'UNDERAGED')
  const refused = await goBack(t.api, young, request)

  const told = { error: 'access_denied', error_description: 'not_proven', iss: ISSUER }
  expect(Object.fromEntries(back)).toEqual({ ...told, state: first.state })
  expect(Object.fromEntries(refused)).toEqual({ ...told, state: second.state })
  expect([...back.keys()]).toEqual([...refused.keys()])
})

test('The subject is another one with each answer, or pairwise where the client asks for that [OIDC-07]', async () => {
  const [ephemeral, pairwise, twin] = [
    await createLiveClient(t.api, t.api.credentials.provider.id),
    await createLiveClient(t.api, t.api.credentials.provider.id, '--subject', 'pairwise'),
    await createLiveClient(t.api, t.api.second.id, '--subject', 'pairwise'),
  ]
  const { bearer } = await registered(t.api)
  let proven = false
  const subjectAt = async (client: typeof ephemeral) => {
    const browser = createBrowser(t.api)
    const asked = newRequest(t.api, client)
    const { request, mintid } = await arrive(browser, asked.address)
    const { code } = await beginCheck(t.api, bearer, { mintid })
    if (!proven) await report(t.api, code, 'COMPLETED')
    proven = true
    await t.api.client('confirmIntent', { params: { id: mintid }, body: {} }, { bearer })
    const params = await goBack(t.api, browser, request)
    const { data } = await redeem(t.api, client, { ...asked, code: params.get('code') ?? '' })
    const { iss: _iss, exp: _exp, iat: _iat, auth_time: _at, ...told } = claimsOf({ data })
    return { sub: String(told.sub), everything: JSON.stringify([told, data['access_token'], params.get('code')]) }
  }
  const [once, again] = [await subjectAt(ephemeral), await subjectAt(ephemeral)]
  expect(once.sub).not.toBe(again.sub)
  const [at, same, other] = [await subjectAt(pairwise), await subjectAt(pairwise), await subjectAt(twin)]
  expect(at.sub).toBe(same.sub)
  expect(new Set([once.sub, again.sub, at.sub, other.sub]).size).toBe(4)
  for (const word of at.everything.match(/[\w-]{20,}/g) ?? []) expect(other.everything).not.toContain(word)
})

test('A request for a newer proof tells the day of the proof [PROV-09 OIDC-17]', async () => {
  const client = await createClient(t.api)
  const got = await getCode(t.api, client, { max_proof_age_days: '30' })
  const today = t.api.clock.now().toISOString().slice(0, 10)
  expect(claimsOf(await redeem(t.api, client, got))).toMatchObject({ age_verified_on: today })
})

test('A request that no visitor reads leaves the website neither a check nor an event [OIDC-28]', async () => {
  const client = await createClient(t.api)
  const bearer = t.api.credentials.provider.apiKey
  const ids = async () =>
    (await t.api.client('listIntents', { query: { limit: '100' } }, { bearer })).data.data.map(({ id }) => id)
  const before = await ids()
  const browser = createBrowser(t.api)
  const unread = await arrive(browser, newRequest(t.api, client).address)
  const read = await arrive(createBrowser(t.api), newRequest(t.api, client).address)
  await t.api.client('intentSummary', { params: { id: read.mintid } })
  const turned = createBrowser(t.api)
  const { request } = await arrive(turned, newRequest(t.api, client).address)
  expect((await goBack(t.api, turned, request)).get('error')).toBe('access_denied')
  const asked = (await ids()).filter((id) => !before.includes(id))
  expect(asked).toHaveLength(2)

  t.api.clock.advance(31 * MINUTE_MS)
  await expect.poll(async () => (await ids()).filter((id) => asked.includes(id))).toHaveLength(1)
  const [kept = ''] = (await ids()).filter((id) => asked.includes(id))
  await t.api.world.until(() => t.api.world.eventsOf(kept).length === 1)
  for (const id of asked) expect(t.api.world.eventsOf(id)).toHaveLength(id === kept ? 1 : 0)
  expect(await browser.follow(unread.request)).toContain('/request-problem?problem=over')
})
