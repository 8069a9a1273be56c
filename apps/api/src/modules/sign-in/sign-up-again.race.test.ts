import { MINUTE_MS, SECOND_MS } from '@avouch/contract'
import { expect, test } from 'vitest'
import {
  beginSignIn,
  confirmCode,
  GOOD_PIN,
  newBrowser,
  newNumber,
  OTHER_PIN,
  otherThan,
  passwordGrant,
  sendSignUp,
} from '#test/builders.ts'
import { rows, successes, tally, times, together } from '#test/together.ts'
import { holdTime, useTestApi } from '#test/use-test-api.ts'

const the = useTestApi({ DATABASE_POOL_SIZE: '12' })
const sent = (number: string) => the.api.world.sentTo(number).length

/** Registers and requests the code, as the screens do. */
async function register(number: string, cookie?: string, pin = GOOD_PIN) {
  await sendSignUp(the.api, number, pin)
  return beginSignIn(the.api, number, pin, cookie)
}

test('CODE-14 CODE-07 registering again within the cool-down sends nothing, and the code that was sent is valid', async () => {
  holdTime(the.api)
  const [number, cookie] = [newNumber(), newBrowser()]
  const first = await register(number, cookie)
  the.api.clock.advance(20 * SECOND_MS)
  const second = await register(number, cookie, OTHER_PIN)
  expect(second).toMatchObject({ pinId: first.pinId, code: first.code, resendAfter: 40 })
  expect(sent(number)).toBe(1)
  await confirmCode(the.api, { ...second, code: otherThan(second.code) }).catch(() => undefined)
  expect((await confirmCode(the.api, second)).user_id).toMatch(/^usr_/)
  expect(await passwordGrant(the.api, number, OTHER_PIN)).toMatch(/^avat_/)
  await expect(passwordGrant(the.api, number, GOOD_PIN)).rejects.toMatchObject({ code: 'invalid_grant' })
})

test('CODE-14 T-01 registering again after the cool-down gives another code', async () => {
  const [number, cookie] = [newNumber(), newBrowser()]
  const first = await register(number, cookie)
  the.api.clock.advance(MINUTE_MS)
  expect((await register(number, cookie)).pinId).not.toBe(first.pinId)
  expect(sent(number)).toBe(2)
})

test('CODE-14 CODE-10 registering again after correcting the number sends nothing either', async () => {
  const [number, cookie] = [newNumber(), newBrowser()]
  const first = await register(number, cookie)
  await the.api.client('cancelCode', { body: { pinId: first.pinId } }, first)
  const second = await register(number, cookie)
  expect(second.pinId).toBe(first.pinId)
  expect(sent(number)).toBe(1)
  expect((await confirmCode(the.api, second)).user_id).toMatch(/^usr_/)
})

test('CODE-14 DEVICE-07 another browser, and a caller without a cookie, gets its own code', async () => {
  const number = newNumber()
  const first = await register(number, newBrowser())
  const others = [await register(number, newBrowser()), await register(number)]
  expect(new Set([first, ...others].map(({ pinId }) => pinId)).size).toBe(3)
  expect((await confirmCode(the.api, first)).user_id).toMatch(/^usr_/)
})

test('R-13 CODE-14 many concurrent registrations of a number in one browser send one SMS', async () => {
  const [number, cookie] = [newNumber(), newBrowser()]
  const bearers: string[] = []
  for (const pin of [GOOD_PIN, OTHER_PIN, '4826']) {
    await sendSignUp(the.api, number, pin)
    bearers.push(await passwordGrant(the.api, number, pin, cookie))
  }
  const ask = (bearer: string) => the.api.client('resendCode', { body: {} }, { bearer, cookie })
  const outcomes = await together(times(9, async (i) => (await ask(bearers[i % 3] ?? '')).data.pinId))
  expect(tally(outcomes)).toEqual({ ok: 9 })
  expect(new Set(successes(outcomes)).size).toBe(1)
  expect(sent(number)).toBe(1)
  expect(
    await rows(
      the.api,
      `select 1 from sms_challenge where id = $1 and state = 'live'`,
      successes(outcomes).slice(0, 1),
    ),
  ).toHaveLength(1)
})
