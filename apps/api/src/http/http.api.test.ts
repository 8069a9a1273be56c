import { api, type Endpoint } from '@avouch/contract'
import { expect, test } from 'vitest'
import { digits, GOOD_PIN, newNumber, registered } from '#test/builders.ts'
import { useTestApi } from '#test/use-test-api.ts'
import { send, sendForm, sendJson } from '#test/wire.ts'

const the = useTestApi()
const PRE_LOGIN = '/auth/public/app/prelogin'
const VERIFY = '/auth/public/app/recover/verify'

async function seen(method: string, path: string, init?: RequestInit) {
  const { status, headers, body } = await send(the.api, method, path, init)
  return { status, type: headers.get('content-type'), code: body?.['code'], cache: headers.get('cache-control') }
}
const refusal = (status: number, code: string) => ({
  status,
  code,
  type: 'application/problem+json; charset=utf-8',
  cache: 'no-store',
})

test('A refusal is problem+json with a code of the catalogue, a title and the status [ERR-09]', async () => {
  const { status, body, headers } = await send(the.api, 'GET', '/api/user/me')
  expect([status, headers.get('content-type')]).toEqual([401, 'application/problem+json; charset=utf-8'])
  const title = 'The access token is missing, wrong or expired'
  const message = 'Your session has ended. Please log in again.'
  expect(body).toEqual({ type: 'about:blank', status: 401, code: 'invalid_token', title, message })
})

test.each([
  ['de-AT,en;q=0.5', '/api/user/me', 'Deine Sitzung ist beendet. Bitte logge dich wieder ein.'],
  ['en-GB', '/api/user/me', 'Your session has ended. Please log in again.'],
  ['de', '/auth/public/app/changepin', 'Etwas an der Anfrage stimmt nicht. Bitte versuche es noch einmal.'],
  ['*', '/api/user/me', 'Your session has ended. Please log in again.'],
  [
    'de',
    '/provider/v1/balance',
    'The API key is missing or wrong. Send `Authorization: Bearer avpk_…`. A revoked or expired key gives this error too: create another one in the console.',
  ],
])('Asked for the language %s, %s says: %s [ERR-10]', async (language, path, message) => {
  const { method, body } = Object.values(api).find((endpoint: Endpoint) => endpoint.path === path) as Endpoint
  const headers = { 'accept-language': language, 'content-type': 'application/json' }
  const sent = await send(the.api, method, path, {
    headers,
    ...(body === undefined ? {} : { body: '{"phone":true}' }),
  })
  expect(sent.body?.['message']).toBe(message)
})

test('The token endpoint speaks English, whatever it is asked for [ERR-10]', async () => {
  const headers = { 'accept-language': 'de' }
  const body = new URLSearchParams({ grant_type: 'password' })
  const sent = await send(the.api, 'POST', '/auth/api/oauth/token', { headers, body })
  expect(sent.body?.['error_description']).toMatch(/^[ -~]+$/)
  expect(sent.body).not.toHaveProperty('message')
})

test.each([
  ['/api/idcheck/intent/%zz/summary', 400],
  ['/%', 400],
  [`/api/idcheck/intent/${'a'.repeat(200)}/summary`, 414],
])('An address that cannot be decoded, or is too long, is refused: %s, %i [X-02]', async (path, status) => {
  expect(await seen('GET', path)).toEqual(refusal(status, 'invalid_request'))
})

const methods = Object.entries<Endpoint>(api).flatMap(([name, { method, path }]) =>
  ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS']
    .filter(
      (other) => other !== method && !Object.values<Endpoint>(api).some((e) => e.path === path && e.method === other),
    )
    .map((other) => ({ name, other, path: path.replace(':id', 'AAAAAAAAAAAAAAAAAAAAAA'), method })),
)
test('A wrong method is 405 at every endpoint, with the allowed ones [X-02 LIMIT-11]', async () => {
  for (const { other, path, method } of methods) {
    const { status, headers, body } = await send(the.api, other, path)
    expect([path, other, status, body?.['code'] ?? body?.['error']]).toEqual([path, other, 405, 'method_not_allowed'])
    expect(headers.get('allow')).toContain(method)
  }
})

test.each([
  ['text/plain', 'text/plain'],
  ['no type', ''],
  ['a form', 'application/x-www-form-urlencoded'],
])('A JSON body sent as %s is 415 [X-02 LIMIT-11]', async (_what, type) => {
  const body = new Blob([JSON.stringify({ phone: digits(newNumber()), pin: GOOD_PIN })])
  const headers: Record<string, string> = type === '' ? {} : { 'content-type': type }
  expect(await seen('POST', PRE_LOGIN, { headers, body })).toEqual(refusal(415, 'unsupported_media_type'))
})

test.each([
  ['of one megabyte', 'x'.repeat(1_048_576)],
  ['of a byte more than 16 KiB', 'x'.repeat(16_385 - 12)],
])('A body %s is 413 [X-02]', async (_what, filler) => {
  const body = JSON.stringify({ phone: filler })
  const init = { headers: { 'content-type': 'application/json' }, body }
  expect(await seen('POST', PRE_LOGIN, init)).toEqual(refusal(413, 'body_too_large'))
})

