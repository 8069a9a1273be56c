import { HOUR_MS, MINUTE_MS, SECOND_MS } from '@avouch/contract'
import { describe, expect, test } from 'vitest'
import {
  beginSignIn,
  confirmCode,
  digits,
  GOOD_PIN,
  newBrowser,
  OTHER_PIN,
  passwordGrant,
  provenNumber,
  registered,
  signInOn,
} from '#test/builders.ts'
import { holdTime, useTestApi } from '#test/use-test-api.ts'

const DAY_MS = 24 * HOUR_MS
/** One of five places of a day comes back. */
const PLACE_MS = DAY_MS / 5
const WRONG = { status: 422, code: 'wrong_sms_code' }
const the = useTestApi()

type Begun = Awaited<ReturnType<typeof beginSignIn>>

/** For each wrong code, whether the answer says that no try is left. */
async function spend(begun: Begun, tries: number): Promise<unknown[]> {
  const guesses = ['1', '2', '3', '4', '5', '6'].map((digit) => digit.repeat(6)).filter((guess) => guess !== begun.code)
  const ends: unknown[] = []
  for (const code of guesses.slice(0, tries)) {
    const refusal = await confirmCode(the.api, { ...begun, code }).catch((error: unknown) => error)
    expect(refusal).toMatchObject(WRONG)
    ends.push((refusal as { problem: { restart: boolean } }).problem.restart)
  }
  return ends
}

/** Wrong codes of log-ins, three for each of them at most. */
async function wrongCodes(number: string, count: number, cookie?: string) {
  for (let left = count; left > 0; left -= 3) await spend(await begin(number, cookie), Math.min(3, left))
}

async function atHome() {
  const [{ number, tokens }, cookie] = [await registered(the.api), newBrowser()]
  the.api.clock.advance(2 * MINUTE_MS)
  await signInOn(the.api, cookie, number)
  return { number, cookie, userId: tokens.user_id }
}
const begin = (number: string, cookie?: string) => {
  the.api.clock.advance(2 * MINUTE_MS)
  return beginSignIn(the.api, number, GOOD_PIN, cookie)
}
/** What an SMS for a log-in has at the moment: six digits, or a link. */
async function formFor(number: string, cookie?: string): Promise<string | undefined> {
  the.api.clock.advance(2 * MINUTE_MS)
  const body = { phone: digits(number), pin: GOOD_PIN }
  return (await the.api.client('prelogin', { body }, { cookie })).data?.form
}
async function untilTold(number: string, text: string) {
  await the.api.world.until(() => the.api.world.sentTo(number).some((sms) => sms.text === text))
  return the.api.world.sentTo(number).filter((sms) => sms.text === text).length
}
const TOLD = 'Many wrong codes were typed in for your Avouch account. If this was not you, choose another PIN.'
const PIN_CLOSED = 'Too many wrong codes: your Avouch PIN is locked. Choose another one with "Forgot your PIN?".'

describe('wrong codes in browsers that the account does not know', () => {
  test('CODE-09 CODE-17 five use up the digits there, until one place after the other is back', async () => {
    holdTime(the.api)
    const { number } = await atHome()
    await wrongCodes(number, 3)
    const last = await begin(number, newBrowser())
    expect(await spend(last, 2)).toEqual([false, true])
    expect(await formFor(number)).toBe('link')
    the.api.clock.advance(PLACE_MS - 10 * MINUTE_MS)
    expect(await formFor(number)).toBe('link')
    the.api.clock.advance(10 * MINUTE_MS)
    expect(await spend(await begin(number), 1)).toEqual([true])
    expect(await formFor(number)).toBe('link')
    the.api.clock.advance(DAY_MS)
    expect(await spend(await begin(number), 3)).toEqual([false, false, false])
    expect((await confirmCode(the.api, await begin(number))).user_id).toMatch(/^usr_/)
  })

  test('CODE-09 SMS-13 the holder hears of it, at most once a day', async () => {
    the.api.clock.toNextDay()
    const { number } = await atHome()
    await wrongCodes(number, 5)
    the.api.clock.advance(PLACE_MS)
    await wrongCodes(number, 1)
    expect(await untilTold(number, TOLD)).toBe(1)
    the.api.clock.advance(DAY_MS)
    await wrongCodes(number, 5)
    await the.api.world.until(() => the.api.world.sentTo(number).filter(({ text }) => text === TOLD).length === 2)
  })

  test('CODE-09 CODE-08 no digits that were sent before are compared then, right or wrong, nor sent once more', async () => {
    const { number } = await atHome()
    await wrongCodes(number, 3)
    const begun = await begin(number)
    expect(await spend(begun, 2)).toEqual([false, true])
    await expect(confirmCode(the.api, begun)).rejects.toMatchObject({ ...WRONG, problem: { restart: true } })
    the.api.clock.advance(MINUTE_MS)
    const more = the.api.client('resendCode', { body: { pinId: begun.pinId } }, begun)
    await expect(more).rejects.toMatchObject({ ...WRONG, problem: { restart: true } })
  })

  test('CODE-09 the owner continues in a known browser, which gives strangers no place back', async () => {
    const { number, cookie, userId } = await atHome()
    await wrongCodes(number, 4)
    expect((await confirmCode(the.api, await begin(number, cookie))).user_id).toBe(userId)
    expect(await spend(await begin(number), 1)).toEqual([true])
    expect(await formFor(number)).toBe('link')
    expect((await confirmCode(the.api, await begin(number, cookie))).user_id).toBe(userId)
    expect(await formFor(number)).toBe('link')
  })

  test('CODE-09 a right code gives its own place back, and no other', async () => {
    const { number } = await atHome()
    await wrongCodes(number, 3)
    for (let i = 0; i < 3; i++) await confirmCode(the.api, await begin(number))
    expect(await spend(await begin(number), 2)).toEqual([false, true])
  })

  test('CODE-09 those of log-ins and of resets count together, and another PIN sets none of them back', async () => {
    const { number, cookie } = await atHome()
    await wrongCodes(number, 3)
    the.api.clock.advance(2 * MINUTE_MS)
    const body = { phone: digits(number), language: 'en' } as const
    const { data } = await the.api.client('recoverCode', { body })
    for (const code of ['777777', '888888'].filter((one) => one !== the.api.world.codeFor(number)))
      await the.api.client('recoverVerify', { body: { pinId: data?.pinId ?? '', code } }).catch(() => undefined)
    expect(await formFor(number)).toBe('link')
    await newPin(number, cookie)
    const pin = { phone: digits(number), pin: OTHER_PIN }
    expect((await the.api.client('prelogin', { body: pin })).data?.form).toBe('link')
    const begun = await beginSignIn(the.api, number, OTHER_PIN, cookie)
    expect((await confirmCode(the.api, begun)).user_id).toMatch(/^usr_/)
  })
})

