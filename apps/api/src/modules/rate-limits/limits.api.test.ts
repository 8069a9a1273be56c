import { MINUTE_MS, SECOND_MS } from '@avouch/contract'
import { expect, test } from 'vitest'
import { newAddress } from '#test/address.ts'
import { createIntent, digits, GOOD_PIN, newBrowser, newNumber, registered, signInOn } from '#test/builders.ts'
import { startTestApi } from '#test/test-api.ts'
import type { Refusal } from '#test/test-client.ts'
import { holdTime, useTestApi } from '#test/use-test-api.ts'
import { send, sendJson } from '#test/wire.ts'

const LIMITS = [
  'signup.browser=3/h',
  'captcha.address=6/min',
  'account.address=5/min',
  'lookup.address=6/12/day',
  'lookup.network=9/18/day',
  'login-failed.address=1000/day',
].join()
const the = useTestApi({ LIMITS })

const CAPTCHA = '/auth/public/challenge?action=signup'
const captcha = async (address: string, headers: Record<string, string> = {}) =>
  (await send(the.api, 'GET', CAPTCHA, { headers: { 'x-forwarded-for': address, ...headers } })).status
async function tally(calls: number, call: (i: number) => Promise<number>) {
  const statuses: number[] = []
  for (let i = 0; i < calls; i++) statuses.push(await call(i))
  return { passed: statuses.filter((status) => status !== 429).length, refused: statuses.indexOf(429) }
}
/** A look-up of a number without an account. */
const lookUp = (address: string) =>
  the.api.client('prelogin', { body: { phone: digits(newNumber()), pin: GOOD_PIN } }, { address }).then(
    () => 200,
    (refusal: unknown) => (refusal as Refusal).status,
  )

test('A limit refuses the call beyond it with Retry-After, and calls come back one after the other [LIMIT-01 T-01]', async () => {
  holdTime(the.api)
  const address = newAddress()
  expect(await tally(8, () => captcha(address))).toEqual({ passed: 6, refused: 6 })
  the.api.clock.advance(5 * SECOND_MS)
  const { status, headers, body } = await send(the.api, 'GET', CAPTCHA, { headers: { 'x-forwarded-for': address } })
  expect([status, body?.['code']]).toEqual([429, 'too_many_requests'])
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
  expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(5)
  expect(body?.['retry_after']).toBe(Number(headers.get('retry-after')))
  the.api.clock.advance(5 * SECOND_MS)
  expect(await tally(8, () => captcha(address))).toEqual({ passed: 1, refused: 1 })
  the.api.clock.advance(MINUTE_MS)
  expect(await tally(8, () => captcha(address))).toEqual({ passed: 6, refused: 6 })
})

test('A limit lets no more calls through in any window than it says, however they are spread [LIMIT-01 T-01]', async () => {
  holdTime(the.api)
  const address = newAddress()
  let passed = 0
  for (let second = 0; second < 60; second += 3) {
    if ((await captcha(address)) === 200) passed += 1
    the.api.clock.advance(3 * SECOND_MS)
  }
  expect(passed).toBeGreaterThan(6)
  expect(passed).toBeLessThanOrEqual(12)
})

test('A limit is applied before the body is read [LIMIT-01 X-02]', async () => {
  const cookie = newBrowser()
  const signUp = (body: string) =>
    send(the.api, 'POST', '/auth/public/app/signup', {
      headers: { 'content-type': 'application/json', cookie },
      body,
    })
  for (let i = 0; i < 3; i++) expect((await signUp('{')).status).toBe(400)
  expect((await signUp('{')).status).toBe(429)
})

test('The limit of one browser does not apply to another at the same address', async () => {
  const body = { phone: digits(newNumber()), password: GOOD_PIN, language: 'en', data_collection_consent: false }
  const signUp = async (cookie: string) => (await sendJson(the.api, '/auth/public/app/signup', body, { cookie })).status
  const cookie = newBrowser()
  expect(await tally(5, () => signUp(cookie))).toEqual({ passed: 3, refused: 3 })
  expect(await signUp(newBrowser())).toBe(201)
})

test('The limit of an address refuses no recognised browser [LIMIT-05]', async () => {
  const { number } = await registered(the.api)
  const cookie = newBrowser()
  const { access_token } = await signInOn(the.api, cookie, number)
  const me = async (from?: string) =>
    (
      await send(the.api, 'GET', '/api/user/me', {
        headers: { authorization: `Bearer ${access_token}`, ...(from && { cookie: from }) },
      })
    ).status
  expect(await tally(8, () => me())).toEqual({ passed: 5, refused: 5 })
  expect(await me(newBrowser())).toBe(429)
  expect(await tally(8, () => me(cookie))).toEqual({ passed: 8, refused: -1 })
})

test('A caller with an IPv6 address is counted by its /64 and by its /48 [LIMIT-02]', async () => {
  const [one, other] = ['2001:db8:aa:1', '2001:db8:aa:2']
  expect(await tally(8, (i) => lookUp(`${one}:${i}::7`))).toEqual({ passed: 6, refused: 6 })
  expect(await tally(8, (i) => lookUp(`${other}:${i}::7`))).toEqual({ passed: 3, refused: 3 })
  expect(await tally(8, (i) => captcha(`[${one.toUpperCase()}::${i}]:443`))).toEqual({
    passed: 6,
    refused: 6,
  })
})

