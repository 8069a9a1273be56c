import { HOUR_MS } from '@avouch/contract'
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
  newRequest,
  redeem,
  userinfo,
  WITH_OIDC,
} from '#test/website.ts'

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

test('Of 40 redemptions at once at two servers one gets a token, and it is dead then [OIDC-02]', async () => {
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

test('Of tabs that go on with one request, or come back to it, at the same moment one gets a code [OIDC-02]', async () => {
  for (let round = 0; round < 5; round++) {
    const browser = createBrowser(t.api)
    const { request, mintid } = await arrive(browser, newRequest(t.api, await createClient(t.api)).address)
    await answer(t.api, mintid, 'yes')
    const done = `${request}/done`
    const next = await browser.follow(done)
    const cookies = [...browser.cookies]
    const follow = (address: string) => {
      const tab = createBrowser(t.api)
      tab.cookies.push(...cookies)
      return tab.follow(address)
    }
    const ends = await Promise.all([next, done, next, done, next, next, done].map(follow))
    ends.push(await follow(next))
    expect(ends.filter((end) => end.startsWith(`${CALLBACK}?code=`))).toHaveLength(1)
  }
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
