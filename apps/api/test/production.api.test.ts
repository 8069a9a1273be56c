import { expect, test } from 'vitest'
import { makeOidcKey } from '../src/config/oidc.ts'
import { makeCertificate } from './support/certificates.ts'
import { asking } from './support/id-wallet.ts'
import { productionSettings, secretFile } from './support/production.ts'
import { consoleOf, newEmail, PASSWORD } from './support/staff.ts'
import { protectedUrl } from './support/test-api.ts'
import { useTestApi } from './support/use-test-api.ts'
import { send, sendJson } from './support/wire.ts'

const the = useTestApi({
  ...productionSettings(),
  BANK_CALLBACK_SECRET: `whsec_${Buffer.alloc(32, 8).toString('base64')}`,
  BANK_TOKEN: 'a-token-for-the-bank',
  EMBEDDED_IN_PRODUCTION: 'true',
  IDENTITY_PROVIDER: 'generic',
  // For identity data alone.
  TRUST_ANCHORS_FILE: asking([makeCertificate({ name: 'Root', isCa: true })]).settings.TRUST_ANCHORS_FILE,
  OIDC: 'on',
  OIDC_KEYS_FILE: secretFile({ keys: [makeOidcKey('RSA'), makeOidcKey('EC')] }),
})

const bearer = (key: string) => ({ authorization: `Bearer ${key}` })

test.each(['/openapi.json', '/docs', '/docs/'])(
  'In production %s is not there unless the operator wants it [X-08]',
  async (path) => {
    expect((await send(the.api, 'GET', path)).status).toBe(404)
  },
)

test('In production every answer keeps browsers on https [X-08]', async () => {
  for (const path of ['/livez', '/api/user/me', '/nothing', '/%'])
    expect((await send(the.api, 'GET', path)).headers.get('strict-transport-security')).toMatch(/^max-age=63072000/)
})

test('In production no one makes a test project until the operator turns that on [ADMIN-08]', async () => {
  const sentAs = { body: { email: newEmail(), password: PASSWORD, invitation: null, project: 'My Shop' } }
  const enrol = () => consoleOf(the.api, undefined)('adminEnrol', sentAs)
  await expect(enrol()).rejects.toMatchObject({ code: 'conflict' })
  expect(await the.api.operate('switch', 'list')).toContainEqual(expect.stringMatching(/^provider_signup +0 /))
  await the.api.operate('switch', 'set', 'provider_signup', '1')
  expect((await enrol()).status).toBe(201)
  await the.api.operate('switch', 'set', 'provider_signup', '0')
  await expect(enrol()).rejects.toMatchObject({ code: 'conflict' })
})

test('A setting by its old name is read, and one line of the log has the new one [KYC-43]', () => {
  const lines = the.api.log.filter((line) => line.includes('old name of a setting'))
  expect(lines.map((line) => (JSON.parse(line) as { reason: string }).reason)).toEqual([
    'IDENTITY_PROVIDER is called IDENTITY_VENDOR now: the next release reads the new name alone.',
  ])
})

test('Production says that imprint, privacy policy and terms are of an invented operator [GEN-13]', () => {
  const said = the.api.log.find((line) => line.includes('pages of an invented operator')) ?? '{}'
  expect(JSON.parse(said)).toMatchObject({ links: ['imprint', 'privacy', 'terms'] })
})

test('Production says that proofs of age are off, because no one is trusted for them [TRUST-01]', () => {
  const said = the.api.log.filter((line) => line.includes('proofs of age are off'))
  expect(said).toEqual([expect.stringContaining('no list and no certificate is there for eu.europa.ec.av.1')])
})

test('In production the sandbox’s provider has no key', async () => {
  const body = { redirect_uri: `${the.api.world.url}/return` }
  const authorization = `Bearer ${the.api.credentials.provider.apiKey}`
  expect((await sendJson(the.api, '/provider/v1/intents', body, { authorization })).status).toBe(401)
})

