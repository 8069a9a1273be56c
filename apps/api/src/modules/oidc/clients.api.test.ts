import { writeFileSync } from 'node:fs'
import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { join } from 'node:path'
import { HOUR_MS } from '@avouch/contract'
import { SignJWT } from 'jose'
import { expect, test } from 'vitest'
import { chained } from '#test/audit-trail.ts'
import { invited } from '#test/staff.ts'
import { useTestApi } from '#test/use-test-api.ts'
import {
  answer,
  arrive,
  basicOf,
  CALLBACK,
  type Client,
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
const PROVIDER = 'kino-aurora'

test('The operator creates, lists and shows clients; the secret is printed once [OIDC-10 PROV-10]', async () => {
  const { id, secret } = await createClient(t.api, '--subject', 'pairwise', '--require-par')
  expect(id).toMatch(/^client_[\w-]{22}$/)
  expect(secret).toMatch(/^avcs_[\w-]{43}$/)
  expect((await t.api.operate('client', 'list', PROVIDER)).join('\n')).toContain(`${id}  ${PROVIDER}  test`)
  const shown = (await t.api.operate('client', 'show', id)).join('\n')
  expect(shown).toContain(`returns to ${CALLBACK}`)
  expect(shown).toContain('pushed requests: required')
  expect(shown).not.toContain(secret)
  const data = JSON.parse((await t.api.operate('--json', 'client', 'show', id)).join('')) as object
  expect(Object.keys(data)).not.toContain('secretHash')
})

test('Clients of a suspended provider get no answer: no request, no way back, no token, no claims [ADMIN-15]', async () => {
  const operator = await invited(t.api, 'operator')
  const suspend = (suspended: boolean) =>
    operator.call('adminSuspendProvider', { params: { provider: PROVIDER }, body: { suspended } })
  const client = await createClient(t.api)
  const redeemed = await redeem(t.api, client, await getCode(t.api, client))
  const [waiting, late] = [await getCode(t.api, client), createBrowser(t.api)]
  const { request, mintid } = await arrive(late, newRequest(t.api, client).address)
  await answer(t.api, mintid, 'yes')

  await suspend(true)
  const unknown = `${PRODUCT}/request-problem?problem=client`
  expect(await createBrowser(t.api).follow(newRequest(t.api, client).address)).toBe(unknown)
  expect(await late.follow(`${request}/done`)).toBe(unknown)
  expect(await redeem(t.api, client, waiting)).toMatchObject({ status: 401, data: { error: 'invalid_client' } })
  expect((await userinfo(t.api, redeemed.data['access_token'] ?? '')).status).toBe(401)
  const authorization = basicOf(client.id, client.secret)
  expect((await post(t.api, '/par', newRequest(t.api, client).params, { authorization })).status).toBe(401)
  expect((await t.api.operate('client', 'show', client.id)).join('\n')).toContain(client.id)

  await suspend(false)
  expect((await redeem(t.api, client, waiting)).status).toBe(200)
  expect((await goBack(t.api, late, request)).get('code')).not.toBeNull()
})

test('A secret is replaced with an overlap, and a client that is refused is in the audit trail [OIDC-10]', async () => {
  const client = await createClient(t.api)
  const [secret = ''] = await t.api.operate('client', 'rotate-secret', client.id, '--overlap-hours', '2')
  const status = async (given: string) =>
    (await redeem(t.api, { ...client, secret: given }, await getCode(t.api, client))).status
  expect([await status(client.secret), await status(secret), await status('wrong')]).toEqual([200, 200, 401])
  t.api.clock.advance(2 * HOUR_MS)
  expect([await status(client.secret), await status(secret)]).toEqual([401, 200])
  await chained(t.api)
  const noted = await t.api.rows(`select reason from audit_event where type = 'oidc.client_refused'`)
  expect(noted.map(({ reason }) => reason)).toContain(client.id)
})

test('A removed client ends with its tokens [OIDC-10]', async () => {
  const client = await createClient(t.api)
  const { data } = await redeem(t.api, client, await getCode(t.api, client))
  const [later, browser] = [await getCode(t.api, client), createBrowser(t.api)]
  await t.api.operate('client', 'remove', client.id)
  expect((await userinfo(t.api, data['access_token'] ?? '')).status).toBe(401)
  expect((await redeem(t.api, client, later)).status).toBe(401)
  expect(await browser.follow(newRequest(t.api, client).address)).toBe(`${PRODUCT}/request-problem?problem=client`)
})

test('An app on a device goes back to its loopback address with any port, and to no other [OIDC-01]', async () => {
  const loopback = 'http://127.0.0.1/callback'
  const app = await createClient(t.api, '--public', '--redirect-uri', loopback)
  const website = await createClient(t.api, '--redirect-uri', loopback)
  const next = (client: Client, redirect_uri: string) =>
    createBrowser(t.api).follow(newRequest(t.api, client, { redirect_uri }).address)
  const refused = `${PRODUCT}/request-problem?problem=address`
  expect(await next(app, 'http://127.0.0.1:51004/callback')).toContain('/oidc/interaction/')
  expect(await next(website, 'http://127.0.0.1:51004/callback')).toBe(refused)
  for (const other of [
    'http://127.0.0.1:51004/other',
    'http://localhost:51004/callback',
    'http://127.0.0.2:51004/callback',
  ])
    expect(await next(app, other)).toBe(refused)
  expect(await next(app, CALLBACK.replace('.example', '.example:8443'))).toBe(refused)
})

test('An app goes back by its own scheme, which is a domain reversed [OIDC-01]', async () => {
  const redirect_uri = 'com.example.app:/callback'
  const app = await createClient(t.api, '--public', '--redirect-uri', redirect_uri)
  const { address, verifier, state } = newRequest(t.api, app, { redirect_uri })
  const browser = createBrowser(t.api)
  const { request, mintid } = await arrive(browser, address)
  await answer(t.api, mintid, 'yes')
  const back = new URL(await browser.follow(await browser.follow(`${request}/done`)))
  expect([back.protocol + back.pathname, back.searchParams.get('state')]).toEqual([redirect_uri, state])
  const code = back.searchParams.get('code') ?? ''
  expect((await redeem(t.api, app, { code, verifier }, { client_id: app.id, redirect_uri })).status).toBe(200)
  for (const other of ['app:/callback', 'javascript:alert(1)', 'ftp://localhost/', `${redirect_uri}#here`])
    await expect(createClient(t.api, '--public', '--redirect-uri', other)).rejects.toThrow(
      'whole http or https address',
    )
  await expect(createClient(t.api, '--redirect-uri', redirect_uri)).rejects.toThrow('whole http or https address')
})

type Jwk = Record<string, unknown>
type Pair = { privateKey: KeyObject; publicKey: KeyObject }
const pairOf = generateKeyPairSync as unknown as (type: string, options?: object) => Pair
const jwkOf = ({ publicKey }: Pair): Jwk => publicKey.export({ format: 'jwk' })
const publicKey = (type: string, options: object = {}) => jwkOf(pairOf(type, options))
const [ec, rsa, ed] = [
  pairOf('ec', { namedCurve: 'P-256' }),
  pairOf('rsa', { modulusLength: 2_048 }),
  pairOf('ed25519'),
]
const [EC, RSA] = [jwkOf(ec), jwkOf(rsa)]

/** Registers a client with these keys. */
async function register(...keys: Jwk[]) {
  const file = join(t.api.settings.DATA_DIR, 'keys.json')
  writeFileSync(file, JSON.stringify({ keys }))
  const words = ['client', 'create', PROVIDER, '--redirect-uri', CALLBACK, '--test', '--jwks', file]
  const { exitCode, lines } = await t.api.command(...words)
  return exitCode === 0 ? { id: lines[0] ?? '' } : { refusal: lines[0] ?? '' }
}

/** A pushed request of a client that an assertion proves. @returns its status, and why it was refused */
async function pushBy(
  id: string,
  { alg, kid, by, life = '1h', off = 0 }: { alg: string; kid?: string; by: Pair; life?: string; off?: number },
) {
  const now = Math.floor(Date.now() / 1_000) + off
  const assertion = await new SignJWT({ iss: id, sub: id, aud: ISSUER, jti: random() })
    .setProtectedHeader({ alg, ...(kid === undefined ? {} : { kid }) })
    .setIssuedAt(now)
    .setNotBefore(now)
    .setExpirationTime(off === 0 ? life : now + 60)
    .sign(by.privateKey)
  const client_assertion_type = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'
  const fields = { ...newRequest(t.api, { id }).params, client_assertion: assertion, client_assertion_type }
  return async () => {
    const { status, data } = await post(t.api, '/par', fields)
    return [status, data['error_description']]
  }
}

test('Keys that are accepted prove their client, by each algorithm [OIDC-30 OIDC-10]', async () => {
  const twins = [
    { ...EC, kid: 'one' },
    { ...RSA, kid: 'one', x5c: ['junk'] },
  ]
  for (const { alg, by, keys } of [
    { alg: 'ES256', by: ec, keys: [EC] },
    { alg: 'RS256', by: rsa, keys: [RSA] },
    { alg: 'PS256', by: rsa, keys: [{ ...RSA, alg: 'PS256' }] },
    { alg: 'EdDSA', by: ed, keys: [jwkOf(ed)] },
    { alg: 'ES256', by: ec, keys: twins },
    { alg: 'RS256', by: rsa, keys: twins },
  ]) {
    const { id = '' } = await register(...keys)
    const push = await pushBy(id, { alg, by, ...(keys.length === 2 ? { kid: 'one' } : {}) })
    expect([alg, ...(await push())]).toEqual([alg, 201, undefined])
  }
})

test('Two keys of one kind with one kid are refused: a kid names one of them [OIDC-30]', async () => {
  const other = publicKey('ec', { namedCurve: 'P-256' })
  expect(await register({ ...EC, kid: 'one' }, { ...other, kid: 'one' })).toEqual({
    refusal: 'Two keys of one kind have the same kid: a kid names one key.',
  })
  expect(await register({ ...EC, kid: 'one' }, { ...other, kid: 'two' })).toMatchObject({
    id: expect.any(String) as string,
  })
})

test('A signed assertion proves its client once, also at the same moment, and for an hour at most [OIDC-10]', async () => {
  const { id = '' } = await register(EC)
  const push = await pushBy(id, { alg: 'ES256', by: ec })
  const all = await Promise.all(Array.from({ length: 10 }, push))
  for (const [status, times] of [
    [201, 1],
    [401, 9],
  ])
    expect(all.filter(([one]) => one === status)).toHaveLength(times ?? 0)
  const long = await pushBy(id, { alg: 'ES256', by: ec, life: '66m' })
  expect(await long()).toEqual([401, 'the client assertion is good for longer than an hour'])
})

test.each([100, -100])(
  'A client whose clock is %i s off is proven by its signed assertion, once [T-08 OIDC-10]',
  async (off) => {
    const { id = '' } = await register(EC)
    const push = await pushBy(id, { alg: 'ES256', by: ec, off })
    expect(await push()).toEqual([201, undefined])
    expect((await push())[0]).toBe(401)
  },
)

test('Keys by which no client could be proven are refused, and the reason is said [OIDC-30]', async () => {
  const refused: [string, Jwk][] = [
    ['2048 bits', publicKey('rsa', { modulusLength: 1_024 })],
    ['"use"', { ...EC, use: 'enc' }],
    ['"alg"', { ...RSA, alg: 'RS512' }],
    ['Invalid keyData', { ...EC, y: EC['x'] }],
    ['"crv"', publicKey('ec', { namedCurve: 'P-384' })],
    ['jwks.keys[0].n must be', { ...RSA, n: undefined }],
    ['jwks.keys[0].p must not be', { ...RSA, p: 'AQAB' }],
    ['no JSON Web Key Set', { kty: 'oct', k: 'AAAA' }],
  ]
  for (const [reason, key] of refused) expect((await register(key)).refusal).toContain(reason)
  expect((await register()).refusal).toContain('no JSON Web Key Set')
})

test('What cannot be a client is refused [PROV-10 OIDC-01]', async () => {
  const keys = join(t.api.settings.DATA_DIR, 'private.json')
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  writeFileSync(keys, JSON.stringify({ keys: [privateKey.export({ format: 'jwk' })] }))
  const refusalOf = async (...words: string[]) => (await t.api.command('client', 'create', ...words)).lines[0]
  expect(await refusalOf('no-such-shop', '--redirect-uri', CALLBACK)).toBe('There is no provider no-such-shop.')
  expect(await refusalOf(PROVIDER)).toBe('A client needs an address that visitors go back to.')
  for (const address of ['shop', 'myapp:/callback', `${CALLBACK}#here`, 'https://*.example/', 'https://a@b.example/'])
    expect(await refusalOf(PROVIDER, '--redirect-uri', address)).toContain('whole http or https address')
  const given = [PROVIDER, '--redirect-uri', CALLBACK]
  expect(await refusalOf(...given, '--origin', 'https://a.example')).toBe('Only a public client has origins.')
  expect(await refusalOf(...given, '--public', '--origin', 'https://a.example/')).toContain('An origin is')
  expect(await refusalOf(...given, '--public', '--secret-post')).toContain('one of them')
  expect(await refusalOf(...given, '--jwks', keys)).toBe('The file is no JSON Web Key Set of public keys.')
  expect((await t.api.command('client', 'show', 'nothing')).lines).toEqual(['There is no client nothing.'])
  expect((await t.api.command('client', 'rotate-secret', 'nothing')).exitCode).toBe(1)
})
