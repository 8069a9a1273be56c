import { SECOND_MS } from '@avouch/contract'
import { decodeJwt } from 'jose'
import { expect, test } from 'vitest'
import { useTestApi } from '#test/use-test-api.ts'
import {
  answer,
  arrive,
  basicOf,
  CALLBACK,
  type Client,
  challengeOf,
  createBrowser,
  createClient,
  getCode,
  goBack,
  ISSUER,
  newRequest,
  post,
  PRODUCT,
  random,
  redeem,
  userinfo,
  WITH_OIDC,
} from '#test/website.ts'

const t = useTestApi(WITH_OIDC)

const problem = (name: string) => `${PRODUCT}/request-problem?problem=${name}`
/** The refusal that the website gets. */
async function refusalOf(address: string): Promise<string | null> {
  const website = new URL(await createBrowser(t.api).follow(address))
  expect(website.href.startsWith(CALLBACK)).toBe(true)
  return website.searchParams.get('error')
}

test.each([
  ['a slash more', `${CALLBACK}/`],
  ['another case', CALLBACK.toUpperCase()],
  ['a query more', `${CALLBACK}?next=1`],
  ['another port', CALLBACK.replace('.example', '.example:8443')],
  ['another host', 'https://evil.example/callback'],
  ['a host before it', 'https://shop.example@evil.example/callback'],
  ['a fragment', `${CALLBACK}#at`],
])('A return address with %s is not one that is registered [OIDC-01]', async (_what, redirect_uri) => {
  const client = await createClient(t.api)
  const { address } = newRequest(t.api, client, { redirect_uri })
  expect(await createBrowser(t.api).follow(address)).toBe(problem('address'))
  const authorization = basicOf(client.id, client.secret)
  expect(
    (await post(t.api, '/par', newRequest(t.api, client, { redirect_uri }).params, { authorization })).status,
  ).toBe(400)
})

test('Without a return address, or with another one at the redemption, there is no answer [OIDC-01]', async () => {
  const client = await createClient(t.api)
  const { params } = newRequest(t.api, client)
  const { redirect_uri: _none, ...rest } = params
  expect(await createBrowser(t.api).follow(`/oidc/auth?${new URLSearchParams(rest).toString()}`)).toBe(
    problem('malformed'),
  )
  const got = await getCode(t.api, client)
  const { data } = await redeem(t.api, client, got, { redirect_uri: 'https://evil.example/callback' })
  expect(data).toMatchObject({ error: 'invalid_grant' })
})

test('Every client sends PKCE with S256, except one with a secret or keys that sends a nonce [OIDC-02]', async () => {
  const [client, app] = [await createClient(t.api), await createClient(t.api, '--public')]
  const without = (asking: Client, ...names: string[]) => {
    const { params } = newRequest(t.api, asking)
    for (const name of ['code_challenge', 'code_challenge_method', ...names]) delete params[name]
    return params
  }
  const at = (params: Record<string, string>) => `/oidc/auth?${new URLSearchParams(params).toString()}`
  expect(await refusalOf(at(without(client, 'nonce')))).toBe('invalid_request')
  expect(await refusalOf(at(without(app)))).toBe('invalid_request')
  for (const asking of [client, app]) {
    expect(await refusalOf(newRequest(t.api, asking, { code_challenge_method: 'plain' }).address)).toBe(
      'invalid_request',
    )
    expect(await refusalOf(`${at(without(asking))}&code_challenge=${challengeOf(random())}`)).toBe('invalid_request')
  }
  const saidTo = async (asking: Client) => {
    const { headers } = await fetch(t.api.baseUrl + at(without(asking, 'nonce')), { redirect: 'manual' })
    return new URL(headers.get('location') ?? '').searchParams.get('error_description')
  }
  expect(await saidTo(client)).toBe('send PKCE (code_challenge, by S256) or a nonce')
  expect(await saidTo(app)).toContain('requires PKCE')
  const browser = createBrowser(t.api)
  const { request, mintid } = await arrive(browser, at(without(client)))
  await answer(t.api, mintid, 'yes')
  const code = (await goBack(t.api, browser, request)).get('code') ?? ''
  expect(await redeem(t.api, client, { code, verifier: random() })).toMatchObject({ data: { error: 'invalid_grant' } })
  const fields = { grant_type: 'authorization_code', redirect_uri: CALLBACK, code }
  expect((await post(t.api, '/token', fields, { authorization: basicOf(client.id, client.secret) })).status).toBe(200)
})