test.each([
  ['half of JSON', '{"phone":'],
  ['nothing', ''],
  ['__proto__', '{"__proto__":{"adult":true},"phone":"1","pin":"2580"}'],
  ['a constructor', '{"constructor":{"prototype":{"adult":true}},"phone":"1","pin":"2580"}'],
  ['a NUL', '{"phone":"49\\u0000151","pin":"2580"}'],
  ['a list', '[]'],
  ['code as an object', '{"phone":{"$ne":""},"pin":{"$ne":""}}'],
])('As a body %s is 400 [X-02 P-10]', async (_what, body) => {
  const answer = await seen('POST', PRE_LOGIN, { headers: { 'content-type': 'application/json' }, body })
  expect(answer).toEqual(refusal(400, 'invalid_request'))
})

const TOKEN = '/auth/api/oauth/token'
const password = `grant_type=password&username=4915112345678&password=${GOOD_PIN}`

test.each([
  ['no grant type', 'username=1&password=2580', 'invalid_request'],
  ['an unknown grant type', 'grant_type=client_credentials', 'unsupported_grant_type'],
  ['no password', 'grant_type=password&username=1', 'invalid_request'],
  ['a doubled key', `${password}&password=9071`, 'invalid_request'],
  ['a key as a list', 'grant_type=password&username[]=1&password[]=2', 'invalid_request'],
  ['a NUL', 'grant_type=password&username=4%00&password=2580', 'invalid_request'],
  ['unknown credentials', password, 'invalid_grant'],
  ['an unknown refresh token', 'grant_type=refresh_token&refresh_token=x', 'invalid_grant'],
])('The token endpoint answers %s with its error, as RFC 6749 defines [ERR-09]', async (_what, body, error) => {
  const answer = await sendForm(the.api, TOKEN, body)
  expect([answer.status, answer.body?.['error']]).toEqual([400, error])
  expect(Object.keys(answer.body ?? {}).sort()).toEqual(['error', 'error_description'])
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8')
})

test.each([
  ['no client', ''],
  ['another client', `Basic ${Buffer.from('other:public-client').toString('base64')}`],
  ['another secret', `Basic ${Buffer.from('avouch-web:guess').toString('base64')}`],
  ['a bearer token', 'Bearer avat_x'],
])(
  'With %s the token endpoint is 401 invalid_client, without a challenge that opens a browser’s password prompt [ERR-09]',
  async (_what, authorization) => {
    for (const path of [TOKEN, '/auth/api/oauth/revoke']) {
      const { status, body, headers } = await sendForm(the.api, path, password, { authorization })
      expect([status, body?.['error'], headers.get('www-authenticate')]).toEqual([401, 'invalid_client', null])
    }
  },
)

test('The token endpoint takes the name of the client in the form too, and refuses another one [SESSION-07]', async () => {
  const answerTo = async (name: string) => {
    const { status, body } = await sendForm(the.api, TOKEN, `${password}&client_id=${name}`)
    return [status, body?.['error']]
  }
  expect(await answerTo('avouch-web')).toEqual([400, 'invalid_grant'])
  expect(await answerTo('other')).toEqual([401, 'invalid_client'])
  const authorization = `Basic ${Buffer.from('avouch%2Dweb:public%2Dclient').toString('base64')}`
  expect((await sendForm(the.api, TOKEN, password, { authorization })).body?.['error']).toBe('invalid_grant')
})

test('A success of the token endpoint is never stored [SESSION-07]', async () => {
  const { tokens } = await registered(the.api)
  const body = `grant_type=refresh_token&refresh_token=${encodeURIComponent(tokens.refresh_token)}`
  const { status, headers } = await sendForm(the.api, TOKEN, body)
  expect([status, headers.get('cache-control')]).toEqual([200, 'no-store'])
})

const HEADERS = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
}
const NEVER = ['access-control-allow-origin', 'set-cookie', 'x-powered-by', 'server', 'strict-transport-security']

test.each<{ what: string; ask: () => ReturnType<typeof send> }>([
  { what: 'a success', ask: () => sendForm(the.api, '/auth/api/oauth/revoke', 'token=avrt_unknown') },
  { what: 'a refusal', ask: () => send(the.api, 'GET', '/api/user/me') },
  { what: 'an address that is not there', ask: () => send(the.api, 'GET', '/nothing') },
  { what: 'an address that cannot be decoded', ask: () => send(the.api, 'GET', '/%') },
  {
    what: 'a request from another origin',
    ask: () => sendJson(the.api, VERIFY, {}, { origin: 'https://evil.example' }),
  },
])('Every answer carries the security headers: $what [X-08 X-14]', async ({ ask }) => {
  const { headers } = await ask()
  expect(Object.fromEntries(Object.keys(HEADERS).map((name) => [name, headers.get(name)]))).toEqual(HEADERS)
  for (const name of NEVER) expect([name, headers.get(name)]).toEqual([name, null])
  expect(headers.get('cache-control')).toBe('no-store')
})

test('A 401 names the error of the bearer token (RFC 6750)', async () => {
  const { headers } = await send(the.api, 'GET', '/api/user/me')
  expect(headers.get('www-authenticate')).toBe('Bearer error="invalid_token"')
})

test('The server reports liveness and readiness [OPS-04]', async () => {
  const [live, ready] = [await send(the.api, 'GET', '/livez'), await send(the.api, 'GET', '/readyz')]
  expect([live.status, live.body]).toEqual([200, { live: true }])
  expect([ready.status, ready.body]).toEqual([200, { ready: true }])
})
