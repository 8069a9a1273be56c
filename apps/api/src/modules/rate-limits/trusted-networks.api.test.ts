import { HOUR_MS, SECOND_MS } from '@avouch/contract'
import { expect, test } from 'vitest'
import { newAddress } from '#test/address.ts'
import { captchaChallenge } from '#test/captcha.ts'
import {
  confirmCode,
  digits,
  GOOD_PIN,
  knownBrowser,
  newBrowser,
  newNumber,
  passwordGrant,
  registered,
  sendSignUp,
  signInOn,
  signUp,
} from '#test/builders.ts'
import { startTestApi } from '#test/test-api.ts'
import type { Refusal } from '#test/test-client.ts'
import { holdTime, useTestApi } from '#test/use-test-api.ts'

const DAY_MS = 24 * HOUR_MS
const the = useTestApi({
  LIMITS: [
    'lookup.address=2/4/day, lookup.network=1000/day, lookup.browser=3/6/h',
    'login-failed.address=3/6/day, login-failed.network=5/10/day',
  ].join(),
})

const TOO_MANY = { status: 429, code: 'too_many_requests' }
type From = { address?: string | undefined; cookie?: string }
const preLogin = (number: string, pin = GOOD_PIN, { address, cookie = newBrowser() }: From = {}) =>
  the.api.client('prelogin', { body: { phone: digits(number), pin } }, { address, cookie })
const grant = (number: string, { address, cookie = newBrowser() }: From = {}) =>
  the.api.client(
    'token',
    { body: { grant_type: 'password', username: digits(number), password: GOOD_PIN } },
    { address, cookie },
  )
const statusOf = (call: Promise<{ status: number }>): Promise<number> =>
  call.then(
    ({ status }) => status,
    (refusal: unknown) => (refusal as Refusal).status,
  )
/** A reset's first call with a number that has no account. */
const lookUp = (address: string, cookie = newBrowser()) =>
  statusOf(the.api.client('prechangePin', { body: { phone: digits(newNumber()) } }, { address, cookie }))
const lookUps = async (times: number, address: string) => {
  const statuses: number[] = []
  for (let i = 0; i < times; i++) statuses.push(await lookUp(address))
  return statuses
}
/** Another address of its network. */
const neighbour = (address: string) => address.replace(/:[0-9a-f]+::1$/, ':ffff::1')

test('A network with a sign-in of today or yesterday is trusted: single addresses are not limited [T-01]', async () => {
  the.api.clock.toNextDay()
  holdTime(the.api)
  const { address } = the.api.place
  const elsewhere = newAddress()
  expect(await lookUps(3, elsewhere)).toEqual([204, 204, 429])
  await registered(the.api)
  expect(await lookUps(4, neighbour(address))).toEqual([204, 204, 204, 204])
  the.api.clock.advance(2 * DAY_MS - (the.api.clock.now().getTime() % DAY_MS) - SECOND_MS)
  expect(await lookUps(4, address)).toEqual([204, 204, 204, 204])
  the.api.clock.advance(SECOND_MS)
  expect(await lookUps(3, address)).toEqual([204, 204, 429])
})

test('A number vouches for one network a day: a SIM card that signs in elsewhere opens no other network', async () => {
  const { number } = await registered(the.api)
  const address = newAddress()
  the.api.place.address = address
  await signInOn(the.api, newBrowser(), number)
  expect(await lookUps(3, address)).toEqual([204, 204, 429])
  the.api.clock.advance(DAY_MS)
  await signInOn(the.api, newBrowser(), number)
  expect(await lookUps(4, address)).toEqual([204, 204, 204, 204])
})

test('The addresses that cannot be read are never a trusted network [LIMIT-02]', async () => {
  the.api.place.address = 'unknown'
  await registered(the.api)
  expect(await lookUps(3, 'nonsense')).toEqual([204, 204, 429])
})

test('A trusted network that is full of look-ups gets the harder captcha, and is not refused [LIMIT-17]', async () => {
  await using api = await startTestApi({ LIMITS: 'lookup.network=2/4/day', CAPTCHA_POW_TRIES: '20' })
  const { cookie } = await knownBrowser(api)
  const unknown = () => api.client('prechangePin', { body: { phone: digits(newNumber()) } }, { cookie: newBrowser() })
  for (let i = 0; i < 4; i++) expect((await unknown()).status).toBe(204)
  api.settings['CAPTCHA'] = 'pow'
  await api.restart()
  const isHard = async (from?: string) => (await captchaChallenge(api, 'prelogin', from)).parameters.data.hard
  expect(await isHard()).toBe(true)
  expect(await isHard(cookie)).toBe(false)
})

test('A browser is refused beyond its own limit in a trusted network that is full, and its neighbours are not [LIMIT-17]', async () => {
  await using api = await startTestApi({ LIMITS: 'lookup.network=2/4/day, lookup.browser=3/6/h' })
  await knownBrowser(api)
  const ask = (cookie: string) =>
    statusOf(api.client('prechangePin', { body: { phone: digits(newNumber()) } }, { cookie }))
  for (let i = 0; i < 4; i++) expect(await ask(newBrowser())).toBe(204)
  const cookie = newBrowser()
  for (const status of [204, 204, 204, 429, 429]) expect(await ask(cookie)).toBe(status)
  expect(await ask(newBrowser())).toBe(204)
})

