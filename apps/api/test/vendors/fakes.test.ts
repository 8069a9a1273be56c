import { expect, test } from 'vitest'
import { type FakeVendor, hmacOf } from './fake-vendor.ts'
import { startFakeIdura } from './idura/fake.ts'
import { startFakeOnfido } from './onfido/fake.ts'
import { startFakeVeriff } from './veriff/fake.ts'

type Headers = Record<string, string>
const JSON_TYPE = { 'content-type': 'application/json' }

/** Calls, and says with which status it was refused and why. */
async function call({ url, calls }: FakeVendor, line: string, headers: Headers, body?: object) {
  const [method = '', path = ''] = line.split(' ')
  const sent = body instanceof URLSearchParams ? { body } : body ? { body: JSON.stringify(body) } : {}
  const response = await fetch(url + path, { method, headers, ...sent })
  return { status: response.status, headers: response.headers, text: await response.text(), why: calls.at(-1)?.refused }
}
const refused = (status: number, reason: string) => ({ status, why: expect.stringContaining(reason) as string })

test('Codes of messages are plain HMAC-SHA256', () => {
  expect(hmacOf('key', '{"a":1}')).toBe('88a67f24bbcdaed0e6c997404bb79a743baf44c6bab2f4c27328e3009d22e342')
})

test('The fake Veriff refuses an unknown field, a missing signature and a wrong one, and signs what it says', async () => {
  await using vendor = await startFakeVeriff()
  const { IDENTITY_ACCOUNT: key = '', IDENTITY_SECRET: secret = '' } = vendor.settings
  const own = { 'x-auth-client': key, ...JSON_TYPE }
  const begin = (verification: object) => call(vendor, 'POST /v1/sessions', own, { verification })
  expect(await begin({ age: 18 })).toMatchObject(refused(400, 'age'))
  expect(await begin({ vendorData: 'ref' })).toMatchObject({ status: 201, why: undefined })
  const [{ id } = { id: '' }] = vendor.sessions
  const ask = (headers: Headers) => call(vendor, `GET /v1/sessions/${id}/decision`, { ...own, ...headers })
  expect(await ask({})).toMatchObject(refused(401, 'x-hmac-signature'))
  expect(await ask({ 'x-hmac-signature': hmacOf(key, id) })).toMatchObject(refused(401, 'x-hmac-signature'))
  vendor.decide(id, 'approved')
  const { text, headers } = await ask({ 'x-hmac-signature': hmacOf(secret, id) })
  expect(headers.get('vrf-hmac-signature')).toBe(hmacOf(secret, text))
  expect(vendor.message(id).headers['x-hmac-signature']).toBe(hmacOf(secret, vendor.message(id).body))
})

test('The fake Onfido refuses a call without its token, an unknown field and an unknown header', async () => {
  await using vendor = await startFakeOnfido()
  const own = { authorization: `Token token=${vendor.settings['IDENTITY_SECRET'] ?? ''}`, ...JSON_TYPE }
  const name = { first_name: 'Visitor', last_name: 'ref' }
  const begin = (headers: Headers, body: object) => call(vendor, 'POST /v3.6/applicants', headers, body)
  expect(await begin(JSON_TYPE, name)).toMatchObject(refused(401, 'authorization'))
  expect(await begin(own, { ...name, age: 18 })).toMatchObject(refused(400, 'age'))
  expect(await begin({ ...own, 'x-token': 'any' }, name)).toMatchObject(refused(400, 'x-token'))
  expect(await begin(own, name)).toMatchObject({ status: 201, why: undefined })
})

test('The fake Idura refuses credentials that are not form-encoded, and a request without PKCE', async () => {
  await using vendor = await startFakeIdura()
  const { IDENTITY_ACCOUNT: client = '', IDENTITY_SECRET: secret = '' } = vendor.settings
  const push = (parts: string[]) => {
    const authorization = `Basic ${Buffer.from(parts.join(':')).toString('base64')}`
    return call(vendor, 'POST /oauth2/par', { authorization }, new URLSearchParams({ response_type: 'code' }))
  }
  expect(await push([client, secret])).toMatchObject(refused(401, 'form-encoded'))
  expect(await push([client, secret].map(encodeURIComponent))).toMatchObject(refused(400, 'code_challenge'))
})
