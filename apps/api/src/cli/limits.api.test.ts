import { describe, expect, test } from 'vitest'
import { chained } from '#test/audit-trail.ts'
import { newAddress } from '#test/address.ts'
import {
  beginSignIn,
  confirmCode,
  digits,
  GOOD_PIN,
  newBrowser,
  newNumber,
  otherThan,
  registered,
  signUp,
} from '#test/builders.ts'
import { holdTime, useTestApi } from '#test/use-test-api.ts'
import { send } from '#test/wire.ts'

const LIMITS =
  'captcha.address=2/h, captcha.network=10/h, sms.country.home=9/20/day, captcha.browser=1/h, sms.number=4/8/day, code.number=2/4/day'
const the = useTestApi({ LIMITS })
const DAY_MS = 24 * 60 * 60_000
const NOTHING = ['No limit holds anything.']

type State = { rule: string; of: string; used: number; places: number; state: string; nextAt: string; allAt: string }
const explain = async (subject: string): Promise<State[]> =>
  JSON.parse((await the.api.operate('limits', 'explain', subject, '--json')).join()) as State[]
const stateOf = async (subject: string, rule: string) => (await explain(subject)).find((one) => one.rule === rule)
const release = (...words: string[]) => the.api.operate('limits', 'release', ...words)
const inMs = (at: string | undefined) => Date.parse(at ?? '') - the.api.clock.now().getTime()

async function captcha(address: string, cookie = newBrowser()): Promise<number> {
  const headers = { 'x-forwarded-for': address, cookie }
  return (await send(the.api, 'GET', '/auth/public/captcha?action=signup', { headers })).status
}
const statuses = async (address: string, calls: number) => {
  const all: number[] = []
  for (let call = 0; call < calls; call++) all.push(await captcha(address))
  return all
}

/** A sign-in in a browser that no account knows, after the wait for another SMS. */
const begin = (number: string) => {
  the.api.clock.advance(2 * 60_000)
  return beginSignIn(the.api, number, GOOD_PIN, newBrowser())
}

/** What the SMS of such a sign-in has. */
async function formFor(number: string) {
  the.api.clock.advance(2 * 60_000)
  const body = { phone: digits(number), pin: GOOD_PIN }
  return (await the.api.client('prelogin', { body }, { cookie: newBrowser() })).data?.form
}

async function trail(type: string) {
  await chained(the.api)
  const rows = (await the.api.contents()).filter(({ table }) => table === 'public.audit_event')
  // Two processes chain: the table has its rows in no order.
  const inOrder = rows.map(({ row }) => row).toSorted((a, b) => Number(a['seq']) - Number(b['seq']))
  return inOrder.filter((row) => row['type'] === `operator.${type}`)
}

describe('a number', () => {
  test('OPS-11 OPS-12 whose SMS are used up is explained, and gets SMS again once it is released', async () => {
    const { number } = await registered(the.api)
    for (let codes = 2; codes <= 4; codes++) await begin(number)
    await expect(begin(number)).rejects.toMatchObject({ code: 'too_many_requests' })

    const state = await stateOf(number, 'sms.number')
    expect(state).toMatchObject({ of: 'number', used: 4, places: 4, state: 'full' })
    expect(inMs(state?.nextAt)).toBeGreaterThan((DAY_MS / 4) * 0.9)
    expect(inMs(state?.allAt)).toBeGreaterThan(inMs(state?.nextAt))
    const line = (await the.api.operate('limits', 'explain', number)).find((text) => text.startsWith('sms.number '))
    expect(line).toMatch(/ 4 of 4 +full +next 2\S+Z +all 2\S+Z +when full: codes are refused in browsers that/)

    expect(await release(number)).toContainEqual(expect.stringMatching(/^sms\.number +number +4 given back$/))
    expect(await the.api.operate('limits', 'explain', number)).toEqual(NOTHING)
    expect(await release(number)).toEqual(['No limit held anything.'])
    await begin(number)
  })

  test('OPS-12 gets back the places of the one limit that is named', async () => {
    const { number } = await signUp(the.api)
    const before = (await explain(number)).map(({ rule }) => rule)
    expect(before).toEqual(expect.arrayContaining(['sms.number', 'sms.number.first', 'sms.neighbours']))
    await release(number, 'sms.number')
    expect((await explain(number)).map(({ rule }) => rule)).toEqual(before.filter((rule) => rule !== 'sms.number'))
  })

  test('OPS-11 OPS-12 CODE-09 whose digits are used up is explained until when, and gets digits once it is released', async () => {
    const { number } = await registered(the.api)
    await release(number)
    const begun = await begin(number)
    for (const code of [otherThan(begun.code), '222222'])
      await expect(confirmCode(the.api, { ...begun, code })).rejects.toMatchObject({ code: 'wrong_sms_code' })
    expect(await formFor(number)).toBe('link')

    const usedUp = await stateOf(number, 'code.number')
    expect(usedUp).toMatchObject({ of: 'unknown browsers', used: 2, places: 2, state: 'full' })
    expect(inMs(usedUp?.allAt)).toBeGreaterThan(DAY_MS * 0.9)
    const inARow = { of: 'log-ins, in a row', used: 2, places: 15, state: 'free', allAt: null }
    expect(await stateOf(number, 'code.after-pin')).toMatchObject(inARow)

    await release(number, 'sms.number')
    expect(await formFor(number)).toBe('link')
    await release(number)
    expect((await confirmCode(the.api, await begin(number))).user_id).toMatch(/^usr_/)
  })

  test('OPS-11 OPS-12 CODE-09 DEVICE-03 whose PINs and codes were wrong in a known browser is explained and released', async () => {
    const { number } = await registered(the.api)
    const home = newBrowser()
    await release(number)
    the.api.clock.advance(2 * 60_000)
    const begun = await beginSignIn(the.api, number, GOOD_PIN, home)
    await confirmCode(the.api, begun)
    const wrong = { phone: digits(number), pin: '0000' }
    for (const cookie of [home, newBrowser()])
      await the.api.client('prelogin', { body: wrong }, { cookie }).catch(() => {})
    the.api.clock.advance(2 * 60_000)
    const again = await beginSignIn(the.api, number, GOOD_PIN, home)
    await confirmCode(the.api, { ...again, code: otherThan(again.code) }).catch(() => {})

    await release(number, 'pin.strangers')
    const counted = (await explain(number)).filter(({ rule }) => /^(pin|code)/.test(rule))
    expect(counted.map(({ rule, of, used }) => `${rule}, ${of}: ${used}`)).toEqual([
      'code.browser, a known browser: 1',
      'code.after-pin, log-ins, in a row: 1',
      'pin.strangers.total, unknown browsers: 1',
      'pin.known.total, known browsers: 1',
    ])
  })

  test('OPS-11 OPS-12 of which nothing is counted has one line, however it is written', async () => {
    const number = newNumber()
    const grouped = `${number.slice(0, 3)} ${number.slice(3, 6)} ${number.slice(6)}`
    for (const written of [number, number.slice(1), grouped])
      expect(await the.api.operate('limits', 'explain', written)).toEqual(NOTHING)
    expect(await explain(number)).toEqual([])
  })
})

