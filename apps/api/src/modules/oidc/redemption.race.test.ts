import { generateKeyPairSync, randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { HOUR_MS } from '@avouch/contract'
import { SignJWT } from 'jose'
import { expect, test } from 'vitest'
import { rows } from '#test/together.ts'
import { runJob } from '#test/whole-database.ts'
import { useTestApi } from '#test/use-test-api.ts'
import {
  answer,
  arrive,
  CALLBACK,
  createBrowser,
  createClient,
  getCode,
  ISSUER,
  newRequest,
  post,
  PRODUCT,
  redeem,
  userinfo,
  WITH_OIDC,
} from '#test/website.ts'
import { withClient } from '#test/with-client.ts'

const t = useTestApi(WITH_OIDC)
const MANY = 40

/** All at the same moment, each at the server of its turn. @returns the access tokens that came of it */
async function redeemAtOnce(servers: readonly string[]): Promise<string[]> {
  const client = await createClient(t.api)
  const got = await getCode(t.api, client)
  const at = (i: number) => ({ ...t.api, baseUrl: servers[i % servers.length] ?? '' })
  const all = await Promise.all(Array.from({ length: MANY }, (_, i) => redeem(at(i), client, got)))
  const refused = all.filter(({ status }) => status === 400)
  expect(new Set(refused.map(({ data }) => data['error']))).toEqual(new Set(['invalid_grant']))
  const tokens = all.filter(({ status }) => status === 200).map(({ data }) => data['access_token'] ?? '')
  expect(tokens.length + refused.length).toBe(MANY)
  return tokens
}

test('Of 40 redemptions at once at two servers one gets a token, and it is dead then [OIDC-02 OIDC-03]', async () => {
  const twin = await t.api.twin()
  try {
    const tokens = await redeemAtOnce([t.api.baseUrl, twin.baseUrl])
    expect(tokens).toHaveLength(1)
    for (const { baseUrl } of [t.api, twin])
      expect((await userinfo({ ...t.api, baseUrl }, tokens[0] ?? '')).status).toBe(401)
  } finally {
    await twin.close()
  }
})

test('A browser that goes on ten times at once gets one code [OIDC-03]', async () => {
  const client = await createClient(t.api)
  const browser = createBrowser(t.api)
  const { request, mintid } = await arrive(browser, newRequest(t.api, client).address)
  await answer(t.api, mintid, 'yes')
  const next = await browser.follow(`${request}/done`)
  const ends = await Promise.all(Array.from({ length: 10 }, () => browser.follow(next)))
  expect(ends.filter((end) => end.startsWith(`${CALLBACK}?code=`))).toHaveLength(1)
  expect(ends.filter((end) => end.includes('/request-problem'))).toHaveLength(9)
})

/** A request that was answered yes, and the address at which it goes on. */
async function answeredRequest() {
  const browser = createBrowser(t.api)
  const { request, mintid } = await arrive(browser, newRequest(t.api, await createClient(t.api)).address)
  await answer(t.api, mintid, 'yes')
  const next = await browser.follow(`${request}/done`)
  /** From one more tab, with the cookies that the browser has now. */
  const cookies = [...browser.cookies]
  const follow = (address: string) => {
    const tab = createBrowser(t.api)
    tab.cookies.push(...cookies)
    return tab.follow(address)
  }
  return { done: `${request}/done`, next, follow }
}

test('A request that comes back while it goes on gives one code [OIDC-03]', async () => {
  for (let round = 0; round < 5; round++) {
    const { done, next, follow } = await answeredRequest()
    const ends = await Promise.all([next, done, done, done].map(follow))
    ends.push(await follow(next))
    expect(ends.filter((end) => end.startsWith(`${CALLBACK}?code=`))).toHaveLength(1)
  }
})

const WAITING = `
  select count(*)::int as count from pg_stat_activity
  where datname = current_database() and wait_event_type = 'Lock' and query like '%oidc_record%'`

test('A request that ends before its answer is stored stays ended [OIDC-03]', async () => {
  const { done, next, follow } = await answeredRequest()
  await withClient(t.api.databaseUrl ?? '', async (client) => {
    await client.query('begin')
    await client.query(`delete from oidc_record where kind = 'Interaction'`)
    const late = follow(done)
    await expect.poll(async () => (await rows(t.api, WAITING))[0]?.['count']).toBe(1)
    await client.query('commit')
    expect(await late).toBe(`${PRODUCT}/request-problem?problem=browser`)
  })
  expect(await follow(next)).toContain('/request-problem')
  expect(await rows(t.api, `select 1 from oidc_record where kind = 'Interaction'`)).toEqual([])
})

test('A signed assertion proves its client once, also at the same moment [OIDC-10]', async () => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const file = join(t.api.settings.DATA_DIR, 'client-keys.json')
  writeFileSync(file, JSON.stringify({ keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'one', use: 'sig' }] }))
  const { id } = await createClient(t.api, '--jwks', file)
  const signed = (life: string) =>
    new SignJWT({ jti: randomUUID() })
      .setProtectedHeader({ alg: 'ES256', kid: 'one' })
      .setIssuer(id)
      .setSubject(id)
      .setAudience(ISSUER)
      .setIssuedAt()
      .setExpirationTime(life)
      .sign(privateKey)
  const pushBy = (client_assertion: string) => {
    const client_assertion_type = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'
    const { params } = newRequest(t.api, { id })
    return post(t.api, '/par', { ...params, client_assertion_type, client_assertion })
  }
  expect((await pushBy(await signed('1h'))).status).toBe(201)
  const refused = await pushBy(await signed('62m'))
  const error_description = 'the client assertion is good for longer than an hour'
  expect(refused).toMatchObject({ status: 401, data: { error: 'invalid_client', error_description } })
  const assertion = await signed('1m')
  const push = () => pushBy(assertion)
  const all = await Promise.all(Array.from({ length: 10 }, push))
  expect(all.map(({ status }) => status).filter((status) => status === 201)).toHaveLength(1)
  expect(all.map(({ status }) => status).filter((status) => status === 401)).toHaveLength(9)
})

test('What is kept of requests and codes is sealed, found by keyed hashes, and swept when it is over [P-12 OIDC-20]', async () => {
  const client = await createClient(t.api)
  await redeem(t.api, client, await getCode(t.api, client))
  await createBrowser(t.api).follow(newRequest(t.api, client).address)
  const kept = await rows(t.api, 'select kind, payload_enc, expires_at from oidc_record')
  for (const kind of ['AccessToken', 'AuthorizationCode', 'Grant', 'Interaction'])
    expect(kept.map((record) => record['kind'])).toContain(kind)
  for (const { payload_enc } of kept) expect(payload_enc).toMatch(/^v1\.\w+\.[\w-]+\.[\w-]+$/)
  t.api.clock.advance(3 * HOUR_MS)
  await runJob(t.api, 'retention.sweep')
  expect(await rows(t.api, 'select 1 from oidc_record')).toEqual([])
})
