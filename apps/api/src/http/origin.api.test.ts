import { api, type Endpoint, type OperationName } from '@avouch/contract'
import { expect, test } from 'vitest'
import { digits, GOOD_PIN, newNumber, registered } from '#test/builders.ts'
import { useTestApi } from '#test/use-test-api.ts'
import { CLIENT, send } from '#test/wire.ts'

const the = useTestApi()
const OWN = 'http://product.test'

const table = Object.entries(api) as [OperationName, Endpoint][]
const changing = table.filter(([, { method }]) => method !== 'GET')
const ofVisitors = changing.filter(([, { auth }]) => auth !== 'provider' && auth !== 'signature')
const ofPartners = changing.filter(([, { auth }]) => auth === 'provider' || auth === 'signature')

const OTHERS: Record<string, string>[] = [
  { origin: 'https://evil.test' },
  { origin: 'null' },
  { origin: 'http://product.test:8080' },
  { origin: 'https://product.test' },
  { origin: 'http://product.test.evil.test' },
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site' },
  { 'sec-fetch-site': 'same-origin', origin: 'null' },
  { 'sec-fetch-site': 'same-origin', origin: 'https://evil.test' },
]
const OURS: Record<string, string>[] = [
  {},
  { origin: OWN },
  { 'sec-fetch-site': 'same-origin', origin: OWN },
  { 'sec-fetch-site': 'none' },
  // WebKit says so of what opens a new tab.
  { 'sec-fetch-site': 'cross-site', origin: OWN },
]

/** All of them at one endpoint of each kind of caller; at the others one that is foreign and one that is ours. */
const FIRST = new Set([...Map.groupBy(changing, ([, { auth }]) => auth).values()].map(([one]) => one?.[0]))
const some = (name: OperationName, all: readonly Record<string, string>[]) => (FIRST.has(name) ? all : all.slice(-1))

/** Where a request comes from is looked at before who sends it: it passes when it is answered 400 or 401. */
async function call({ method, path, bodyType }: Endpoint, headers: Record<string, string>) {
  const type = bodyType === 'form' ? 'application/x-www-form-urlencoded' : 'application/json'
  const url = path.replaceAll(/:\w+/g, 'x'.repeat(24))
  const authorization = bodyType === 'form' ? CLIENT : 'Bearer av_none'
  return send(the.api, method, url, { headers: { 'content-type': type, authorization, ...headers }, body: '{}' })
}

test('Requests from another origin are refused by what visitors call, and those from our own are not [LIMIT-11]', async () => {
  for (const [name, endpoint] of ofVisitors) {
    const refused = endpoint.errorFormat === 'oauth' ? { error: 'invalid_request' } : { code: 'foreign_origin' }
    for (const headers of some(name, OTHERS)) {
      const { status, body } = await call(endpoint, headers)
      expect({ name, headers, status, body }).toMatchObject({ name, headers, status: 403, body: refused })
    }
    for (const headers of some(name, OURS))
      expect([name, headers, (await call(endpoint, headers)).status]).not.toEqual([name, headers, 403])
  }
})

test('Requests from another origin are accepted by what servers call [LIMIT-11]', async () => {
  for (const [name, endpoint] of ofPartners)
    for (const headers of [...some(name, OTHERS), ...some(name, OURS)])
      expect([name, headers, (await call(endpoint, headers)).status]).toEqual([name, headers, 401])
})

test('Requests from another origin change nothing: no session ends, no number is registered, and no SMS is sent [LIMIT-11]', async () => {
  const { bearer, tokens } = await registered(the.api)
  const sent = the.api.world.inbox.length
  const evil = { origin: 'https://evil.test', 'sec-fetch-site': 'cross-site' }
  const phone = digits(newNumber())
  const json = { 'content-type': 'application/json', ...evil }
  const form = { 'content-type': 'application/x-www-form-urlencoded', authorization: CLIENT, ...evil }
  const registration = { phone, password: GOOD_PIN, language: 'en', data_collection_consent: false }
  const attempts = [
    send(the.api, 'POST', api.signup.path, { headers: json, body: JSON.stringify(registration) }),
    send(the.api, 'POST', api.revoke.path, { headers: form, body: `token=${tokens.access_token}` }),
    send(the.api, 'POST', api.token.path, {
      headers: form,
      body: `grant_type=refresh_token&refresh_token=${tokens.refresh_token}`,
    }),
  ]
  for (const { status, headers } of await Promise.all(attempts)) {
    expect(status).toBe(403)
    expect(headers.get('access-control-allow-origin')).toBeNull()
  }
  expect((await the.api.client('me', {}, { bearer })).status).toBe(200)
  const unknown = the.api.client('prelogin', { body: { phone, pin: GOOD_PIN } })
  await expect(unknown).rejects.toMatchObject({ code: 'phone_number_does_not_exist' })
  expect(the.api.world.inbox).toHaveLength(sent)
})
