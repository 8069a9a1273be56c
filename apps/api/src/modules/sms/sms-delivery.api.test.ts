import { SECOND_MS } from '@avouch/contract'
import { afterEach, describe, expect, test } from 'vitest'
import {
  beginSignIn,
  confirmCode,
  digits,
  GOOD_PIN,
  newNumber,
  passwordGrant,
  registered,
  sendSignUp,
} from '#test/builders.ts'
import { tally, together } from '#test/together.ts'
import { holdTime, useTestApi } from '#test/use-test-api.ts'

const the = useTestApi({ SMS_TIMEOUT_MS: '2000' })
const preLogin = (number: string) => the.api.client('prelogin', { body: { phone: digits(number), pin: GOOD_PIN } })
const keysTo = (number: string) => the.api.world.sentTo(number).map(({ idempotency_key }) => idempotency_key)

afterEach(() => {
  the.api.world.answers.sms = { status: 202, silent: false }
})

/** Lets the gateway accept an SMS, which closes the circuit breaker. */
async function recover() {
  the.api.world.answers.sms = { status: 202, silent: false }
  the.api.clock.advance(30 * SECOND_MS)
  await registered(the.api)
}

describe('a message that the gateway accepts without an answer', () => {
  test('SMS-03 is sent again with the same idempotency key: the visitor continues and the phone shows one SMS', async () => {
    const { number } = await registered(the.api)
    the.api.world.answers.sms.silent = true
    const sent = await preLogin(number)
    expect(sent.status).toBe(200)
    the.api.world.answers.sms.silent = false
    await the.api.world.until(() => keysTo(number).length >= 3)
    const [, ...keys] = keysTo(number)
    expect([...new Set(keys)]).toEqual([`${sent.data?.pinId}:1:1`])
    await recover()
  })
})

describe('a gateway that fails once', () => {
  test.each([500, 503, 429])('SMS-02 SMS-03 with %s is called again a second later', async (status) => {
    const number = newNumber()
    await sendSignUp(the.api, number)
    const bearer = await passwordGrant(the.api, number, GOOD_PIN)
    the.api.world.answers.sms.status = status
    const asked = the.api.client('resendCode', { body: {} }, { bearer })
    await logged('sms not sent')
    the.api.world.answers.sms.status = 202
    const { data } = await asked
    // On a slow machine the answer does not wait for the second try.
    await the.api.world.until(() => the.api.world.sentTo(number).length > 0)
    const code = the.api.world.codeFor(number)
    expect((await confirmCode(the.api, { bearer, pinId: data.pinId, code })).user_id).toMatch(/^usr_/)
  })
})

/** Resolves when the server logs the text, from an offset of its log on. */
async function logged(words: string, from = the.api.log.length): Promise<void> {
  await expect.poll(() => the.api.log.slice(from).some((line) => line.includes(words)), { interval: 5 }).toBe(true)
}

