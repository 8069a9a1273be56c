import { api, type Endpoint, TEST_EVENTS_PATH } from '@avouch/contract'
import { expect, test } from 'vitest'
import { trusting } from '#test/age-app.ts'
import { createOffice } from '#test/age-office.ts'
import { beginCheck, registered } from '#test/builders.ts'
import { useTestApi } from '#test/use-test-api.ts'
import { answer, arrive, createBrowser, createClient, goBack, newRequest, WITH_OIDC } from '#test/website.ts'
import { send } from '#test/wire.ts'

const t = useTestApi({ ...WITH_OIDC, ...trusting(createOffice()) })

const OF_CONTRACT = Object.values<Endpoint>(api)
  .filter(({ method }) => method === 'GET')
  .map(({ path }) => path.replace(/:\w+/g, 'A'.repeat(22)))
const BESIDE = [
  '/',
  '/oidc/.well-known/openid-configuration',
  '/.well-known/apple-app-site-association',
  '/oidc/jwks',
  '/oidc/userinfo',
  '/oidc/nothing',
  '/openapi.json',
  '/livez',
  TEST_EVENTS_PATH,
]

async function said(method: string, path: string, headers: Record<string, string> = {}) {
  const { status, headers: got, text } = await send(t.api, method, path, { headers })
  const [type, cors] = ['content-type', 'access-control-allow-origin'].map((name) => got.get(name))
  return { path, status, type, cors, cookies: got.getSetCookie(), text }
}

test('Each address answers HEAD as it answers GET, without a body [X-17]', async () => {
  for (const path of [...OF_CONTRACT, ...BESIDE])
    expect(await said('HEAD', path)).toEqual({ ...(await said('GET', path)), text: '' })
})

test('HEAD begins, opens and goes on with nothing [X-17]', async () => {
  const { bearer } = await registered(t.api)
  const authorization = `Bearer ${bearer}`
  const rows = async () => {
    const all = (await t.api.contents()).filter(({ table }) =>
      /oidc_record|\.intent$|identity_check|presentation/.test(table),
    )
    return all.map(({ row }) => JSON.stringify(row)).toSorted()
  }
  const [client, browser] = [await createClient(t.api), createBrowser(t.api)]
  const { request, mintid } = await arrive(browser, newRequest(t.api, client).address)
  const { data: begun } = await t.api.client('createPresentation', { body: { mintid, way: 'qr' } })
  await answer(t.api, mintid, 'yes')
  const unread = await arrive(createBrowser(t.api), newRequest(t.api, client).address)
  const before = await rows()
  for (const address of [
    newRequest(t.api, client).address,
    newRequest(t.api, client).address.replace('/auth', '/AUTH'),
    request,
    `${request}/done`,
    browser.cookies.find(({ name }) => name === 'oidc_resume')?.path ?? '',
    begun.url ?? '',
    `/api/idcheck/intent/${unread.mintid}/summary`,
    `/?mintid=${unread.mintid}`,
  ]) {
    const response = await browser.visit(address, { method: 'HEAD' })
    expect([response.headers.get('location'), response.headers.getSetCookie()]).toEqual([null, []])
  }
  expect((await send(t.api, 'HEAD', '/api/idcheck/init', { headers: { authorization } })).status).toBe(200)
  expect(await rows()).toEqual(before)
  await beginCheck(t.api, bearer)
  expect((await rows()).length).toBeGreaterThan(before.length)
  expect((await goBack(t.api, browser, request)).get('code')).not.toBeNull()
})

test('The keys of verdicts are open to scripts of every website, and the metadata have both standards’ addresses [OIDC-12]', async () => {
  const headers = { origin: 'https://shop.example' }
  const keys = await send(t.api, 'GET', '/.well-known/jwks.json', { headers })
  expect([keys.status, keys.headers.get('access-control-allow-origin')]).toEqual([200, '*'])
  const at = async (path: string) => (await send(t.api, 'GET', path, { headers })).body
  const metadata = await at('/oidc/.well-known/openid-configuration')
  expect(metadata?.['issuer']).toMatch(/\/oidc$/)
  expect(await at('/.well-known/oauth-authorization-server/oidc')).toEqual(metadata)
  expect(metadata?.['claims_supported']).not.toContain('sid')
})
