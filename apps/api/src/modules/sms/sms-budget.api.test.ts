import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { HOUR_MS, MINUTE_MS } from '@avouch/contract'
import { describe, expect, test } from 'vitest'
import {
  beginSignIn,
  confirmCode,
  digits,
  GOOD_PIN,
  newBrowser,
  newNumber,
  passwordGrant,
  registered,
  sendSignUp,
  signInOn,
} from '#test/builders.ts'
import { useTestApi } from '#test/use-test-api.ts'

const file = join(mkdtempSync(join(tmpdir(), 'avouch-sms-')), 'limits.json')
writeFileSync(file, JSON.stringify({ blockedPrefixes: ['+43'] }))
const OF_NUMBERS = 'sms.number=6/20/day,sms.number.strangers=4/12/day,sms.number.known=6/20/day'
const the = useTestApi({ SMS_LIMITS_FILE: file, LIMITS: `${OF_NUMBERS},sms.address=5/15/day` })

const preLogin = (number: string, cookie?: string) =>
  the.api.client('prelogin', { body: { phone: digits(number), pin: GOOD_PIN } }, { cookie })
const recover = (number: string) => the.api.client('recoverCode', { body: { phone: digits(number), language: 'en' } })
const SPENT = { status: 429, code: 'too_many_requests', problem: { retry_after: expect.any(Number) as number } }

/** Requests codes without confirming them, a minute apart so that each is a new one. */
async function spend(number: string, codes: number, cookie?: string) {
  for (let i = 0; i < codes; i++) {
    the.api.clock.advance(6 * MINUTE_MS)
    expect((await preLogin(number, cookie)).status).toBe(200)
  }
}

describe('a number with a used SMS budget', () => {
  test('SMS-06 LOGIN-07 gets cannot_send_sms at pre-login, and no SMS', async () => {
    const { number } = await registered(the.api)
    await spend(number, 4)
    the.api.clock.advance(6 * MINUTE_MS)
    const sent = the.api.world.sentTo(number).length
    await expect(preLogin(number)).rejects.toMatchObject({ status: 500, code: 'cannot_send_sms' })
    expect(the.api.world.sentTo(number)).toHaveLength(sent)
    await expect(recover(number)).rejects.toMatchObject(SPENT)
    const bearer = await passwordGrant(the.api, number, GOOD_PIN)
    await expect(the.api.client('resendCode', { body: {} }, { bearer })).rejects.toMatchObject(SPENT)
  })

  test('SMS-07 gets no further SMS when every code is typed in', async () => {
    const { number } = await registered(the.api)
    for (let i = 0; i < 8; i++) {
      the.api.clock.advance(2 * MINUTE_MS)
      await signInOn(the.api, newBrowser(), number).catch(() => undefined)
    }
    expect(the.api.world.sentTo(number)).toHaveLength(6)
    await expect(preLogin(number)).rejects.toMatchObject({ code: 'cannot_send_sms' })
  })

  test('SMS-07 still gets a code in a known browser', async () => {
    const { number } = await registered(the.api)
    const cookie = newBrowser()
    the.api.clock.advance(2 * MINUTE_MS)
    await signInOn(the.api, cookie, number)
    await spend(number, 4)
    the.api.clock.advance(2 * MINUTE_MS)
    await expect(preLogin(number)).rejects.toMatchObject({ code: 'cannot_send_sms' })
    expect((await preLogin(number, cookie)).status).toBe(200)
  })

  test('SMS-06 keeps the code that was sent before: a refused resend uses up nothing', async () => {
    const { number } = await registered(the.api)
    const cookie = newBrowser()
    the.api.clock.advance(2 * MINUTE_MS)
    await signInOn(the.api, cookie, number)
    await spend(number, 4, cookie)
    the.api.clock.advance(6 * MINUTE_MS)
    const begun = await beginSignIn(the.api, number, GOOD_PIN, cookie)
    const resend = () => the.api.client('resendCode', { body: { pinId: begun.pinId } }, begun)
    the.api.clock.advance(MINUTE_MS)
    await resend()
    the.api.clock.advance(MINUTE_MS)
    await expect(resend()).rejects.toMatchObject(SPENT)
    expect((await confirmCode(the.api, begun)).user_id).toMatch(/^usr_/)
  })
})

describe('an address', () => {
  /** Registers, requests the code and does not confirm it. */
  async function leaves(number = newNumber()) {
    await sendSignUp(the.api, number)
    const bearer = await passwordGrant(the.api, number, GOOD_PIN)
    return the.api.client('resendCode', { body: {} }, { bearer })
  }

  test('SMS-15 with five codes that were not typed in gets no sixth, for any number that nothing is proven of', async () => {
    const { number } = await registered(the.api)
    const cookie = newBrowser()
    the.api.clock.advance(2 * MINUTE_MS)
    await signInOn(the.api, cookie, number)
    the.api.clock.advance(2 * MINUTE_MS)
    for (let i = 0; i < 5; i++) expect((await leaves()).status).toBe(200)
    const last = newNumber()
    await expect(leaves(last)).rejects.toMatchObject(SPENT)
    expect(the.api.world.sentTo(last)).toEqual([])
    await expect(recover(number)).rejects.toMatchObject(SPENT)
    expect((await preLogin(number)).status).toBe(200)
    expect((await preLogin(number, cookie)).status).toBe(200)
    the.api.clock.advance(3 * HOUR_MS)
    expect((await leaves()).status).toBe(200)
  })

  test('SMS-15 counts every send of a code', async () => {
    await sendSignUp(the.api, newNumber())
    for (let i = 0; i < 4; i++) await leaves()
    const number = newNumber()
    const { pinId } = (await leaves(number)).data
    const bearer = await passwordGrant(the.api, number, GOOD_PIN)
    the.api.clock.advance(MINUTE_MS)
    await expect(the.api.client('resendCode', { body: { pinId } }, { bearer })).rejects.toMatchObject(SPENT)
  })

  test('SMS-15 LIMIT-08 where many people register and confirm their codes stays within the limit', async () => {
    for (let i = 0; i < 8; i++) await registered(the.api)
    expect((await leaves()).status).toBe(200)
  })
})

test('SMS-07 a number of a blocked network gets no code, and signing up does not disclose that', async () => {
  const number = `+43664${newNumber().slice(-7)}`
  await sendSignUp(the.api, number)
  const bearer = await passwordGrant(the.api, number, GOOD_PIN)
  await expect(the.api.client('resendCode', { body: {} }, { bearer })).rejects.toMatchObject(SPENT)
  expect(the.api.world.sentTo(number)).toEqual([])
})