test('A code is worth nothing without its verifier, to another client, or after a minute [OIDC-02]', async () => {
  const [client, other] = [await createClient(t.api), await createClient(t.api)]
  const got = await getCode(t.api, client)
  const refused = { status: 400, data: { error: 'invalid_grant' } }
  expect(await redeem(t.api, client, { ...got, verifier: random() })).toMatchObject(refused)
  expect(await redeem(t.api, client, { ...got, verifier: challengeOf(got.verifier) })).toMatchObject(refused)
  expect(await redeem(t.api, other, got)).toMatchObject(refused)
  t.api.clock.advance(61 * SECOND_MS)
  expect(await redeem(t.api, client, got)).toMatchObject(refused)
  expect((await redeem(t.api, client, await getCode(t.api, client))).status).toBe(200)
})

test('Only the browser in which a request began goes on with it [OIDC-05]', async () => {
  const client = await createClient(t.api)
  const [mine, other] = [createBrowser(t.api), createBrowser(t.api)]
  const { request, mintid } = await arrive(mine, newRequest(t.api, client).address)
  const theirs = await arrive(other, newRequest(t.api, client).address)
  await answer(t.api, mintid, 'yes')
  expect(await other.follow(`${request}/done`)).toBe(problem('browser'))
  expect(await other.follow(request)).toBe(problem('browser'))
  // Nor with the cookie of another request under this one's path.
  const path = new URL(request).pathname
  const own = other.cookies.find((cookie) => theirs.request.endsWith(cookie.path))
  other.cookies.push({ name: own?.name ?? '', value: own?.value ?? '', path })
  expect(await other.follow(`${request}/done`)).toBe(problem('browser'))
  expect((await goBack(t.api, mine, request)).get('code')).not.toBeNull()
})

test('The cookie of a request is for this request alone, and no script reads it [OIDC-05]', async () => {
  const client = await createClient(t.api)
  const response = await createBrowser(t.api).visit(newRequest(t.api, client).address)
  const lines = response.headers.getSetCookie()
  expect(new Set(lines.map((line) => line.split('=')[0]))).toEqual(new Set(['oidc_request', 'oidc_resume']))
  for (const line of lines) expect(line).toMatch(/path=\/oidc\/(?:auth|interaction)\/[\w-]+;.*samesite=lax; httponly/i)
})

test('Nothing in the address that a browser comes back to says what was answered [OIDC-05]', async () => {
  const client = await createClient(t.api)
  const browser = createBrowser(t.api)
  const { request } = await arrive(browser, newRequest(t.api, client).address)
  const forged = `${request}/done?result=yes&status=confirmed&state=confirmed&error=`
  const website = new URL(await browser.follow(await browser.follow(forged)))
  expect(website.searchParams.get('error')).toBe('access_denied')
  expect(website.searchParams.get('code')).toBeNull()
})

test('Scopes and claims that are not in the table, and ages that were not asked for, are not told [OIDC-09]', async () => {
  const client = await createClient(t.api)
  const wanted = {
    email: null,
    phone_number: { essential: true },
    age_over_22: null,
    birthdate: null,
    sid: { essential: true },
    age_over_18: null,
  }
  const claims = JSON.stringify({ id_token: wanted, userinfo: wanted })
  const got = await getCode(t.api, client, { scope: 'openid email phone profile address', claims })
  const { data } = await redeem(t.api, client, got)
  expect(data['scope']).toBe('openid')
  const own = ['acr', 'age_over_18', 'amr', 'auth_time', 'live', 'sub']
  const envelope = ['aud', 'exp', 'iat', 'iss', 'nonce']
  expect(Object.keys(decodeJwt(data['id_token'] ?? '')).toSorted()).toEqual([...own, ...envelope].toSorted())
  expect(Object.keys((await userinfo(t.api, data['access_token'] ?? '')).data).toSorted()).toEqual(own)
  const younger = await redeem(t.api, client, await getCode(t.api, client, { scope: 'openid age_over:16' }))
  const told = Object.keys(decodeJwt(younger.data['id_token'] ?? ''))
  expect(told.filter((name) => name.startsWith('age_over'))).toEqual(['age_over_16'])
})

test('An answer leaves no session behind: prompt=none is always login_required [OIDC-11]', async () => {
  const client = await createClient(t.api)
  const { browser } = await getCode(t.api, client)
  expect(browser.cookies.filter(({ path }) => path === '/' || path === '/oidc')).toEqual([])
  browser.cookies.push({ name: 'oidc_session', value: random(), path: '/' })
  const silent = new URL(await browser.follow(newRequest(t.api, client, { prompt: 'none' }).address))
  expect(Object.fromEntries(silent.searchParams)).toMatchObject({ error: 'login_required', iss: ISSUER })
})

const preflight = { 'access-control-request-method': 'POST' }

