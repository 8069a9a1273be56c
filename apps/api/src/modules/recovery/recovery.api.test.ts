import { MINUTE_MS, SECOND_MS } from '@avouch/contract'
import { describe, expect, test } from 'vitest'
import {
  beginSignIn,
  confirmCode,
  digits,
  GOOD_PIN,
  newBrowser,
  newNumber,
  OTHER_PIN,
  otherThan,
  passwordGrant,
  refresh,
  registered,
  signUp,
} from '#test/builders.ts'
import { holdTime, useTestApi } from '#test/use-test-api.ts'

const TOKEN_LIFE_MS = 10 * MINUTE_MS
const the = useTestApi()

const sendCode = (number: string) => the.api.client('recoverCode', { body: { phone: digits(number), language: 'de' } })
const verify = (pinId: string, code: string) => the.api.client('recoverVerify', { body: { pinId, code } })
const change = (number: string, recoverPinToken: string, pin = OTHER_PIN) =>
  the.api.client('changePin', { body: { phone: digits(number), pin, recoverPinToken } })

async function codeSent(number: string) {
  const { data } = await sendCode(number)
  if (data === undefined) throw new Error('no code was sent')
  return { pinId: data.pinId, resendAfter: data.resend_after, code: the.api.world.codeFor(number) }
}
async function proven(number: string): Promise<string> {
  const { pinId, code } = await codeSent(number)
  return (await verify(pinId, code)).data.recoverPinToken
}

describe('requesting the recovery code', () => {
  test('RESET-04 200 sends an SMS in the language of the screen', async () => {
    holdTime(the.api)
    const { number } = await registered(the.api)
    expect(await codeSent(number)).toMatchObject({ resendAfter: 60 })
    expect(the.api.world.sentTo(number).at(-1)?.text).toContain('Avouch-Code')
  })

  test('RESET-04 ERR-07 204 for a number without an account, confirmed or not', async () => {
    const { number } = await signUp(the.api)
    for (const unknown of [newNumber(), number]) {
      expect((await sendCode(unknown)).status).toBe(204)
      expect((await the.api.client('prechangePin', { body: { phone: digits(unknown) } })).status).toBe(204)
    }
  })

  test('RESET-01 checks the number before the new PIN is requested', async () => {
    const { number } = await registered(the.api)
    const sms = the.api.world.sentTo(number).length
    const found = await the.api.client('prechangePin', { body: { phone: digits(number) } })
    expect(found).toEqual({ status: 200, data: { found: true } })
    expect(the.api.world.sentTo(number)).toHaveLength(sms)
  })

  test('CODE-07 again within the cool-down sends nothing', async () => {
    const { number } = await registered(the.api)
    const first = await codeSent(number)
    const sms = the.api.world.sentTo(number).length
    expect((await codeSent(number)).pinId).toBe(first.pinId)
    expect(the.api.world.sentTo(number)).toHaveLength(sms)
  })
})

describe('requesting it again', () => {
  test('CODE-07 CODE-06 sends the same code, with the same tries, after the usual cool-downs', async () => {
    holdTime(the.api)
    const { number } = await registered(the.api)
    const first = await codeSent(number)
    await verify(first.pinId, otherThan(first.code)).catch(() => undefined)
    const waits = [first.resendAfter]
    for (const wait of [60, 60]) {
      the.api.clock.advance(wait * SECOND_MS)
      const again = await codeSent(number)
      expect(again).toMatchObject({ pinId: first.pinId, code: first.code })
      waits.push(again.resendAfter)
    }
    expect(waits).toEqual([60, 60, 120])
    expect((await verify(first.pinId, first.code)).data.recoverPinToken).toMatch(/^avrc_/)
  })

  test('CODE-07 DEVICE-07 in another browser gives another code', async () => {
    const { number } = await registered(the.api)
    const [one, other] = [newBrowser(), newBrowser()]
    const recover = (cookie: string) =>
      the.api.client('recoverCode', { body: { phone: digits(number), language: 'en' } }, { cookie })
    const first = await recover(one)
    the.api.clock.advance(MINUTE_MS)
    expect((await recover(other)).data?.pinId).not.toBe(first.data?.pinId)
  })

  test('CODE-07 after the fourth send, and after five wrong codes, gives another code', async () => {
    const { number } = await registered(the.api)
    const first = await codeSent(number)
    for (const guess of ['1', '2', '3', '4', '5', '6'].map((digit) => digit.repeat(6)))
      if (guess !== first.code) await verify(first.pinId, guess).catch(() => undefined)
    the.api.clock.advance(MINUTE_MS)
    const second = await codeSent(number)
    expect(second.pinId).not.toBe(first.pinId)
    for (const wait of [60, 60, 120]) {
      the.api.clock.advance(wait * SECOND_MS)
      expect((await codeSent(number)).pinId).toBe(second.pinId)
    }
    the.api.clock.advance(300 * SECOND_MS)
    expect((await codeSent(number).catch((error: unknown) => error)) as object).not.toMatchObject({
      pinId: second.pinId,
    })
  })
})