describe('an SMS that is given up after the answer', () => {
  test('SMS-18 is said at the next poll, in a log-in as in a recovery, and another one may be asked for at once', async () => {
    const { number } = await registered(the.api)
    const [phone, other] = [newNumber(), await registered(the.api)]
    await sendSignUp(the.api, phone)
    const bearer = await passwordGrant(the.api, phone, GOOD_PIN)
    const delivery = (id: string) => the.api.client('codeDelivery', { params: { id } }, { bearer })
    const ofRecovery = (id: string) => the.api.client('recoverDelivery', { params: { id } })
    the.api.world.answers.sms.status = 503
    const asked = [
      the.api.client('resendCode', { body: {} }, { bearer }),
      the.api.client('recoverCode', { body: { phone: digits(number), language: 'en' } }),
      preLogin(other.number),
    ] as const
    const [signedUp, recovered, loggedIn] = await Promise.all(asked)
    for (const { data } of [signedUp, recovered, loggedIn]) expect(data).toMatchObject({ pending: true })
    const [pinId, resetId] = [signedUp.data.pinId, recovered.data?.pinId ?? '']
    expect((await delivery(pinId)).data).toMatchObject({ sms: 'pending', restart: false })

    await expect.poll(async () => (await delivery(pinId)).data.sms, { timeout: 30_000 }).toBe('given_up')
    await expect.poll(async () => (await ofRecovery(resetId)).data.sms, { timeout: 30_000 }).toBe('given_up')
    expect((await ofRecovery(resetId)).data).toEqual({ sms: 'given_up', resend_after: 0, restart: false })

    the.api.world.answers.sms.status = 202
    the.api.clock.advance(30 * SECOND_MS)
    const again = await the.api.client('resendCode', { body: { pinId } }, { bearer })
    expect(again.data).toEqual({ pinId, form: 'digits', resend_after: 60 })
    expect((await delivery(pinId)).data).toMatchObject({ sms: 'sent', restart: false })
    const code = the.api.world.codeFor(phone)
    expect((await confirmCode(the.api, { bearer, pinId, code })).user_id).toMatch(/^usr_/)
  })

  test('SMS-18 X-01 what became of an SMS is said to the browser and the sign-in that it is for alone', async () => {
    const mine = await beginSignIn(the.api, (await registered(the.api)).number, GOOD_PIN)
    const other = await beginSignIn(the.api, (await registered(the.api)).number, GOOD_PIN)
    const ask = (bearer: string) => the.api.client('codeDelivery', { params: { id: mine.pinId } }, { bearer })
    expect((await ask(mine.bearer)).data).toMatchObject({ sms: 'sent' })
    const unknown = { status: 422, code: 'wrong_sms_code' }
    await expect(ask(other.bearer)).rejects.toMatchObject(unknown)
    const asReset = the.api.client('recoverDelivery', { params: { id: mine.pinId } })
    await expect(asReset).rejects.toMatchObject(unknown)
  })
})

describe('a gateway that is down', () => {
  test('SMS-04 is not called after five failures: refusals come at once, codes that were sent stay valid', async () => {
    holdTime(the.api)
    const visitors = []
    for (let i = 0; i < 5; i++) visitors.push(await registered(the.api))
    const begun = await beginSignIn(the.api, (await registered(the.api)).number, GOOD_PIN)
    const late = await registered(the.api)
    the.api.clock.advance(61 * SECOND_MS)
    the.api.world.answers.sms.status = 503
    const outcomes = await together(
      visitors.map(
        ({ number }) =>
          async () =>
            (await preLogin(number)).status,
      ),
    )
    expect(tally(outcomes)).toEqual({ ok: 5 })

    // The five SMS have two more tries each, now or a few seconds later.
    const five = visitors.map(({ number }) => number)
    const asked = the.api.world.timesAskedForSms(five)
    await expect(preLogin(late.number)).rejects.toMatchObject({ status: 500, code: 'cannot_send_sms' })
    const again = the.api.client('resendCode', { body: { pinId: begun.pinId } }, begun)
    await expect(again).rejects.toMatchObject({ status: 500, code: 'cannot_send_sms' })
    expect(the.api.world.timesAskedForSms(five)).toBe(asked)
    expect((await confirmCode(the.api, begun)).user_id).toMatch(/^usr_/)
    expect((await the.api.client('me', {}, { bearer: late.bearer })).status).toBe(200)

    await recover()
    expect((await preLogin(late.number)).status).toBe(200)
  })
})

describe('a process that ends', () => {
  // The server restarts, which is slow on a busy machine.
  test('SMS-05 leaves its unsent SMS to the next one', async () => {
    const { number } = await registered(the.api)
    the.api.world.answers.sms.status = 503
    const from = the.api.log.length
    const sent = await preLogin(number)
    expect(sent.status).toBe(200)
    await logged('/prelogin', from)
    const restarted = the.api.restart()
    the.api.world.answers.sms.status = 202
    await restarted
    await the.api.world.until(() => keysTo(number).length >= 2)
    expect(keysTo(number)[1]).toBe(`${sent.data?.pinId}:1:1`)
  })
})
