import { MINUTE_MS } from '@avouch/contract'
import { beforeAll, expect, test } from 'vitest'
import { newAddress } from '#test/address.ts'
import {
  beginSignIn,
  changePin,
  confirmCode,
  digits,
  GOOD_PIN,
  newBrowser,
  newNumber,
  passwordGrant,
  preLogin,
  registered,
  sendSignUp,
  signInOn,
} from '#test/builders.ts'
import { pinCount } from '#test/pin-count.ts'
import { callAs, newEmail, newOwner, PASSWORD, totpNow } from '#test/staff.ts'
import { tally, times, together } from '#test/together.ts'
import { useTestApi } from '#test/use-test-api.ts'

const the = useTestApi({ DATABASE_POOL_SIZE: '20', LIMITS: 'login.browser=1000/min' })

const WRONG = '401 wrong_login_info'
type Guess = { pin?: string; cookie?: string; client?: typeof the.api.client | undefined; address?: string }
/** By default a wrong PIN, in a new browser and from a new address. */
const guess =
  (number: string, given: Guess = {}) =>
  () => {
    const { pin = '0000', cookie = newBrowser(), client = the.api.client, address = newAddress() } = given
    return client('prelogin', { body: { phone: digits(number), pin } }, { cookie, address })
  }

/** A visitor with two browsers that the account recognises. */
async function atHome() {
  const { number, bearer, tokens } = await registered(the.api)
  const [cookie, other] = [newBrowser(), newBrowser()]
  await signInOn(the.api, cookie, number)
  await signInOn(the.api, other, number)
  return { number, bearer, cookie, other, accountId: tokens.user_id }
}

let twin: Awaited<ReturnType<typeof the.api.twin>>
beforeAll(async () => {
  twin = await the.api.twin()
  return () => twin.close()
})

test('Two processes compare ten of forty wrong PINs at once in browsers that are not recognised [DEVICE-02]', async () => {
  const { number, accountId } = await atHome()
  const clients = [the.api.client, twin.client]
  expect(tally(await together(times(40, (i) => guess(number, { client: clients[i % 2] })())))).toEqual({ [WRONG]: 40 })
  expect(await pinCount(the.api, 'pin_failures', accountId)).toBe(10)
  await expect(guess(number, { pin: GOOD_PIN })()).rejects.toMatchObject({ code: 'wrong_login_info' })
})

test('Two processes compare ten of forty wrong PINs at once in recognised browsers, ten more as elsewhere, and recognise none [DEVICE-02 DEVICE-03]', async () => {
  const { number, bearer, accountId, cookie, other } = await atHome()
  const ways = [
    { client: the.api.client, cookie },
    { client: twin.client, cookie: other },
  ]
  expect(tally(await together(times(40, (i) => guess(number, ways[i % 2])())))).toEqual({ [WRONG]: 40 })
  expect(await pinCount(the.api, 'pin_failures_recognised', accountId)).toBe(10)
  expect(await pinCount(the.api, 'pin_failures', accountId)).toBe(10)
  expect((await the.api.client('exportData', {}, { bearer })).data.known_browsers).toEqual([])
})

test('A log-in at the same moment as wrong PINs loses none of those that count until another PIN is set [DEVICE-02]', async () => {
  const { number, accountId } = await atHome()
  const cookie = newBrowser()
  for (let i = 0; i < 2; i++) await guess(number)().catch(() => {})
  const begun = await beginSignIn(the.api, number, GOOD_PIN, cookie)
  const outcomes = await together<unknown>([() => confirmCode(the.api, begun), ...times(7, guess(number))])
  expect(tally(outcomes)).toEqual({ ok: 1, [WRONG]: 7 })
  expect(await pinCount(the.api, 'pin_failures_total', accountId)).toBe(9)
  expect(await pinCount(the.api, 'pin_failures', accountId)).toBeLessThanOrEqual(7)
})

/** One slow hash at a time: of nine concurrent calls from one address three have a turn. */
const slow = useTestApi({ PIN_HASHES_AT_ONCE: '1', ARGON2_MEMORY_KIB: '65536', ARGON2_PASSES: '3' })
/** One hash at a time, but of many callers each has a turn before four seconds are over. */
const busy = useTestApi({ PIN_HASHES_AT_ONCE: '1', ARGON2_MEMORY_KIB: '65536', ARGON2_PASSES: '1' })