test('Scripts of other websites read nothing [OIDC-12]', async () => {
  const website = 'https://app.example'
  const client = await createClient(t.api, '--public', '--origin', website)
  const allowed = async (origin: string) => {
    const got = await getCode(t.api, client)
    const { status, headers } = await redeemFrom(origin, client.id, got)
    return { status, origin: headers.get('access-control-allow-origin') }
  }
  expect(await allowed(website)).toEqual({ status: 200, origin: website })
  expect(await allowed('https://evil.example')).toEqual({ status: 400, origin: null })
  const screens = await fetch(`${t.api.baseUrl}/oidc/auth`, {
    method: 'OPTIONS',
    headers: { ...preflight, origin: website },
  })
  expect(screens.headers.get('access-control-allow-origin')).toBeNull()
})

const redeemFrom = (origin: string, client_id: string, { code, verifier }: { code: string; verifier: string }) =>
  post(
    t.api,
    '/token',
    { grant_type: 'authorization_code', client_id, code, code_verifier: verifier, redirect_uri: CALLBACK },
    { origin },
  )

/** The error that a website gets, and for which parameters. */
const REFUSED: [string, Record<string, string>][] = [
  ['invalid_request', { response_mode: 'form_post' }],
  ['invalid_request', { response_mode: 'query', response_type: 'code id_token' }],
  [
    'unsupported_response_type',
    { response_mode: 'form_post', response_type: 'id_token', scope: 'openid profile email' },
  ],
  ['unsupported_response_type', { response_type: 'code id_token' }],
  ['invalid_scope', { scope: 'openid "age"' }],
  ['invalid_request', { response_mode: 'form_post', prompt: 'none login' }],
  ['invalid_request', { prompt: 'create' }],
  ['invalid_request', { max_age: '-1' }],
  ['invalid_request', { claims: '{' }],
  ['invalid_request', { id_token_hint: 'none', response_mode: 'fragment' }],
  ['invalid_request', { max_proof_age_days: '0' }],
  ['invalid_request', { max_proof_age_days: '3651' }],
  ['request_not_supported', { request: 'e30.e30.', response_mode: 'form_post' }],
  ['registration_not_supported', { registration: '{}', response_mode: 'form_post' }],
  ['login_required', { claims: '{"id_token":{"sub":{"value":"somebody"}}}' }],
  ['unmet_authentication_requirements', { claims: '{"id_token":{"acr":{"essential":true,"value":"gold"}}}' }],
]

test('A website hears in its query, with its state, why a request is refused; a pushed one is refused at once [OIDC-29]', async () => {
  const client = await createClient(t.api)
  const authorization = basicOf(client.id, client.secret)
  const unknownModes = ['jwt', 'web_message', 'form_post.jwt'].map((response_mode) => ({ response_mode }))
  const refused = [...REFUSED, ...unknownModes.map((more) => ['unsupported_response_mode', more] as const)]
  for (const [error, more] of refused) {
    const { params, address, state } = newRequest(t.api, client, more)
    const browser = createBrowser(t.api)
    const posted = await browser.visit('/oidc/auth', { method: 'POST', body: new URLSearchParams(params) })
    for (const asked of [address, posted.headers.get('location') ?? '']) {
      const website = new URL(await browser.follow(asked))
      expect({
        ...Object.fromEntries(website.searchParams),
        hash: website.hash,
        at: website.origin + website.pathname,
      }).toMatchObject({ error, state, iss: ISSUER, hash: '', at: CALLBACK })
    }
    const pushed = await post(t.api, '/par', params, { authorization })
    const said = error === 'unsupported_response_mode' ? 'invalid_request' : error
    expect([more, pushed.status, pushed.data['error']]).toEqual([more, 400, said])
  }
})

test('A parameter that comes twice is refused, and its website hears of it [OIDC-29]', async () => {
  const client = await createClient(t.api)
  for (const name of ['response_mode', 'scope', 'nonce', 'max_proof_age_days']) {
    const { address, state } = newRequest(t.api, client)
    const website = new URL(await createBrowser(t.api).follow(`${address}&${name}=query&${name}=form_post`))
    expect(Object.fromEntries(website.searchParams)).toMatchObject({ error: 'invalid_request', state, iss: ISSUER })
  }
})

test.each([
  ['an unknown website', 'client_id=unknown&response_type=code&scope=openid', 'client'],
  ['a text that no database takes', 'client_id=%00&response_type=code&scope=openid', 'client'],
  ['nothing at all', '', 'malformed'],
])('A request with %s gets a screen of ours [OIDC-18]', async (_what, query, name) => {
  const response = await createBrowser(t.api).visit(`/oidc/auth?${query}`)
  expect(response.headers.get('location')).toBe(problem(name))
  expect(response.headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'")
  expect(await response.text()).toBe('')
})
