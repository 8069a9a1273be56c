import { SECOND_MS } from '@avouch/contract'
import { createLocalJWKSet, decodeJwt, type JSONWebKeySet, jwtVerify } from 'jose'
import { expect, test } from 'vitest'
import { useTestApi } from '#test/use-test-api.ts'
import {
  answer,
  arrive,
  type Client,
  createBrowser,
  createClient,
  getCode,
  goBack,
  ISSUER,
  newRequest,
  post,
  redeem,
  userinfo,
  WITH_OIDC,
} from '#test/website.ts'

/**
 * A test for each module of the OpenID Foundation's Basic plan, by its name. Left out are those that need a session
 * (prompt-none-logged-in, max-age-10000, id-token-hint), the one for clients that register themselves (idtoken-unsigned),
 * and what the tests of refusals and of the whole flow show.
 */
const t = useTestApi(WITH_OIDC)

let known: Client | undefined
const client = async (): Promise<Client> => (known ??= await createClient(t.api))

/** The whole flow with these parameters. */
async function flow(more: Record<string, string> = {}) {
  const got = await getCode(t.api, await client(), more)
  const { status, data } = await redeem(t.api, await client(), got)
  expect(status).toBe(200)
  return { ...got, data, token: data['access_token'] ?? '', claims: decodeJwt(data['id_token'] ?? '') }
}

const discovery = async () =>
  (await (await fetch(`${t.api.baseUrl}/oidc/.well-known/openid-configuration`)).json()) as Record<string, unknown>

test('Discovery says what there is, and nothing else [OIDC-19]', async () => {
  expect(await discovery()).toMatchObject({
    issuer: ISSUER,
    authorization_endpoint: `${ISSUER}/auth`,
    token_endpoint: `${ISSUER}/token`,
    userinfo_endpoint: `${ISSUER}/userinfo`,
    jwks_uri: `${ISSUER}/jwks`,
    pushed_authorization_request_endpoint: `${ISSUER}/par`,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code'],
    subject_types_supported: ['pairwise'],
    id_token_signing_alg_values_supported: ['RS256', 'ES256'],
    code_challenge_methods_supported: ['S256'],
    request_uri_parameter_supported: false,
    claims_parameter_supported: true,
    acr_values_supported: ['urn:avouch:acr:account', 'urn:avouch:acr:presented'],
    authorization_response_iss_parameter_supported: true,
  })
  for (const absent of [
    'registration_endpoint',
    'end_session_endpoint',
    'introspection_endpoint',
    'revocation_endpoint',
  ])
    expect(await discovery()).not.toHaveProperty(absent)
})

test.each<[string, Record<string, string>, string]>([
  ['oidcc-response-type-missing', { response_type: '' }, 'invalid_request'],
  [
    'oidcc-request-uri-unsigned-supported-correctly-or-rejected-as-unsupported',
    { request_uri: 'https://shop.example/request.jwt' },
    'request_uri_not_supported',
  ],
])(
  'A request that the plan lets a provider refuse is refused with its error (%s) [OIDC-19]',
  async (_module, more, error) => {
    const website = new URL(await createBrowser(t.api).follow(newRequest(t.api, await client(), more).address))
    expect(website.searchParams.get('error')).toBe(error)
  },
)

test('ID tokens by RS256 and ES256 verify with the published keys (oidcc-idtoken-signature) [OIDC-19]', async () => {
  const keys = (await (await fetch(`${t.api.baseUrl}/oidc/jwks`)).json()) as JSONWebKeySet
  const signer = await createClient(t.api, '--id-token-alg', 'ES256')
  const { data } = await redeem(t.api, signer, await getCode(t.api, signer))
  await jwtVerify(data['id_token'] ?? '', createLocalJWKSet(keys), { algorithms: ['ES256'] })
})

