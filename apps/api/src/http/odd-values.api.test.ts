import { api, type Endpoint, HOLDER_REQUEST_PATH, HOLDER_RESPONSE_PATH, PRESENTATION_LINK_PATH } from '@avouch/contract'
import { beforeAll, expect, test } from 'vitest'
import { createIntent, registered, signUp } from '#test/builders.ts'
import { callAs, invited, newOwner, type Person } from '#test/staff.ts'
import { isSoak } from '#test/soak.ts'
import { useTestApi } from '#test/use-test-api.ts'
import { createClient, newRequest, WITH_OIDC } from '#test/website.ts'
import { CLIENT, send } from '#test/wire.ts'

const the = useTestApi(WITH_OIDC)
const TYPES = { json: 'application/json', raw: 'application/json', form: 'application/x-www-form-urlencoded' }
const ANY_ID = 'AAAAAAAAAAAAAAAAAAAAAA'

/** The first of them outside of a soak. */
const some = <T>(list: readonly T[], few = 3): readonly T[] => (isSoak ? list : list.slice(0, few))

/** As they stand in an address: NUL, line ends, letters beyond Latin-1, malformed escapes, too long ones. */
const IN_ADDRESS = some([
  'int_1%00',
  'a%0D%0A%F0%9F%98%80',
  '%zz',
  'x'.repeat(300),
  '%00',
  '%C3%A9',
  '%E2%80%8B',
  '%ff',
  '%ed%a0%80',
  '%',
  '%25%30%30',
  '..%2f..',
  '__proto__',
  '-1',
  '1e999',
  'x'.repeat(127),
])
const IN_HEADER = some(['\u00e9', 'x'.repeat(4_000), ' ', ',', ';=', '"', '%00', '\\u0000'])
const HEADERS = [
  'authorization',
  'cookie',
  'accept-language',
  'origin',
  'idempotency-key',
  'if-none-match',
  'user-agent',
  'forwarded',
  'x-request-id',
]

let keys: Record<Endpoint['auth'], Record<string, string>>
let owner: Person
beforeAll(async () => {
  owner = await newOwner(the.api)
  const operator = await invited(the.api, 'operator')
  // One person of a project and of the installation: each endpoint of the consoles lets it in.
  const [link = ''] = await the.api.operate('staff', 'invite', 'owner', '--provider', owner.project)
  await callAs(
    the.api,
    'adminAcceptInvitation',
    { body: { invitation: new URL(link).hash.slice(1) } },
    { cookie: operator.cookie },
  )
  const bearer = { authorization: `Bearer ${(await registered(the.api)).bearer}` }
  keys = {
    none: {},
    optional_bearer: bearer,
    bearer,
    bearer_or_tombstone: bearer,
    pre_confirmation: { authorization: `Bearer ${(await signUp(the.api)).bearer}` },
    client: { authorization: CLIENT },
    provider: { authorization: `Bearer ${the.api.credentials.provider.apiKey}` },
    signature: {},
    staff: { cookie: operator.cookie, origin: the.api.settings['PUBLIC_URL'] ?? '' },
  }
})

let callers = 0
/** From another address each time, so that no limit answers in place of the endpoint. */
async function expectAnswer(method: string, path: string, headers: Record<string, string>, body?: string) {
  callers += 1
  const from = { 'x-forwarded-for': `10.${callers >> 16}.${(callers >> 8) & 255}.${callers & 255}` }
  const answer = await send(the.api, method, path, {
    headers: { ...from, ...headers },
    ...(body !== undefined && { body }),
  })
  expect(answer.status, `${method} ${path} ${JSON.stringify(headers)} ${body ?? ''} ${answer.text}`).toBeLessThan(500)
  return answer
}

const addressOf = (path: string, odd?: { name: string; value: string }) =>
  path.replaceAll(/:([a-z]+)/g, (_, name: string) =>
    odd?.name === name ? odd.value : name === 'project' ? owner.project : ANY_ID,
  )

