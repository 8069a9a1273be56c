import { MINUTE_MS, SECOND_MS } from '@avouch/contract'
import { describe, expect, test } from 'vitest'
import {
  beginSignIn,
  confirmCode,
  digits,
  GOOD_PIN,
  newBrowser,
  OTHER_PIN,
  otherThan,
  passwordGrant,
  provenNumber,
  registered,
  signUp,
} from '#test/builders.ts'
import { holdTime, useTestApi } from '#test/use-test-api.ts'

const the = useTestApi({ LIMITS: 'sms.number.strangers=5/12/day' })

type Begun = { bearer: string; pinId: string; code: string; cookie?: string | undefined }
const cancel = ({ pinId }: Begun, by: { bearer: string; cookie?: string | undefined }) =>
  the.api.client('cancelCode', { body: { pinId } }, by)
const DEAD = { status: 422, code: 'wrong_sms_code', problem: { restart: true } }
const ENDED = { status: 204 }

async function recoveryBegun(cookie?: string) {
  const { number } = await registered(the.api)
  const { data } = await the.api.client('recoverCode', { body: { phone: digits(number), language: 'en' } }, { cookie })
  return { number, pinId: data?.pinId ?? '', code: the.api.world.codeFor(number) }
}
const cancelRecovery = (pinId: string, cookie?: string) =>
  the.api.client('recoverCancel', { body: { pinId } }, { cookie })
const verifyRecovery = (pinId: string, code: string, cookie?: string) =>
  the.api.client('recoverVerify', { body: { pinId, code } }, { cookie })

describe('correcting the number', () => {
  test('CODE-10 CODE-08 kills its code, right or wrong, and the next one', async () => {
    const begun = await signUp(the.api)
    expect(await cancel(begun, begun)).toMatchObject(ENDED)
    await expect(confirmCode(the.api, begun)).rejects.toMatchObject(DEAD)
    await expect(confirmCode(the.api, { ...begun, code: otherThan(begun.code) })).rejects.toMatchObject(DEAD)
    the.api.clock.advance(MINUTE_MS)
    const resend = the.api.client('resendCode', { body: { pinId: begun.pinId } }, begun)
    await expect(resend).rejects.toMatchObject(DEAD)
    expect(the.api.world.sentTo(begun.number)).toHaveLength(1)
  })

  test('CODE-10 gets the same answer when repeated, and for a sign-in that does not exist', async () => {
    const begun = await signUp(the.api)
    for (const pinId of [begun.pinId, begun.pinId, 'sms_AAAAAAAAAAAAAAAAAAAAAA'])
      expect(await cancel({ ...begun, pinId }, begun)).toMatchObject(ENDED)
  })

  test('CODE-10 after the code was confirmed keeps the session', async () => {
    const begun = await signUp(the.api)
    const { access_token } = await confirmCode(the.api, begun)
    await cancel(begun, begun).catch(() => undefined)
    expect((await the.api.client('me', {}, { bearer: access_token })).status).toBe(200)
    expect((await confirmCode(the.api, begun)).user_id).toMatch(/^usr_/)
  })

  test("CODE-10 X-01 DEVICE-07 cannot end another user's code, nor one of another browser", async () => {
    const { number } = await registered(the.api)
    the.api.clock.advance(MINUTE_MS)
    const cookie = newBrowser()
    const begun = await beginSignIn(the.api, number, GOOD_PIN, cookie)
    await cancel(begun, await signUp(the.api))
    const elsewhere = newBrowser()
    await cancel(begun, { bearer: await passwordGrant(the.api, number, GOOD_PIN, elsewhere), cookie: elsewhere })
    expect((await confirmCode(the.api, begun)).user_id).toMatch(/^usr_/)
  })

  test('CODE-10 CODE-09 keeps the count of tries', async () => {
    const { number } = await registered(the.api)
    for (const tries of [3, 2]) {
      the.api.clock.advance(MINUTE_MS)
      const begun = await beginSignIn(the.api, number, GOOD_PIN)
      const codes = ['1', '2', '3', '4'].map((one) => one.repeat(6)).filter((one) => one !== begun.code)
      for (const code of codes.slice(0, tries)) await confirmCode(the.api, { ...begun, code }).catch(() => undefined)
      await cancel(begun, begun)
    }
    const body = { phone: digits(number), pin: GOOD_PIN }
    expect((await the.api.client('prelogin', { body })).data?.form).toBe('link')
  })

  test('CODE-10 CODE-07 keeps the cool-down: within it the same code is valid again', async () => {
    holdTime(the.api)
    const { number } = await registered(the.api)
    const sms = () => the.api.world.sentTo(number).length
    const before = sms()
    const first = await beginSignIn(the.api, number, GOOD_PIN)
    for (let again = 0; again < 5; again++) {
      await cancel(first, first)
      the.api.clock.advance(10 * SECOND_MS)
      expect(await beginSignIn(the.api, number, GOOD_PIN)).toMatchObject({
        pinId: first.pinId,
        resendAfter: 50 - 10 * again,
        code: first.code,
      })
    }
    expect(sms()).toBe(before + 1)
    await cancel(first, first)
    the.api.clock.advance(10 * SECOND_MS)
    expect((await beginSignIn(the.api, number, GOOD_PIN)).pinId).not.toBe(first.pinId)
    expect(sms()).toBe(before + 2)
    await expect(confirmCode(the.api, first)).rejects.toMatchObject(DEAD)
  })

  test('CODE-10 CODE-07 sends no SMS when the same sign-in requests a code again', async () => {
    holdTime(the.api)
    const begun = await signUp(the.api)
    await cancel(begun, begun)
    const { data } = await the.api.client('resendCode', { body: {} }, begun)
    expect(data).toEqual({ pinId: begun.pinId, resend_after: 60, form: 'digits' })
    expect(the.api.world.sentTo(begun.number)).toHaveLength(1)
    expect((await confirmCode(the.api, begun)).user_id).toMatch(/^usr_/)
  })

  test('CODE-10 leaves a code that was requested later alive', async () => {
    const { number } = await registered(the.api)
    const first = await beginSignIn(the.api, number, GOOD_PIN)
    the.api.clock.advance(MINUTE_MS)
    const second = await beginSignIn(the.api, number, GOOD_PIN)
    await cancel(first, first)
    expect((await confirmCode(the.api, second)).user_id).toMatch(/^usr_/)
  })

  test('CODE-10 RESET-06 ends the code for good once another PIN is set', async () => {
    const { number } = await registered(the.api)
    const first = await beginSignIn(the.api, number, GOOD_PIN)
    await cancel(first, first)
    const recoverPinToken = await provenNumber(the.api, number)
    await the.api.client('changePin', { body: { phone: digits(number), pin: OTHER_PIN, recoverPinToken } })
    const second = await beginSignIn(the.api, number, OTHER_PIN)
    expect(second.pinId).not.toBe(first.pinId)
  })

  test('CODE-10 SMS-07 keeps the count of SMS', async () => {
    const { number } = await registered(the.api)
    for (let signIns = 0; signIns < 5; signIns++) {
      const begun = await beginSignIn(the.api, number, GOOD_PIN)
      await cancel(begun, begun)
      the.api.clock.advance(MINUTE_MS)
    }
    await expect(beginSignIn(the.api, number, GOOD_PIN)).rejects.toMatchObject({ code: 'too_many_requests' })
  })

  test('CODE-10 AUDIT-04 is recorded once', async () => {
    const { number, pin } = await registered(the.api)
    const begun = await beginSignIn(the.api, number, pin)
    await cancel(begun, begun)
    await cancel(begun, begun)
    const { access_token: bearer } = await confirmCode(the.api, await beginSignIn(the.api, number, pin))
    const { security_events } = (await the.api.client('exportData', {}, { bearer })).data
    expect(security_events.filter(({ type }) => type === 'otp.cancelled')).toHaveLength(1)
  })
})