describe('confirming the code', () => {
  test('CODE-06 CODE-08 ends with five wrong ones, which all get the same answer', async () => {
    const { number } = await registered(the.api)
    const { pinId, code } = await codeSent(number)
    for (let i = 0; i < 5; i++) {
      const guess = String(i).repeat(6)
      if (guess !== code) await expect(verify(pinId, guess)).rejects.toMatchObject({ code: 'wrong_sms_code' })
    }
    await verify(pinId, otherThan(code)).catch(() => undefined)
    await expect(verify(pinId, code)).rejects.toMatchObject({ code: 'wrong_sms_code', problem: { restart: true } })
  })

  test('CODE-08 P-08 does not accept a log-in code, and its code does not log in', async () => {
    const { number } = await registered(the.api)
    const login = await beginSignIn(the.api, number, GOOD_PIN)
    await expect(verify(login.pinId, login.code)).rejects.toMatchObject({ code: 'wrong_sms_code' })
    const reset = await codeSent(number)
    const crossed = confirmCode(the.api, { bearer: login.bearer, pinId: reset.pinId, code: reset.code })
    await expect(crossed).rejects.toMatchObject({ code: 'wrong_sms_code' })
  })

  test('CODE-08 answers an unknown challenge like a wrong code', async () => {
    await expect(verify('sms_AAAAAAAAAAAAAAAAAAAAAA', '123456')).rejects.toMatchObject({ code: 'wrong_sms_code' })
  })

  test('CODE-06 works once', async () => {
    const { number } = await registered(the.api)
    const { pinId, code } = await codeSent(number)
    await verify(pinId, code)
    the.api.clock.advance(MINUTE_MS)
    await expect(verify(pinId, code)).rejects.toMatchObject({ code: 'wrong_sms_code' })
  })

  test('RESET-08 R-02 the browser that lost the answer gets the same proof within a minute, and no other does', async () => {
    const { number } = await registered(the.api)
    const [here, elsewhere] = [newBrowser(), newBrowser()]
    const body = { phone: digits(number), language: 'de' } as const
    const pinId = (await the.api.client('recoverCode', { body }, { cookie: here })).data?.pinId ?? ''
    const code = the.api.world.codeFor(number)
    const again = (guess: string, cookie?: string) =>
      the.api.client('recoverVerify', { body: { pinId, code: guess } }, { cookie })
    const first = (await again(code, here)).data.recoverPinToken
    the.api.clock.advance(59 * SECOND_MS)
    expect((await again(code, here)).data.recoverPinToken).toBe(first)
    for (const [guess, cookie] of [[code, elsewhere], [code], [otherThan(code), here]] as const)
      await expect(again(guess, cookie)).rejects.toMatchObject({ code: 'wrong_sms_code' })
    const changed = { phone: digits(number), pin: OTHER_PIN, recoverPinToken: first }
    expect((await the.api.client('changePin', { body: changed }, { cookie: here })).status).toBe(200)
    await expect(again(code, here)).rejects.toMatchObject({ code: 'wrong_sms_code' })
  })
})

