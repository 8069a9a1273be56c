import { HOUR_MS, MINUTE_MS, SECOND_MS } from '@avouch/contract'
import { afterEach, describe, expect, test } from 'vitest'
import { digits, registered } from '#test/builders.ts'
import type { TestApi } from '#test/test-api.ts'
import { holdTime, useTestApi } from '#test/use-test-api.ts'

const recover = (api: TestApi, number: string) =>
  api.client('recoverCode', { body: { phone: digits(number), language: 'en' } })
const OF_NUMBERS = 'sms.number=6/20/day,sms.number.strangers=4/12/day'
const NOT_SENT = { status: 500, code: 'cannot_send_sms' }

describe('a recovery whose SMS cannot be sent', () => {
  const the = useTestApi({ LIMITS: OF_NUMBERS })
  afterEach(() => {
    the.api.world.answers.sms = { status: 202, silent: false }
  })

  test('RESET-04 SMS-02 is 500 when the gateway refuses the number, and the next attempt sends again', async () => {
    const { number } = await registered(the.api)
    the.api.world.answers.sms.status = 422
    await expect(recover(the.api, number)).rejects.toMatchObject(NOT_SENT)
    the.api.world.answers.sms.status = 202
    const { status, data } = await recover(the.api, number)
    expect(status).toBe(200)
    const body = { pinId: data?.pinId ?? '', code: the.api.world.codeFor(number) }
    expect((await the.api.client('recoverVerify', { body })).data.recoverPinToken).toMatch(/^avrc_/)
  })

  test("RESET-04 SMS-02 is 200 while the gateway's result is unknown", async () => {
    const { number } = await registered(the.api)
    the.api.world.answers.sms.silent = true
    expect((await recover(the.api, number)).status).toBe(200)
  })

  test("RESET-04 SMS-06 is 429 with Retry-After when the number's SMS budget is used, and sends again later", async () => {
    const { number } = await registered(the.api)
    for (let codes = 0; codes < 4; codes++) {
      the.api.clock.advance(6 * MINUTE_MS)
      expect((await recover(the.api, number)).status).toBe(200)
    }
    the.api.clock.advance(6 * MINUTE_MS)
    const sent = the.api.world.sentTo(number).length
    const refusal = await recover(the.api, number).catch((error: unknown) => error)
    expect(refusal).toMatchObject({ status: 429, code: 'too_many_requests' })
    const wait = Number((refusal as { headers: Headers }).headers.get('retry-after'))
    expect(wait).toBeGreaterThan(HOUR_MS / 1_000)
    expect(wait).toBeLessThanOrEqual((3 * HOUR_MS) / 1_000)
    expect(the.api.world.sentTo(number)).toHaveLength(sent)
    the.api.clock.advance(wait * 1_000)
    expect((await recover(the.api, number)).status).toBe(200)
  })

  test('RESET-04 SMS-04 is 500 at once while the gateway is down, and still 204 for a number without an account', async () => {
    holdTime(the.api)
    const { number } = await registered(the.api)
    const others = []
    for (let i = 0; i < 5; i++) others.push(await registered(the.api))
    the.api.world.answers.sms.status = 503
    await Promise.all(others.map((other) => recover(the.api, other.number)))
    // The five SMS have two more tries each, now or a few seconds later.
    const five = others.map((other) => other.number)
    const asked = the.api.world.timesAskedForSms(five)
    await expect(recover(the.api, number)).rejects.toMatchObject(NOT_SENT)
    expect(the.api.world.timesAskedForSms(five)).toBe(asked)
    expect((await recover(the.api, '+4915100000001')).status).toBe(204)

    the.api.world.answers.sms.status = 202
    the.api.clock.advance(30 * SECOND_MS)
    expect((await recover(the.api, number)).status).toBe(200)
  })
})

describe('while accounts are concealed', () => {
  const the = useTestApi({ ACCOUNT_EXISTENCE: 'conceal' })
  afterEach(() => {
    the.api.world.answers.sms = { status: 202, silent: false }
  })

  test('EXIST-03 X-05 RESET-04 a refused SMS is disclosed for no number', async () => {
    holdTime(the.api)
    const { number } = await registered(the.api)
    the.api.world.answers.sms.status = 422
    const answers = [await recover(the.api, number), await recover(the.api, '+4915100000002')]
    expect(answers.map(({ status, data }) => [status, data?.resend_after])).toEqual([
      [200, 60],
      [200, 60],
    ])
  })

  test('EXIST-03 SMS-18 an SMS that is given up is called sent, as one that there is not, and the cool-down stays', async () => {
    const { number } = await registered(the.api)
    the.api.world.answers.sms.status = 503
    const from = the.api.log.length
    const begun = [await recover(the.api, number), await recover(the.api, '+4915100000003')]
    const said = () =>
      Promise.all(
        begun.map(async ({ data }) => {
          expect(data).not.toHaveProperty('pending')
          return (await the.api.client('recoverDelivery', { params: { id: data?.pinId ?? '' } })).data
        }),
      )
    expect(new Set((await said()).map((one) => JSON.stringify(one))).size).toBe(1)
    const isGivenUp = () => the.api.log.slice(from).some((line) => line.includes('sms given up'))
    await expect.poll(isGivenUp, { timeout: 30_000 }).toBe(true)
    for (const one of await said()) {
      expect(one).toMatchObject({ sms: 'sent', restart: false })
      expect(one.resend_after).toBeGreaterThan(0)
    }
  })
})
