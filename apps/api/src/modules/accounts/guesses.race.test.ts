import { beforeAll, expect, test } from 'vitest'
import { newAddress } from '#test/address.ts'
import { beginSignIn, confirmCode, digits, GOOD_PIN, newBrowser, registered, signInOn } from '#test/builders.ts'
import { pinCount } from '#test/pin-count.ts'
import { startTestApi } from '#test/test-api.ts'
import { tally, times, together } from '#test/together.ts'
import { useTestApi } from '#test/use-test-api.ts'

const the = useTestApi({ DATABASE_POOL_SIZE: '20', LIMITS: 'login.browser=1000/min' })

const WRONG = '401 wrong_login_info'
type Guess = { pin?: string; cookie?: string; client?: typeof the.api.client | undefined; address?: string }
/** By default a wrong PIN, in a browser and from an address of its own. */
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

test('A PIN whose hash is refused, because too many wait, is not counted [LIMIT-15]', async () => {
  await using api = await startTestApi({ PIN_HASHES_AT_ONCE: '1', ARGON2_MEMORY_KIB: '65536', ARGON2_PASSES: '3' })
  const { number, tokens } = await registered(api)
  const answers = tally(await together(times(9, guess(number, { client: api.client, address: newAddress() }))))
  const compared = answers[WRONG] ?? 0
  expect(answers).toEqual({ [WRONG]: compared, '503 service_unavailable': 9 - compared })
  expect(compared).toBeLessThan(9)
  expect(await pinCount(api, 'pin_failures', tokens.user_id)).toBe(compared)
})