test.each([
  ['an IPv4 address in any notation', ['198.51.100.9', '198.51.100.9:443', '::ffff:c633:6409']],
  ['an IPv4 address that NAT64 carries', ['198.51.100.10', '64:ff9b::c633:640a', '64:ff9b:1::c633:640a']],
  ['an IPv4 address and its networks of 6to4', ['198.51.100.11', '2002:c633:640b::1', '2002:c633:640b:7::1']],
  [
    'an IPv4 address behind servers of Teredo',
    ['198.51.100.12', '2001:0:1:1:0:1:39cc:9bf3', '2001:0:2:2:0:2:39cc:9bf3'],
  ],
  ['what our proxy reports last', ['198.51.100.1, 10.0.0.1, 192.0.2.77', '198.51.100.2, 10.0.0.2, 192.0.2.77']],
  ['what is unreadable', ['unknown', '_hidden:443', '198.51.100.1:port', '[203.0.113.7]:443', '999.1.1.1']],
])('A caller with %s is counted as one [LIMIT-02]', async (_what, forms) => {
  expect(await tally(8, (i) => captcha(forms[i % forms.length] ?? ''))).toEqual({ passed: 6, refused: 6 })
})

test.each([
  ['NAT64', (i: number) => `64:ff9b::203.0.${i}.1`],
  ['translation', (i: number) => `::ffff:0:203.1.${i}.1`],
  ['Teredo', (i: number) => `2001:0:1:1:0:1:34fc:${(0xfffe - (i << 8)).toString(16)}`],
])(
  'Callers whose IPv4 addresses arrive by %s are as many callers as there are addresses [LIMIT-02]',
  async (_by, of) => {
    expect(await tally(40, (i) => lookUp(of(i)))).toEqual({ passed: 40, refused: -1 })
  },
)

test("Without a configured proxy a caller has the connection's address, whatever forged headers say [LIMIT-02]", async () => {
  await using api = await startTestApi({ TRUSTED_PROXIES: '', LIMITS })
  holdTime(api)
  const forged = async (i: number) => {
    const headers = { 'x-forwarded-for': `198.51.${i >> 8}.${i & 255}`, forwarded: `for=198.51.100.${i % 256}` }
    return (await send(api, 'GET', CAPTCHA, { headers })).status
  }
  const statuses: number[] = []
  while (statuses.length < 100)
    statuses.push(...(await Promise.all(Array.from({ length: 50 }, (_, i) => forged(statuses.length + i)))))
  expect(statuses.filter((status) => status === 200)).toHaveLength(6)
  expect(api.log.filter((line) => line.includes('TRUSTED_PROXIES'))).toHaveLength(1)
})

test('A trusted proxy that says no address in X-Forwarded-For is in the log, once for each cause [LIMIT-02]', async () => {
  await using api = await startTestApi()
  const warnings = () => api.log.filter((line) => line.includes('TRUSTED_PROXIES'))
  const ask = (headers: Record<string, string>, path = CAPTCHA) => fetch(api.baseUrl + path, { headers })
  await ask({}, '/livez')
  await ask({ 'x-forwarded-for': `unknown, [2001:db8::7]:443`, forwarded: 'for=198.51.100.1' })
  expect(warnings()).toEqual([])
  const causes: [RegExp, Record<string, string>][] = [
    [/without an IP address/, { 'x-forwarded-for': '1.2.3.4, unknown' }],
    [/names only proxies/, { 'x-forwarded-for': '127.0.0.1' }],
    [/Forwarded, which is not read/, { forwarded: 'for=198.51.100.7' }],
    [/sends no X-Forwarded-For/, {}],
  ]
  for (const [, headers] of causes) for (const _ of ['once', 'again']) await ask(headers)
  expect(warnings()).toEqual(causes.map(([cause]) => expect.stringMatching(cause) as string))
})

test('The address of a caller is in no log line [LIMIT-02 P-12]', async () => {
  await tally(8, () => captcha('203.0.113.77'))
  expect(the.api.log.some((line) => line.includes('captcha.address'))).toBe(true)
  expect(the.api.log.join('')).not.toContain('203.0.113.77')
})

const summary = (id: string) => the.api.client('intentSummary', { params: { id } })
const missing = { status: 404, code: 'mintid_not_exist' }

test('After twenty unknown codes an address finds no intent, until a guess is back in three minutes [LIMIT-07]', async () => {
  const { mintid } = await createIntent(the.api)
  for (let i = 0; i < 25; i++) expect((await summary(mintid)).status).toBe(200)
  for (let i = 0; i < 20; i++) await expect(summary(`${i}`.padStart(32, 'x'))).rejects.toMatchObject(missing)
  await expect(summary(mintid)).rejects.toMatchObject(missing)
  const { address } = the.api.place
  the.api.place.address = newAddress()
  expect((await summary(mintid)).status).toBe(200)
  the.api.place.address = address
  the.api.clock.advance(3 * MINUTE_MS)
  expect((await summary(mintid)).status).toBe(200)
})

test("A provider's server beyond its rate limit is refused for a while", async () => {
  await using api = await startTestApi({ LIMITS: 'provider.address=5/min' })
  const bearer = api.credentials.provider.apiKey
  const list = () => api.client('listIntents', { query: {} }, { bearer })
  for (let i = 0; i < 5; i++) expect((await list()).status).toBe(200)
  await expect(list()).rejects.toMatchObject({ status: 429, code: 'too_many_requests' })
  api.clock.advance(MINUTE_MS)
  expect((await list()).status).toBe(200)
})

test('Ten browsers at one address, with two polling tabs each, stay within every limit [LIMIT-08]', async () => {
  await using api = await startTestApi()
  const cookies = Array.from({ length: 10 }, newBrowser)
  const answers = await Promise.all(
    cookies.flatMap((cookie) =>
      Array.from({ length: 52 }, () =>
        send(api, 'GET', '/api/idcheck/status', { headers: { cookie, authorization: 'Bearer avat_unknown' } }),
      ),
    ),
  )
  expect(answers.filter(({ status }) => status === 429)).toEqual([])
})
