import { createHash } from 'node:crypto'
import { HOUR_MS, MINUTE_MS } from '@avouch/contract'
import { expect, test } from 'vitest'
import { newAddress } from '#test/address.ts'
import { chained } from '#test/audit-trail.ts'
import {
  beginSignIn,
  confirmCode,
  digits,
  GOOD_PIN,
  knownBrowser,
  newBrowser,
  newNumber,
  preLogin,
  registered,
  signUp,
  wrongCodes,
} from '#test/builders.ts'
import { holdTime, useTestApi } from '#test/use-test-api.ts'

const the = useTestApi({ LIMITS: 'lookup.address=2/4/day, lookup.network=10/20/day, lookup.browser=1/2/day' })
const NOTHING = ['No limit holds anything.']

type State = { rule: string; of: string; used: number; allowed: number; state: string; nextAt: string; allAt: string }
const explain = async (subject: string, api = the.api): Promise<State[]> =>
  JSON.parse((await api.operate('limits', 'explain', subject, '--json')).join()) as State[]
const stateOf = async (subject: string, rule: string) => (await explain(subject)).find((one) => one.rule === rule)
const release = (...words: string[]) => the.api.operate('limits', 'release', ...words)
const inMs = (at: string | undefined) => Date.parse(at ?? '') - the.api.clock.now().getTime()

/** A question that tells whether a number has an account. @returns the status */
const lookUp = (address: string, cookie = newBrowser()) =>
  the.api.client('prechangePin', { body: { phone: digits(newNumber()) } }, { address, cookie }).then(
    ({ status }) => status,
    (refusal: unknown) => (refusal as { status: number }).status,
  )
const statuses = async (address: string, calls: number) => {
  const all: number[] = []
  for (let call = 0; call < calls; call++) all.push(await lookUp(address))
  return all
}

/** A log-in in another browser, after the wait for another SMS. */
const begin = (number: string) => {
  the.api.clock.advance(5 * MINUTE_MS)
  return beginSignIn(the.api, number, GOOD_PIN, newBrowser())
}
const guessPin = async (number: string, times: number, cookie?: string) => {
  for (let i = 0; i < times; i++) await preLogin(the.api, number, '0000', cookie ?? newBrowser()).catch(() => {})
}

async function trail(type: string) {
  await chained(the.api)
  const events = await the.api.rows('select * from audit_event where type = $1 order by seq', [`operator.${type}`])
  return events.map(({ actor, reason, phone_prefix, network_hash }) => ({ actor, reason, phone_prefix, network_hash }))
}

test('A number whose SMS are used up is explained, and gets SMS again once it is released [OPS-11]', async () => {
  const { number } = await registered(the.api)
  for (let codes = 1; codes <= 6; codes++) expect((await begin(number)).sent).toBe(true)
  expect((await begin(number)).sent).toBe(false)

  const ofLogIns = async () =>
    (await explain(number)).find(({ rule, of }) => rule === 'code.sms' && of.startsWith('log-ins'))
  const state = await ofLogIns()
  const of = 'log-ins, browsers that are not recognised'
  expect(state).toMatchObject({ of, used: 6, allowed: 6, state: 'full' })
  expect(inMs(state?.nextAt)).toBeGreaterThan(HOUR_MS / 4)
  expect(inMs(state?.allAt)).toBeGreaterThan(inMs(state?.nextAt) + 4 * HOUR_MS)
  const lines = await the.api.operate('limits', 'explain', number)
  expect(lines.find((line) => /^code\.sms +log-ins/.test(line))).toMatch(
    / 6 of 6 +full +next 2\S+Z +all 2\S+Z +when full: codes are refused/,
  )

  expect(await release(number)).toContainEqual(
    expect.stringMatching(/^code\.sms +log-ins, browsers that .* +6 given back$/),
  )
  expect(await the.api.operate('limits', 'explain', number)).toEqual(NOTHING)
  expect(await release(number)).toEqual(['No limit held anything.'])
  expect((await begin(number)).sent).toBe(true)
})

test('A number whose digits are used up is explained, and gets digits again once they are released [OPS-11 CODE-09]', async () => {
  const { number } = await registered(the.api)
  const begun = await begin(number)
  for (const code of wrongCodes(begun.code, 5)) await confirmCode(the.api, { ...begun, code }).catch(() => {})
  expect(await stateOf(number, 'code.guesses')).toMatchObject({ used: 5, allowed: 5, state: 'full' })
  await release(number, 'code.guesses')
  const again = await begin(number)
  expect(again.form).toBe('digits')
  expect((await confirmCode(the.api, again)).user_id).toMatch(/^usr_/)
})

