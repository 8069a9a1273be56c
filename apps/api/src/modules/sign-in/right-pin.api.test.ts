import { HOUR_MS, MINUTE_MS } from '@avouch/contract'
import { expect, test } from 'vitest'
import {
  beginSignIn,
  digits,
  newBrowser,
  OTHER_PIN,
  passwordGrant,
  registered,
  signInOn,
  signUp,
} from '#test/builders.ts'
import { rows } from '#test/together.ts'
import { useTestApi } from '#test/use-test-api.ts'

const the = useTestApi({ LIMITS: 'sms.browser=1/2/day' })

const warnings = (number: string) =>
  the.api.world
    .sentTo(number)
    .filter(({ text }) => text.startsWith('The right PIN of your Avouch account was typed in'))

const preLogin = (number: string, pin: string, cookie?: string) =>
  the.api.client('prelogin', { body: { phone: digits(number), pin } }, { cookie })

const waiting = `select 1 from sms_message where notice = 'pin_right' and state in ('waiting', 'sending')`

/** What waits is sent at the start. */
async function everythingSent() {
  await the.api.restart()
  await expect.poll(() => rows(the.api, waiting), { timeout: 30_000 }).toEqual([])
}

test('SMS-16 a right PIN at the token endpoint that no code follows warns its holder, once a day', async () => {
  const { number, pin } = await registered(the.api)
  for (let i = 0; i < 3; i++) await passwordGrant(the.api, number, pin, newBrowser())
  await everythingSent()
  expect(warnings(number)).toHaveLength(1)
  the.api.clock.advance(25 * HOUR_MS)
  await passwordGrant(the.api, number, pin)
  await everythingSent()
  expect(warnings(number)).toHaveLength(2)
})

test('SMS-16 a right PIN at pre-login whose SMS is refused warns its holder', async () => {
  const [own, victim] = [await registered(the.api), await registered(the.api)]
  const cookie = newBrowser()
  expect((await preLogin(own.number, own.pin, cookie)).status).toBe(200)
  await expect(preLogin(victim.number, victim.pin, cookie)).rejects.toMatchObject({ code: 'cannot_send_sms' })
  await everythingSent()
  expect(warnings(victim.number)).toHaveLength(1)
})

test('SMS-16 OPS-51 a right PIN of a locked account warns its holder, at pre-login and at the token endpoint', async () => {
  const [one, other] = [await registered(the.api), await registered(the.api)]
  for (const { number } of [one, other]) await the.api.operate('account', 'lock', number)
  await expect(preLogin(one.number, one.pin, newBrowser())).rejects.toMatchObject({ code: 'account_locked' })
  await expect(passwordGrant(the.api, other.number, other.pin, newBrowser())).rejects.toMatchObject({
    code: 'invalid_grant',
  })
  await everythingSent()
  expect([warnings(one.number).length, warnings(other.number).length]).toEqual([1, 1])
})

test("SMS-16 a log-in's code is warning enough, before the token and after it", async () => {
  const [one, other] = [await registered(the.api), await registered(the.api)]
  the.api.clock.advance(2 * MINUTE_MS)
  const cookie = newBrowser()
  await preLogin(one.number, one.pin, cookie)
  await passwordGrant(the.api, one.number, one.pin, cookie)
  await beginSignIn(the.api, other.number, other.pin, newBrowser())
  await everythingSent()
  expect([...warnings(one.number), ...warnings(other.number)]).toEqual([])
  // What was taken back does not count: the next one warns.
  await passwordGrant(the.api, other.number, other.pin, newBrowser())
  await everythingSent()
  expect(warnings(other.number)).toHaveLength(1)
})

test("SMS-16 the code of another browser's log-in takes no warning back", async () => {
  const { number, pin } = await registered(the.api)
  the.api.clock.advance(2 * MINUTE_MS)
  await preLogin(number, pin, newBrowser())
  await beginSignIn(the.api, number, pin, newBrowser())
  await everythingSent()
  expect(warnings(number)).toHaveLength(1)
})

test('SMS-16 warns of no wrong PIN, no known browser and no registration', async () => {
  const { number, pin } = await registered(the.api)
  const cookie = newBrowser()
  the.api.clock.advance(2 * MINUTE_MS)
  await signInOn(the.api, cookie, number, pin)
  await passwordGrant(the.api, number, pin, cookie)
  await expect(passwordGrant(the.api, number, OTHER_PIN, newBrowser())).rejects.toMatchObject({ code: 'invalid_grant' })
  const registering = await signUp(the.api)
  await passwordGrant(the.api, registering.number, registering.pin, newBrowser())
  await everythingSent()
  expect([...warnings(number), ...warnings(registering.number)]).toEqual([])
})