test('Sign-ups, first calls of resets, log-ins of numbers without account and grants count together as look-ups [LIMIT-17]', async () => {
  const { number } = await registered(the.api)
  const address = newAddress()
  const body = { password: GOOD_PIN, language: 'en', data_collection_consent: false } as const
  const ask = [
    () => the.api.client('signup', { body: { ...body, phone: digits(newNumber()) } }, { address }),
    () => the.api.client('prechangePin', { body: { phone: digits(number) } }, { address }),
    () => the.api.client('recoverCode', { body: { phone: digits(newNumber()), language: 'en' } }, { address }),
    () => preLogin(newNumber(), GOOD_PIN, { address }),
    () => grant(newNumber(), { address }),
  ]
  const [signUpThere, reset] = ask
  expect((await signUpThere?.())?.status).toBe(201)
  expect((await reset?.())?.status).toBe(200)
  for (const call of ask) await expect(call()).rejects.toMatchObject(TOO_MANY)
  expect((await preLogin(number, GOOD_PIN, { address })).status).toBe(200)
})

test('The token endpoint counts numbers with an account and without as look-ups, since its time tells which is which [LIMIT-17 LOGIN-08]', async () => {
  const { number } = await registered(the.api)
  const address = newAddress()
  await expect(grant(newNumber(), { address })).rejects.toThrow('invalid_grant')
  expect((await grant(number, { address })).status).toBe(200)
  for (const one of [number, newNumber()]) await expect(grant(one, { address })).rejects.toMatchObject(TOO_MANY)
})

test('A grant that follows a pre-login or a sign-up, or comes from a recognised browser, is no look-up [LIMIT-17 LIMIT-05]', async () => {
  const { number, cookie } = await knownBrowser(the.api)
  const [address, newcomer, ofNewcomer] = [newAddress(), newNumber(), newBrowser()]
  expect(await lookUps(3, address)).toEqual([204, 204, 429])
  expect((await grant(number, { address, cookie })).status).toBe(200)
  await preLogin(number, GOOD_PIN, { address })
  expect((await grant(number, { address })).status).toBe(200)
  await sendSignUp(the.api, newcomer, GOOD_PIN, ofNewcomer)
  expect((await grant(newcomer, { address, cookie: ofNewcomer })).status).toBe(200)
})

test('The look-up of a sign-up comes back when its code is typed in [LIMIT-17]', async () => {
  holdTime(the.api)
  const cookie = newBrowser()
  const begun = await signUp(the.api, newNumber(), GOOD_PIN, cookie)
  for (const status of [204, 204, 429]) expect(await lookUp(newAddress(), cookie)).toBe(status)
  await confirmCode(the.api, begun)
  for (const status of [204, 429]) expect(await lookUp(newAddress(), cookie)).toBe(status)
})

test('A reset in a browser that the account recognises is no look-up [LIMIT-17 LIMIT-05]', async () => {
  const { number, cookie } = await knownBrowser(the.api)
  const address = newAddress()
  const reset = (from: string) =>
    the.api.client('prechangePin', { body: { phone: digits(number) } }, { address, cookie: from })
  for (let i = 0; i < 4; i++) expect((await reset(cookie)).status).toBe(200)
  expect(await lookUps(3, address)).toEqual([204, 204, 429])
  await expect(reset(newBrowser())).rejects.toMatchObject(TOO_MANY)
  expect((await reset(cookie)).status).toBe(200)
})

const fail = async (times: number, number: string, address?: string) => {
  for (let i = 0; i < times; i++)
    await expect(preLogin(number, '0000', { address })).rejects.toThrow('wrong_login_info')
}

test('Too many failed log-ins refuse the right PIN at that address too, until one comes back; right ones do not count [LIMIT-06]', async () => {
  holdTime(the.api)
  const { number } = await registered(the.api)
  const address = newAddress()
  for (let i = 0; i < 4; i++) expect((await preLogin(number, GOOD_PIN, { address })).status).toBe(200)
  await fail(3, number, address)
  await expect(preLogin(number, GOOD_PIN, { address })).rejects.toMatchObject(TOO_MANY)
  await expect(preLogin(newNumber(), GOOD_PIN, { address })).rejects.toMatchObject(TOO_MANY)
  expect((await preLogin(number)).status).toBe(200)
  the.api.clock.advance(8 * HOUR_MS)
  expect((await preLogin(number, GOOD_PIN, { address })).status).toBe(200)
})

test('In a trusted network failed log-ins are limited for the network alone [LIMIT-06]', async () => {
  const { number } = await registered(the.api)
  const { address } = the.api.place
  await fail(3, number)
  await fail(2, number, neighbour(address))
  await expect(preLogin(number)).rejects.toMatchObject(TOO_MANY)
})

test('Too many failed log-ins refuse no browser that the account recognises, but one that only another does [LIMIT-05 LIMIT-06]', async () => {
  const [mine, other] = [await knownBrowser(the.api), await registered(the.api)]
  const address = newAddress()
  await fail(3, other.number, address)
  await expect(preLogin(other.number, GOOD_PIN, { address, cookie: mine.cookie })).rejects.toMatchObject(TOO_MANY)
  await expect(preLogin(mine.number, '0000', { address, cookie: mine.cookie })).rejects.toThrow('wrong_login_info')
  expect((await preLogin(mine.number, GOOD_PIN, { address, cookie: mine.cookie })).status).toBe(200)
  the.api.place.address = address
  expect(await passwordGrant(the.api, mine.number, GOOD_PIN, mine.cookie)).toMatch(/^avat_/)
  await expect(passwordGrant(the.api, other.number, GOOD_PIN)).rejects.toMatchObject(TOO_MANY)
})
