import { writeFileSync } from 'node:fs'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '@avouch/contract'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { newAddress } from '#test/address.ts'
import {
  digits,
  GOOD_PIN,
  newBrowser,
  newNumber,
  passwordGrant,
  registered,
  sendSignUp,
  signInOn,
} from '#test/builders.ts'
import { holdTime, useTestApi } from '#test/use-test-api.ts'

/** Without the limits of addresses, networks and browsers: what the pools hold off alone. */
const the = useTestApi({ METRICS_PORT: '0', LIMITS: 'sms-proven.number=6/10/day' })

/** In one burst ten German SMS of `proven`, four each of `trusted` and `other`, one each of `reset` and `spare`. */
const MONEY = { centsPerDay: 640, centsPerSms: { DE: 8, other: 15 } }
const REFUSED = { status: 429, code: 'too_many_requests' }
const numbers: string[] = []

beforeAll(async () => {
  for (let i = 0; i < 15; i++) numbers.push((await registered(the.api)).number)
  writeFileSync(the.api.settings['SMS_LIMITS_FILE'] ?? '', JSON.stringify(MONEY))
  await the.api.restart()
})
// All pools are full again.
beforeEach(() => {
  the.api.clock.toNextDay()
  the.api.clock.advance(26 * HOUR_MS)
})

const preLogin = (number: string, cookie?: string) =>
  the.api.client('prelogin', { body: { phone: digits(number), pin: GOOD_PIN } }, { cookie })
const recover = (number: string) => the.api.client('recoverCode', { body: { phone: digits(number), language: 'en' } })

/** Signs up, requests the code, and leaves. */
async function leaves(number = newNumber()) {
  await sendSignUp(the.api, number)
  const bearer = await passwordGrant(the.api, number, GOOD_PIN)
  return the.api.client('resendCode', { body: {} }, { bearer })
}
/** @returns how many of these went out before the first refusal */
async function untilRefused(send: () => Promise<unknown>, most = 50): Promise<number> {
  for (let sent = 0; sent < most; sent++) {
    const refusal = await send().then(
      () => undefined,
      (error: unknown) => error,
    )
    if (refusal !== undefined) return sent
  }
  return most
}

const isFrom = (count: number, most: number) => (sent: number) => sent >= count && sent <= most
const alarms = () =>
  the.api.log
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .filter(({ event, pool }) => event === 'sms pool used' && pool === 'proven')
    .map(({ percent }) => percent)
const metric = async (name: string, labels: string) => {
  const text = await (await the.api.monitored('/metrics')).text()
  return Number(
    text
      .split('\n')
      .find((line) => line.startsWith(`avouch_${name}{${labels}}`))
      ?.split(' ')
      .at(-1),
  )
}

test('An empty pool refuses until money comes, at a full ten minutes; what the gateway refuses costs nothing [SMS-09]', async () => {
  holdTime(the.api)
  for (let i = 0; i < 5; i++) {
    const number = newNumber()
    the.api.world.answerAbout(number, { status: 400 })
    await expect(leaves(number)).rejects.toMatchObject({ code: 'cannot_send_sms' })
  }
  for (let i = 0; i < 3; i++) await leaves()
  const denied = () => metric('sms_denied_total', 'rule="money.other",region="home"')
  const before = await denied()
  // Eight cents are left, and this one costs fifteen.
  await leaves('+905321234567')
  const refusal = await leaves().catch((error: unknown) => error)
  expect(refusal).toMatchObject(REFUSED)
  const wait = (refusal as { problem: { retry_after?: number } }).problem.retry_after ?? 0
  expect((the.api.clock.now().getTime() + wait * SECOND_MS) % (10 * MINUTE_MS)).toBeLessThan(SECOND_MS)
  expect((await denied()) - before).toBe(1)
  the.api.clock.advance((wait - 1) * SECOND_MS)
  await expect(leaves()).rejects.toMatchObject(REFUSED)
  the.api.clock.advance(SECOND_MS)
  expect((await leaves()).status).toBe(200)
})

test('Strangers who spend the money of sign-ups leave that of resets, trusted networks and log-ins with the right PIN [SMS-09]', async () => {
  const [reset = '', other = '', login = '', recognised = ''] = numbers
  const cookie = newBrowser()
  const trusted = newAddress()
  the.api.place.address = trusted
  await signInOn(the.api, cookie, recognised)
  the.api.place.address = newAddress()
  expect(await untilRefused(() => leaves())).toBe(4)
  expect((await recover(reset)).status).toBe(200)
  await expect(recover(other)).rejects.toMatchObject(REFUSED)

  the.api.place.address = trusted
  expect(await untilRefused(() => leaves())).toBe(4)
  the.api.clock.advance(MINUTE_MS)
  expect((await preLogin(recognised, cookie)).status).toBe(200)
  the.api.place.address = newAddress()
  expect((await preLogin(login)).status).toBe(200)
})

test('One phone cannot spend the money of the log-ins of others [SMS-09 SMS-07]', async () => {
  const [number = '', other = ''] = numbers
  const logIn = async () => {
    the.api.clock.advance(HOUR_MS)
    await signInOn(the.api, newBrowser(), number)
  }
  for (let i = 0; i < 5; i++) {
    the.api.clock.advance(MINUTE_MS)
    await signInOn(the.api, newBrowser(), number)
  }
  // Its share, and a few from what is spare.
  expect(await untilRefused(logIn)).toSatisfy(isFrom(1, 5))
  expect(await metric('sms_pool_used_ratio', 'pool="proven"')).toBeLessThan(0.6)
  expect((await preLogin(other)).status).toBe(200)
})

test('Where many accounts spend the money of log-ins, the alarm comes at half of it, and sign-ups go on [SMS-09 OPS-22]', async () => {
  holdTime(the.api)
  const before = alarms().length
  const all = numbers.values()
  for (let i = 0; i < 5; i++) await preLogin(all.next().value ?? '')
  expect(alarms().slice(before)).toEqual([50])
  expect(await metric('sms_pool_used_ratio', 'pool="proven"')).toBeGreaterThanOrEqual(0.5)
  // Five more of `proven`, and one that is spare.
  expect(await untilRefused(() => preLogin(all.next().value ?? ''))).toBe(6)
  expect(alarms().slice(before)).toEqual([50, 80, 100])
  expect((await leaves()).status).toBe(200)
  // The notice about the right PIN is sent without money.
  const refused = numbers[11] ?? ''
  await the.api.world.until(() => the.api.world.sentTo(refused).some(({ text }) => text.startsWith('The right PIN')))
})