test('A PIN whose hash is refused, because too many wait, is not counted [LIMIT-15]', async () => {
  const { number, tokens } = await registered(slow.api)
  const answers = tally(await together(times(9, guess(number, { client: slow.api.client, address: newAddress() }))))
  const compared = answers[WRONG] ?? 0
  expect(answers).toEqual({ [WRONG]: compared, '503 service_unavailable': 9 - compared })
  expect(compared).toBeLessThan(9)
  expect(await pinCount(slow.api, 'pin_failures', tokens.user_id)).toBe(compared)
})

test('A newcomer’s PIN that is refused because too many wait is not counted [LIMIT-15]', async () => {
  const [number, cookie] = [newNumber(), newBrowser()]
  await sendSignUp(slow.api, number, GOOD_PIN, cookie)
  const answers = tally(await together(times(9, () => passwordGrant(slow.api, number, GOOD_PIN, cookie))))
  const compared = answers['ok'] ?? 0
  expect(answers).toEqual({ ok: compared, '503 temporarily_unavailable': 9 - compared })
  const [signUp] = await slow.api.rows('select max(pin_failures) as total from registration')
  expect(signUp).toEqual({ total: compared })
})

test('The token endpoint hashes nothing for a number that nobody has, so no call waits for a turn [LIMIT-19]', async () => {
  const answers = await together(times(9, () => passwordGrant(slow.api, newNumber(), GOOD_PIN)))
  expect(tally(answers)).toEqual({ '400 invalid_grant': 9 })
})

test('Pre-login hashes nothing for a number that nobody has [LIMIT-19]', async () => {
  const answers = await together(times(9, () => preLogin(slow.api, newNumber(), GOOD_PIN)))
  expect(tally(answers)).toEqual({ '404 phone_number_does_not_exist': 9 })
})

test('A new PIN is not hashed without the proof that allows it [LIMIT-19]', async () => {
  const { number } = await registered(slow.api)
  const answers = await together(times(9, () => changePin(slow.api, number, 'avrc_made_up')))
  expect(tally(answers)).toEqual({ '422 wrong_verification': 9 })
})

test('A PIN that is not compared any more costs no hash [LIMIT-19]', async () => {
  const { number } = await registered(slow.api)
  const processorMs = async (tries: number) => {
    const before = process.cpuUsage()
    for (let i = 0; i < tries; i++)
      await expect(passwordGrant(slow.api, number, '0000')).rejects.toThrow('invalid_grant')
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1_000
  }
  const compared = await processorMs(3)
  expect(await processorMs(3)).toBeLessThan(compared / 2)
})

test('Right PINs of many accounts at the token endpoint are behind a newcomer and a holder in a new browser who passed a captcha [LIMIT-19]', async () => {
  const accounts: string[] = []
  for (let i = 0; i < 8; i++) accounts.push((await registered(busy.api)).number)
  const [holder = '', ...flood] = accounts
  const [newcomer, ofNewcomer, ofHolder] = [newNumber(), newBrowser(), newBrowser()]
  busy.api.clock.advance(2 * MINUTE_MS)
  await sendSignUp(busy.api, newcomer, GOOD_PIN, ofNewcomer)
  await preLogin(busy.api, holder, GOOD_PIN, ofHolder)
  const done: string[] = []
  const grant = (who: string, number: string, cookie?: string) => async () => {
    const body = { grant_type: 'password', username: digits(number), password: GOOD_PIN } as const
    await busy.api.client('token', { body }, { cookie, address: newAddress() })
    done.push(who)
  }
  const bots = flood.flatMap((number) => [grant('bot', number), grant('bot', number)])
  const people = [grant('person', newcomer, ofNewcomer), grant('person', holder, ofHolder)]
  await together([...bots, ...people])
  expect(done.filter((who) => who === 'person')).toHaveLength(people.length)
  expect(done.lastIndexOf('person')).toBeLessThan(bots.length / 2)
})

test('New people at the consoles keep nobody waiting who signs in there [LIMIT-19]', async () => {
  const { email, secret } = await newOwner(busy.api)
  busy.api.clock.advance(MINUTE_MS)
  const done: string[] = []
  const call = (who: string, name: 'adminEnrol' | 'adminSignIn', body: object) => async () => {
    const { status } = await callAs(busy.api, name, { body }, { 'x-forwarded-for': newAddress() })
    done.push(`${who} ${status}`)
  }
  const enrol = { password: PASSWORD, invitation: null, project: 'Corner Shop' }
  const newcomers = times(12, () => call('new', 'adminEnrol', { ...enrol, email: newEmail() })())
  const code = totpNow(busy.api, secret)
  await together([...newcomers, call('member', 'adminSignIn', { email, password: PASSWORD, code })])
  expect(done.slice(0, newcomers.length / 2)).toContain('member 201')
})