describe('an address', () => {
  test('OPS-11 OPS-12 is explained with its network; released, the running server serves it again', async () => {
    holdTime(the.api)
    const address = newAddress()
    expect(await statuses(address, 3)).toEqual([200, 200, 429])
    await expect.poll(() => stateOf(address, 'captcha.address')).toMatchObject({ used: 2, places: 2, state: 'full' })
    expect(await stateOf(address, 'captcha.network')).toMatchObject({ used: 2, places: 10, state: 'free' })
    await release(address)
    await expect.poll(() => captcha(address)).toBe(200)
  })

  test('OPS-11 LIMIT-02 of IPv6 is explained by its /64 and its /48', async () => {
    holdTime(the.api)
    await captcha('2001:db8:70:1::1')
    const rulesOf = async (address: string) => (await explain(address)).map(({ rule, of }) => `${rule} ${of}`)
    const network = 'captcha.network 2001:db8:70::/48'
    await expect.poll(() => rulesOf('2001:db8:70:1::2')).toEqual(['captcha.address 2001:db8:70:1::/64', network])
    expect(await rulesOf('2001:db8:70:2::1')).toEqual([network])
  })

  test('OPS-11 LIMIT-10 whose captcha is harder is explained as such', async () => {
    const address = newAddress()
    const wrong = () =>
      the.api.client('prelogin', { body: { phone: newNumber().slice(1), pin: GOOD_PIN } }, { address })
    for (let guess = 0; guess < 11; guess++) await wrong().catch(() => undefined)
    expect(await stateOf(address, 'login-failed.address')).toMatchObject({
      used: 11,
      places: 50,
      state: 'harder captcha',
    })
  })
})

test('OPS-11 OPS-12 a browser is named by its cookie or by the hash of it', async () => {
  holdTime(the.api)
  const cookie = newBrowser()
  expect([await captcha(newAddress(), cookie), await captcha(newAddress(), cookie)]).toEqual([200, 429])
  const [, value = ''] = cookie.split('=')
  await expect.poll(() => stateOf(value, 'captcha.browser')).toMatchObject({ used: 1, places: 1, state: 'full' })
  await release(value, 'captcha.browser')
  expect(await explain(value)).toEqual([])
  await expect.poll(() => captcha(newAddress(), cookie)).toBe(200)
})

test('OPS-11 SMS-05 SMS are explained by the shares of the money and by country', async () => {
  await signUp(the.api)
  await expect.poll(() => stateOf('sms', 'money.newcomer-other')).toMatchObject({ of: 'cents', state: 'free' })
  expect(await stateOf('sms', 'sms.country.home')).toMatchObject({ of: 'DE', places: 9, state: 'free' })
})

test('OPS-11 OPS-12 AUDIT-07 the trail names the operator and a keyed hash; neither it nor the log has the number', async () => {
  const { number } = await signUp(the.api)
  await explain(number)
  await release(number, 'sms.number')
  await release(newAddress())
  const hash = expect.stringMatching(/^[0-9a-f]+$/) as string
  expect((await trail('limits_explained')).at(-1)).toMatchObject({
    actor: 'operator',
    phone_prefix: hash,
    reason: null,
  })
  expect((await trail('limits_released')).slice(-2)).toMatchObject([
    { actor: 'operator', phone_prefix: hash, reason: 'sms.number' },
    { actor: 'operator', phone_prefix: null, network_hash: hash, reason: 'all' },
  ])
  const noted = JSON.stringify([await trail('limits_explained'), await trail('limits_released')])
  expect(noted + the.api.log.join('')).not.toContain(number.slice(1))
})

test.each([
  [['explain', '+49 30 1234567'], 'It is a mobile number'],
  [['explain', 'avdv_short'], 'It is a mobile number'],
  [['release', 'sms'], 'It is a mobile number'],
  [['release', '203.0.113.7', 'login.planet'], 'There is no such limit.'],
])('OPS-11 OPS-12 OPS-02 limits %j is refused: %s', async (words, line) => {
  await expect(the.api.operate('limits', ...words)).rejects.toThrow(line)
})