test('In production the operator’s own provider is served', async () => {
  const body = { redirect_uri: `${protectedUrl(the.api.world.url)}/museum/return` }
  const authorization = `Bearer ${the.api.second.apiKey}`
  const answer = await sendJson(the.api, '/provider/v1/intents', body, { authorization })
  expect([answer.status, answer.body?.['url']]).toEqual([201, expect.stringMatching(/^https:\/\/product\.test\//)])
})

test('In production a request by OpenID Connect stays on https, whatever a caller says about itself [OIDC-05]', async () => {
  const callback = 'https://museum.test/callback'
  const [client_id = ''] = await the.api.operate('client', 'create', the.api.second.id, '--redirect-uri', callback)
  const pkce = { code_challenge: 'c'.repeat(43), code_challenge_method: 'S256' }
  const asked = { client_id, redirect_uri: callback, response_type: 'code', scope: 'openid', ...pkce }
  const forged = { 'x-forwarded-host': 'evil.test', 'x-forwarded-proto': 'http' }
  const address = `/oidc/auth?${new URLSearchParams(asked).toString()}`
  const { status, headers } = await send(the.api, 'GET', address, { headers: forged })
  expect([status, headers.get('location')]).toEqual([
    303,
    expect.stringMatching(/^https:\/\/product\.test\/oidc\/interaction\/[\w-]{43}$/),
  ])
  expect(headers.getSetCookie().filter((cookie) => /; secure/i.test(cookie))).toHaveLength(2)
  const found = await send(the.api, 'GET', '/oidc/.well-known/openid-configuration', { headers: forged })
  expect(JSON.stringify(found.body)).not.toContain('evil')
  await expect(
    the.api.operate('client', 'create', the.api.second.id, '--redirect-uri', 'http://museum.test/'),
  ).rejects.toThrow('In production addresses are https.')
})

test('In production a test request goes back to the developer’s machine, a live one does not [PROV-21]', async () => {
  await the.api.operate('provider', 'create', 'bakery', 'Bakery')
  for (const redirect_uri of ['http://localhost:4000/back', 'http://127.0.0.1:4000/back', 'http://[::1]:4000/back']) {
    await the.api.operate('provider', 'redirect', 'add', 'bakery', redirect_uri)
    const ask = async (...mode: string[]) => {
      const [, key = ''] = await the.api.operate('provider', 'key', 'create', 'bakery', ...mode)
      const { status, body } = await sendJson(the.api, '/provider/v1/intents', { redirect_uri }, bearer(key))
      return [status, body?.['code']]
    }
    expect(await ask('--test')).toEqual([201, undefined])
    expect(await ask()).toEqual([422, 'redirect_uri_not_registered'])
  }
  const client = (...mode: string[]) =>
    the.api.operate('client', 'create', 'bakery', '--redirect-uri', 'http://localhost:4000/callback', ...mode)
  await expect(client('--test')).resolves.toHaveLength(2)
  await expect(client()).rejects.toThrow('In production addresses are https.')
  await expect(client('--public')).resolves.toHaveLength(1)
})

test('In production only protected addresses are registered [PROV-21]', async () => {
  await the.api.operate('provider', 'create', 'library', 'Library')
  const add = (uri: string) => the.api.operate('provider', 'redirect', 'add', 'library', uri)
  await add('https://library.test/return')
  await add('library-app:return')
  await expect(add('http://library.test/return')).rejects.toThrow('In production addresses are https.')
  for (const own of [
    'http://localhost.library.test/',
    'http://127.0.0.1.library.test/',
    'http://localhost@library.test/',
  ])
    await expect(add(own)).rejects.toThrow(/In production addresses are https|a whole address/)
  await expect(the.api.operate('provider', 'webhook', 'set', 'library', 'http://localhost:4000/hook')).rejects.toThrow(
    'In production addresses are https.',
  )
  await expect(the.api.operate('provider', 'webhook', 'set', 'library', 'http://library.test/hook')).rejects.toThrow(
    'In production addresses are https.',
  )
})