/** Bodies and queries are random in any-request.race.test.ts; no client there sends these bytes. */
const WITH_PARAMS = Object.values<Endpoint>(api).filter(({ path }) => path.includes('/:'))

test('Every operation answers every odd text in its address, and never with a 5xx [P-10 X-02]', async () => {
  for (const { method, path, body, bodyType = 'json', auth } of WITH_PARAMS) {
    const headers = { ...keys[auth], ...(body !== undefined && { 'content-type': TYPES[bodyType] }) }
    const empty = body === undefined ? undefined : bodyType === 'form' ? '' : '{}'
    for (const [, name = ''] of path.matchAll(/:([a-z]+)/g))
      for (const value of IN_ADDRESS) await expectAnswer(method, addressOf(path, { name, value }), headers, empty)
  }
})

test('Every odd header is answered, and never with a 5xx [P-10 X-02]', async () => {
  for (const path of ['/api/user/me', '/', '/provider/v1/intents', '/admin/v1/session', '/oidc/auth', '/api/switches'])
    for (const name of HEADERS)
      for (const value of IN_HEADER) await expectAnswer('GET', path, { accept: 'text/html', [name]: value })
})

test('Addresses beside the endpoints answer every odd text [P-10 X-02]', async () => {
  const { mintid } = await createIntent(the.api)
  const page = { accept: 'text/html' }
  for (const value of IN_ADDRESS) {
    for (const path of [
      PRESENTATION_LINK_PATH,
      HOLDER_REQUEST_PATH,
      HOLDER_RESPONSE_PATH,
      '/logos/:id',
      '/assets/:id',
      '/a/:id',
      '/docs/:id',
    ])
      for (const method of path === HOLDER_RESPONSE_PATH ? ['POST'] : ['GET'])
        await expectAnswer(method, path.replace(/:[a-z]+/, value), page)
    for (const name of [
      'mintid',
      'mobile',
      'payment',
      'lng',
      'return',
      'callback',
      'expired',
      'retry',
      'problem',
      value,
    ])
      await expectAnswer('GET', `/?mintid=${mintid}&${name}=${value}`, page)
  }
})

test('The OpenID Connect provider answers every odd text in addresses and forms [P-10 OIDC-01]', async () => {
  const client = await createClient(the.api)
  const form = { 'content-type': TYPES.form }
  const names = [
    'client_id',
    'redirect_uri',
    'state',
    'nonce',
    'ui_locales',
    'acr_values',
    'claims',
    'scope',
    'request_uri',
    'prompt',
  ]
  const { params } = newRequest(the.api, client)
  /** A request that is right but for one parameter. */
  const asked = (name: string, value: string) =>
    [...Object.entries(params).filter(([other]) => other !== name), [name, value]]
      .map((pair) => pair.join('='))
      .join('&')
  const raw = some(['\u00e9', '\u{1f600}', 'a\r\nb', '\0', 'a b', '\u2028'])
  for (const value of [...IN_ADDRESS, ...raw])
    for (const name of [...names, value]) {
      await expectAnswer('POST', '/oidc/auth', form, asked(name, value))
      if (!raw.includes(value)) await expectAnswer('GET', `/oidc/auth?${asked(name, value)}`, {})
    }
  for (const value of IN_ADDRESS)
    for (const path of ['/oidc/interaction/:ref', '/oidc/interaction/:ref/done', '/oidc/auth/:ref', '/oidc/:ref'])
      await expectAnswer('GET', path.replace(':ref', value), {})
  for (const value of [...IN_ADDRESS, ...raw])
    for (const path of ['/oidc/token', '/oidc/par', '/oidc/userinfo'])
      for (const name of ['code', 'client_id', 'client_secret', 'code_verifier', 'redirect_uri', 'access_token'])
        await expectAnswer('POST', path, form, `grant_type=authorization_code&${name}=${value}`)
})