describe('correcting the number of a recovery', () => {
  test('CODE-10 kills its code, and gets the same answer every time', async () => {
    const { pinId, code } = await recoveryBegun()
    for (const id of [pinId, pinId, 'sms_AAAAAAAAAAAAAAAAAAAAAA']) expect(await cancelRecovery(id)).toMatchObject(ENDED)
    await expect(verifyRecovery(pinId, code)).rejects.toMatchObject(DEAD)
  })

  test('CODE-10 CODE-07 keeps the cool-down before the next SMS', async () => {
    holdTime(the.api)
    const { number, pinId, code } = await recoveryBegun()
    await cancelRecovery(pinId)
    const sms = the.api.world.sentTo(number).length
    const { data } = await the.api.client('recoverCode', { body: { phone: digits(number), language: 'en' } })
    expect(data).toEqual({ pinId, resend_after: 60, form: 'digits' })
    expect(the.api.world.sentTo(number)).toHaveLength(sms)
    expect((await verifyRecovery(pinId, code)).data.recoverPinToken).toMatch(/^avrc_/)
  })

  test('CODE-10 DEVICE-07 works in no other browser, and ends no sign-in', async () => {
    const cookie = newBrowser()
    const { pinId, code } = await recoveryBegun(cookie)
    await cancelRecovery(pinId, newBrowser())
    expect((await verifyRecovery(pinId, code, cookie)).data.recoverPinToken).toMatch(/^avrc_/)
    const begun = await signUp(the.api)
    await cancelRecovery(begun.pinId)
    expect((await confirmCode(the.api, begun)).user_id).toMatch(/^usr_/)
  })
})