test('Claims are read by POST, with the token in the header or the body (oidcc-userinfo-post) [OIDC-19]', async () => {
  const { token, claims } = await flow()
  for (const [fields, headers] of [
    [{}, { authorization: `Bearer ${token}` }],
    [{ access_token: token }, {}],
  ] as const) {
    const { status, data } = await post(t.api, '/userinfo', { ...fields }, headers)
    expect({ status, sub: data['sub'] }).toEqual({ status: 200, sub: claims.sub })
  }
})

test.each<[string, Record<string, string>]>([
  ['oidcc-ensure-other-scope-order-succeeds', { scope: 'age openid' }],
  ['oidcc-claims-essential', { scope: 'openid', claims: '{"userinfo":{"age_over_18":{"essential":true}}}' }],
  ['oidcc-ensure-request-with-acr-values-succeeds', { acr_values: '1 2' }],
  ['oidcc-ensure-request-with-acr-values-succeeds, ours first', { acr_values: 'urn:avouch:acr:account 1 2' }],
  ['oidcc-display-page', { display: 'page' }],
  ['oidcc-display-popup', { display: 'popup' }],
  ['oidcc-ensure-request-with-unknown-parameter-succeeds', { extra: 'foobar' }],
  ['oidcc-login-hint', { login_hint: 'visitor@example.org' }],
  ['oidcc-ui-locales', { ui_locales: 'se' }],
  ['oidcc-claims-locales', { claims_locales: 'se' }],
  ['OIDC-11 prompt=select_account', { prompt: 'select_account' }],
  ['OIDC-11 prompt=select_account with others', { prompt: 'login select_account consent' }],
])('A request with other scopes gets openid alone (%s) [OIDC-19]', async (_module, more) => {
  const { token, claims } = await flow(more)
  const told = { sub: claims.sub, age_over_18: true, acr: 'urn:avouch:acr:account' }
  expect(await userinfo(t.api, token)).toMatchObject({ status: 200, data: told })
})

test.each<[string, Record<string, string>, Record<string, string>]>([
  ['oidcc-prompt-login', { prompt: 'login' }, { prompt: 'login consent' }],
  ['oidcc-max-age-1', { max_age: '1' }, { max_age: '1' }],
])('A request with further parameters is answered (%s) [OIDC-19]', async (_module, one, other) => {
  const first = await flow(one)
  t.api.clock.advance(2 * SECOND_MS)
  const again = await flow(other)
  expect(Number(again.claims['auth_time'])).toBeGreaterThan(Number(first.claims['auth_time']))
})

test('A request by POST, and one without a nonce, is answered (oidcc-ensure-post-request-succeeds) [OIDC-19]', async () => {
  const { params, verifier } = newRequest(t.api, await client())
  delete params['nonce']
  const browser = createBrowser(t.api)
  const posted = await browser.visit('/oidc/auth', { method: 'POST', body: new URLSearchParams(params) })
  expect(posted.status).toBe(303)
  const { request, mintid } = await arrive(browser, posted.headers.get('location') ?? '')
  await answer(t.api, mintid, 'yes')
  const code = (await goBack(t.api, browser, request)).get('code') ?? ''
  const { data } = await redeem(t.api, await client(), { code, verifier })
  expect(decodeJwt(data['id_token'] ?? '')).not.toHaveProperty('nonce')
})

test('A client may post its secret (oidcc-server-client-secret-post) [OIDC-19]', async () => {
  const { id, secret } = await createClient(t.api, '--secret-post')
  const got = await getCode(t.api, { id, secret })
  const redeemed = await redeem(t.api, { id, secret: '' }, got, { client_id: id, client_secret: secret })
  expect(redeemed.status).toBe(200)
})

test('A refresh token is neither given nor taken (oidcc-refresh-token) [OIDC-19]', async () => {
  const { data } = await flow({ scope: 'openid age offline_access', prompt: 'consent' })
  expect(data).not.toHaveProperty('refresh_token')
  const { status } = await redeem(t.api, await client(), { code: '', verifier: '' }, { grant_type: 'refresh_token' })
  expect(status).toBe(400)
})