test('A number whose PINs were wrong is explained, and its PIN is compared again once it is released [OPS-11 DEVICE-02]', async () => {
  const { number, cookie } = await knownBrowser(the.api)
  await guessPin(number, 2, cookie)
  await guessPin(number, 10)
  await expect(preLogin(the.api, number, GOOD_PIN, newBrowser())).rejects.toMatchObject({ code: 'wrong_login_info' })
  const counted = (await explain(number)).filter(({ rule }) => rule === 'pin.account')
  expect(counted.map(({ of, used, allowed, state }) => `${of}: ${used} of ${allowed}, ${state}`)).toEqual([
    'browsers that are not recognised: 10 of 10, full',
    'the same, since the PIN was set: 10 of 30, free',
    'recognised browsers: 2 of 10, free',
  ])
  await release(number, 'pin.account')
  expect((await preLogin(the.api, number, GOOD_PIN, newBrowser())).status).toBe(200)
  expect(await stateOf(number, 'pin.account')).toBeUndefined()
})

test('An address is explained with its network; released, the running server serves it again [OPS-11]', async () => {
  holdTime(the.api)
  const address = newAddress()
  expect(await statuses(address, 3)).toEqual([204, 204, 429])
  expect(await stateOf(address, 'lookup.address')).toMatchObject({ used: 2, allowed: 2, state: 'full' })
  expect(await stateOf(address, 'lookup.network')).toMatchObject({ used: 2, allowed: 10, state: 'free' })
  await release(address)
  expect(await lookUp(address)).toBe(204)
})

test('An address of IPv6 is explained by its /64 and its /48 [OPS-11 LIMIT-02]', async () => {
  holdTime(the.api)
  await lookUp('2001:db8:70:1::1')
  const rulesOf = async (address: string) => (await explain(address)).map(({ rule, of }) => `${rule} ${of}`)
  const network = 'lookup.network 2001:db8:70::/48'
  expect(await rulesOf('2001:db8:70:1::2')).toEqual(['lookup.address 2001:db8:70:1::/64', network])
  expect(await rulesOf('2001:db8:70:2::1')).toEqual([network])
})

test('A browser is named by its cookie or by the hash of it [OPS-11]', async () => {
  holdTime(the.api)
  const cookie = newBrowser()
  const [, value = ''] = cookie.split('=')
  expect([await lookUp(newAddress(), cookie), await lookUp(newAddress(), cookie)]).toEqual([204, 429])
  expect(await stateOf(value, 'lookup.browser')).toMatchObject({ used: 1, allowed: 1, state: 'full' })
  await release(createHash('sha256').update(value).digest('hex'), 'lookup.browser')
  expect(await explain(value)).toEqual([])
  expect(await lookUp(newAddress(), cookie)).toBe(204)
})

test('The audit trail names the operator and a keyed hash, and neither it nor the log has the number [OPS-11 AUDIT-07]', async () => {
  const { number } = await signUp(the.api)
  await explain(number)
  await release(number, 'code.sms')
  await release(newAddress())
  const hash = expect.stringMatching(/^[0-9a-f]+$/) as string
  const noted = [(await trail('limits_explained')).at(-1), ...(await trail('limits_released')).slice(-2)]
  expect(noted).toMatchObject([
    { actor: 'operator', phone_prefix: hash, reason: null },
    { actor: 'operator', phone_prefix: hash, reason: 'code.sms' },
    { actor: 'operator', phone_prefix: null, network_hash: hash, reason: 'all' },
  ])
  const everything = await the.api.rows('select row_to_json(e)::text as row from audit_event e')
  expect(JSON.stringify(everything) + the.api.log.join('')).not.toContain(number.slice(1))
})

test.each([
  [['explain', '+49 30 1234567'], 'It is a mobile number'],
  [['explain', 'avdv_short'], 'It is a mobile number'],
  [['release', 'sms'], 'It is a mobile number'],
  [['release', '203.0.113.7', 'login.planet'], 'There is no such limit.'],
])('The command limits %j is refused: %s [OPS-11 OPS-02]', async (words, line) => {
  await expect(the.api.operate('limits', ...words)).rejects.toThrow(line)
})