describe('wrong codes in a browser that the account knows', () => {
  test('CODE-09 CODE-15 CODE-17 five use up the digits in it alone', async () => {
    const { number, cookie } = await atHome()
    await wrongCodes(number, 3, cookie)
    expect(await spend(await begin(number, cookie), 2)).toEqual([false, true])
    expect(await formFor(number, cookie)).toBe('link')
    expect(await formFor(number)).toBe('digits')
  })
})

describe('fifteen wrong codes of log-ins in a row', () => {
  /** Three days of wrong codes in one browser. */
  async function guessed(number: string, count: number, cookie: string) {
    for (let left = count; left > 0; left -= 5) {
      the.api.clock.advance(DAY_MS + SECOND_MS)
      await wrongCodes(number, Math.min(5, left), cookie)
    }
  }

  test('CODE-16 invalidate the PIN in every browser until another one is set; the holder gets one SMS about it', async () => {
    const { number, cookie } = await atHome()
    await wrongCodes(number, 4)
    await guessed(number, 10, cookie)
    the.api.clock.advance(DAY_MS)
    const last = await begin(number, cookie)
    expect(await spend(last, 1)).toEqual([true])
    await expect(confirmCode(the.api, last)).rejects.toMatchObject({ ...WRONG, problem: { restart: true } })
    the.api.clock.advance(30 * DAY_MS)
    const pin = { phone: digits(number), pin: GOOD_PIN }
    for (const browser of [cookie, newBrowser(), undefined]) {
      const refused = { status: 401, code: 'wrong_login_info' }
      await expect(the.api.client('prelogin', { body: pin }, { cookie: browser })).rejects.toMatchObject(refused)
      await expect(passwordGrant(the.api, number, GOOD_PIN, browser)).rejects.toMatchObject({ code: 'invalid_grant' })
    }
    expect(await untilTold(number, PIN_CLOSED)).toBe(1)

    await newPin(number, cookie)
    const begun = await beginSignIn(the.api, number, OTHER_PIN, cookie)
    expect((await confirmCode(the.api, begun)).user_id).toMatch(/^usr_/)
  })

  test('CODE-16 a right code in any browser resets the count', async () => {
    const { number, cookie } = await atHome()
    for (let i = 0; i < 2; i++) {
      await guessed(number, 14, cookie)
      await confirmCode(the.api, await begin(number, newBrowser()))
    }
    expect((await confirmCode(the.api, await begin(number, cookie))).user_id).toMatch(/^usr_/)
  })

  test('CODE-16 CODE-15 do not include codes of resets', async () => {
    const { number, cookie } = await atHome()
    await guessed(number, 14, cookie)
    the.api.clock.advance(DAY_MS)
    const { data } = await the.api.client(
      'recoverCode',
      { body: { phone: digits(number), language: 'en' } },
      { cookie },
    )
    const wrong = { pinId: data?.pinId ?? '', code: the.api.world.codeFor(number) === '000000' ? '111111' : '000000' }
    await expect(the.api.client('recoverVerify', { body: wrong }, { cookie })).rejects.toMatchObject(WRONG)
    expect((await confirmCode(the.api, await begin(number, cookie))).user_id).toMatch(/^usr_/)
  })
})

async function newPin(number: string, cookie: string) {
  the.api.clock.advance(2 * MINUTE_MS)
  const recoverPinToken = await provenNumber(the.api, number, cookie)
  const body = { phone: digits(number), pin: OTHER_PIN, recoverPinToken }
  await the.api.client('changePin', { body }, { cookie })
  the.api.clock.advance(2 * MINUTE_MS)
}
