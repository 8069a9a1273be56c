import { MINUTE_MS, SECOND_MS } from '@avouch/contract'
import { expect, test } from 'vitest'
import { newAddress } from '#test/address.ts'
import { digits, GOOD_PIN, knownBrowser, newBrowser, newNumber, passwordGrant, sendSignUp } from '#test/builders.ts'
import { holdTime, useTestApi } from '#test/use-test-api.ts'

const LIMITS = 'sms.address=5/29/day,sms.network=30/120/day,sms.browser=8/32/day,sms.range=20/60/day'
const the = useTestApi({ METRICS_PORT: '0', LIMITS })
const refuse = (number: string) => the.api.world.answerAbout(number, { status: 400 })
const failed = (asked: Promise<unknown>) =>
  asked.then(
    () => undefined,
    ({ code }: { code?: string }) => code,
  )
const failures = async () => {
  const text = await (await the.api.monitored('/metrics')).text()
  return Number(/^avouch_sms_failures_total\{gateway="first"\} (\d+)/m.exec(text)?.[1])
}

/** A browser that signs up with a number that the gateway refuses. */
async function stranger() {
  const [number, cookie] = [newNumber(), newBrowser()]
  refuse(number)
  await sendSignUp(the.api, number, GOOD_PIN, cookie)
  const bearer = await passwordGrant(the.api, number, GOOD_PIN, cookie)
  return { number, cookie, ask: () => failed(the.api.client('resendCode', { body: {} }, { bearer, cookie })) }
}

test('Twelve browsers at one address cause a few calls of the gateway with numbers that it refuses, as with any others [SMS-02 SMS-27]', async () => {
  holdTime(the.api)
  the.api.place.address = newAddress()
  const browsers = []
  for (let i = 0; i < 12; i++) browsers.push(await stranger())
  const before = the.api.world.timesAskedForSms()
  for (let seconds = 0; seconds < 60; seconds += 6) {
    for (const { ask } of browsers) await ask()
    the.api.clock.advance(6 * SECOND_MS)
  }
  expect(the.api.world.timesAskedForSms() - before).toBe(5)
})

test('A number that a gateway refuses is not tried again for five minutes, and counts once for alarms [SMS-27]', async () => {
  holdTime(the.api)
  the.api.place.address = newAddress()
  const [{ number, ask }, before] = [await stranger(), await failures()]
  for (let minutes = 0; minutes < 10; minutes++) {
    expect(await ask()).toBe('cannot_send_sms')
    the.api.clock.advance(MINUTE_MS)
  }
  expect(the.api.world.askedAbout(number)).toHaveLength(2)
  expect((await failures()) - before).toBe(1)
})

test('The recognised browser of a number that is refused elsewhere gets its code [SMS-27 CODE-15]', async () => {
  holdTime(the.api)
  const { number, cookie } = await knownBrowser(the.api)
  the.api.clock.advance(10 * MINUTE_MS)
  the.api.place.address = newAddress()
  refuse(number)
  const preLogin = (of?: string) =>
    the.api.client('prelogin', { body: { phone: digits(number), pin: GOOD_PIN } }, { cookie: of })
  expect(await failed(preLogin())).toBe('cannot_send_sms')
  the.api.world.answerAbout(number, undefined)
  expect(await failed(preLogin())).toBe('cannot_send_sms')
  expect((await preLogin(cookie)).status).toBe(200)
})