describe('changing the PIN', () => {
  test('RESET-06 the new PIN logs in, the old one does not, and every session has ended', async () => {
    const { number, bearer, tokens } = await registered(the.api)
    expect(await change(number, await proven(number))).toEqual({ status: 200, data: { changed: true } })
    await expect(the.api.client('me', {}, { bearer })).rejects.toMatchObject({ code: 'invalid_token' })
    await expect(refresh(the.api, tokens.refresh_token)).rejects.toMatchObject({ code: 'invalid_grant' })
    await expect(passwordGrant(the.api, number, GOOD_PIN)).rejects.toMatchObject({ code: 'invalid_grant' })
    expect(await passwordGrant(the.api, number, OTHER_PIN)).toMatch(/^avat_/)
  })

  test('SMS-12 sends an SMS to the number, in its language and without the PIN', async () => {
    const { number, bearer } = await registered(the.api)
    await the.api.client('updateLanguage', { body: { language: 'de' } }, { bearer })
    await change(number, await proven(number))
    const last = () => the.api.world.sentTo(number).at(-1)?.text ?? ''
    await the.api.world.until(() => last().includes('geändert'))
    expect(last()).toBe('Die PIN deines Kontos bei Avouch wurde geändert. Warst du es nicht, wähle sofort eine neue.')
  })

  test('RESET-05 PIN-06 refuses a PIN that is too easy before the proof is used up', async () => {
    const { number } = await registered(the.api)
    const token = await proven(number)
    await expect(change(number, token, '1234')).rejects.toMatchObject({ status: 400, code: 'invalid_pin' })
    expect((await change(number, token)).status).toBe(200)
  })

  test("RESET-07 refuses the account's current PIN before the proof is used up", async () => {
    const { number, bearer } = await registered(the.api)
    const token = await proven(number)
    await expect(change(number, token, GOOD_PIN)).rejects.toMatchObject({ status: 400, code: 'same_pin' })
    expect((await the.api.client('me', {}, { bearer })).status).toBe(200)
    expect((await change(number, token)).status).toBe(200)
  })

  test("RESET-07 does not disclose the account's PIN", async () => {
    const [one, other] = [await registered(the.api), await registered(the.api)]
    const token = await proven(one.number)
    for (const [number, shown] of [
      [other.number, token],
      [one.number, `${token.slice(0, -4)}AAAA`],
    ] as const)
      await expect(change(number, shown, GOOD_PIN)).rejects.toMatchObject({ code: 'wrong_verification' })
    expect((await change(one.number, token)).status).toBe(200)
    await expect(change(one.number, token, OTHER_PIN)).rejects.toMatchObject({ code: 'wrong_verification' })
  })

  test('RESET-06 a proof works once, for its own number, and for ten minutes', async () => {
    holdTime(the.api)
    const [one, other] = [await registered(the.api), await registered(the.api)]
    const token = await proven(one.number)
    const refused = { status: 422, code: 'wrong_verification' }
    await expect(change(other.number, token)).rejects.toMatchObject(refused)
    await expect(change(one.number, 'avrc_made-up')).rejects.toMatchObject(refused)
    the.api.clock.advance(TOKEN_LIFE_MS - 10 * SECOND_MS)
    await change(one.number, token)
    await expect(change(one.number, token)).rejects.toMatchObject(refused)
    const late = await proven(other.number)
    the.api.clock.advance(TOKEN_LIFE_MS)
    await expect(change(other.number, late)).rejects.toMatchObject(refused)
  })

  test('RESET-06 lifts the lockout of wrong PINs', async () => {
    const { number } = await registered(the.api)
    for (let i = 0; i < 5; i++)
      await expect(passwordGrant(the.api, number, '0000')).rejects.toMatchObject({ code: 'invalid_grant' })
    await expect(passwordGrant(the.api, number, GOOD_PIN)).rejects.toMatchObject({ code: 'invalid_grant' })
    await change(number, await proven(number))
    expect(await passwordGrant(the.api, number, OTHER_PIN)).toMatch(/^avat_/)
  })

  test('RESET-06 ends a sign-in that the old PIN had begun', async () => {
    const { number } = await registered(the.api)
    const begun = await beginSignIn(the.api, number, GOOD_PIN)
    await change(number, await proven(number))
    await expect(confirmCode(the.api, begun)).rejects.toMatchObject({ status: 401 })
  })
})
