import { writeFileSync } from 'node:fs'
import { generateKeyPairSync } from 'node:crypto'
import { join } from 'node:path'
import { HOUR_MS } from '@avouch/contract'
import { expect, test } from 'vitest'
import { chained } from '#test/audit-trail.ts'
import { invited } from '#test/staff.ts'
import { useTestApi } from '#test/use-test-api.ts'
import {
  answer,
  arrive,
  basicOf,
  CALLBACK,
  createBrowser,
  createClient,
  getCode,
  goBack,
  newRequest,
  post,
  PRODUCT,
  redeem,
  userinfo,
  WITH_OIDC,
} from '#test/website.ts'

const t = useTestApi(WITH_OIDC)
const PROVIDER = 'kino-aurora'

test('OIDC-10 PROV-20 the operator creates, lists and shows clients; the secret is printed once', async () => {
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

test('OIDC-25 clients of a suspended provider get no answer: no request, no way back, no token, no claims', async () => {
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

test('OIDC-10 a secret is replaced with an overlap', async () => {
  const client = await createClient(t.api)
  const [secret = ''] = await t.api.operate('client', 'rotate-secret', client.id, '--overlap-hours', '2')
  const status = async (given: string) =>
    (await redeem(t.api, { ...client, secret: given }, await getCode(t.api, client))).status
  expect([await status(client.secret), await status(secret), await status('wrong')]).toEqual([200, 200, 401])
  t.api.clock.advance(2 * HOUR_MS)
  expect([await status(client.secret), await status(secret)]).toEqual([401, 200])
})

test('OIDC-10 AUDIT-08 a refused client is in the audit trail', async () => {
  const client = await createClient(t.api)
  const refused = await redeem(t.api, { ...client, secret: 'wrong' }, await getCode(t.api, client))
  expect(refused).toMatchObject({ status: 401, data: { error: 'invalid_client' } })
  await chained(t.api)
  const trail = (await t.api.contents()).filter(({ table }) => table === 'public.audit_event')
  const noted = trail.filter(({ row }) => row['type'] === 'oidc.client_refused')
  expect(noted.map(({ row }) => row['reason'])).toContain(client.id)
})

test('OIDC-10 a removed client ends with its tokens', async () => {
  const client = await createClient(t.api)
  const { data } = await redeem(t.api, client, await getCode(t.api, client))
  const [later, browser] = [await getCode(t.api, client), createBrowser(t.api)]
  await t.api.operate('client', 'remove', client.id)
  expect((await userinfo(t.api, data['access_token'] ?? '')).status).toBe(401)
  expect((await redeem(t.api, client, later)).status).toBe(401)
  expect(await browser.follow(newRequest(t.api, client).address)).toBe(`${PRODUCT}/request-problem?problem=client`)
})

test('OIDC-12 a public client proves itself by PKCE alone', async () => {
  const { id, secret } = await createClient(t.api, '--public')
  expect(secret).toBe('')
  const got = await getCode(t.api, { id, secret })
  expect((await redeem(t.api, { id, secret }, got, { client_id: id })).status).toBe(200)
})

test('PROV-20 OIDC-01 what cannot be a client is refused', async () => {
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
