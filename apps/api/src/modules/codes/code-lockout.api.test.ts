import { HOUR_MS, MINUTE_MS } from '@avouch/contract'
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
import { useTestApi } from '#test/use-test-api.ts'

const DAY_MS = 24 * HOUR_MS
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

async function wrongCodes(number: string, count: number, cookie?: string) {
  for (let left = count; left > 0; left -= 5) {
    the.api.clock.advance(2 * MINUTE_MS)
    await spend(await beginSignIn(the.api, number, GOOD_PIN, cookie), Math.min(5, left))
  }
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
const TOLD = 'Many wrong codes were typed in for your Avouch account. If it was not you, choose another PIN.'
const PIN_CLOSED = 'Too many wrong codes: your Avouch PIN is closed. Choose another one with Forgot PIN.'

describe('wrong codes of log-ins in browsers that the account does not know', () => {
  test('CODE-09 CODE-17 SMS-13 ten within a day end digits there for a day, and ten more for three days', async () => {
    const { number, cookie } = await atHome()
    for (const days of [1, 3, 3]) {
      await wrongCodes(number, 5)
      const last = await begin(number, newBrowser())
      expect(await spend(last, 5)).toEqual([false, false, false, false, true])
      expect(await formFor(number)).toBe('link')
      // A right code in a known browser between them, so that fifteen in a row (CODE-16) is not reached first.
      await confirmCode(the.api, await begin(number, cookie))
      the.api.clock.advance(days * DAY_MS - HOUR_MS)
      expect(await formFor(number)).toBe('link')
      the.api.clock.advance(HOUR_MS)
    }
    expect((await confirmCode(the.api, await begin(number))).user_id).toMatch(/^usr_/)
    expect(await untilTold(number, TOLD)).toBe(3)
  })

  test('CODE-09 CODE-08 the lockout also kills codes that were sent before, right or wrong', async () => {
    const { number } = await atHome()
    await wrongCodes(number, 8)
    const begun = await begin(number)
    expect(await spend(begun, 2)).toEqual([false, true])
    await expect(confirmCode(the.api, begun)).rejects.toMatchObject({ ...WRONG, problem: { restart: true } })
    the.api.clock.advance(MINUTE_MS)
    const more = the.api.client('resendCode', { body: { pinId: begun.pinId } }, begun)
    await expect(more).rejects.toMatchObject({ ...WRONG, problem: { restart: true } })
  })

  test('CODE-09 the owner continues in a known browser, which does not reset the count', async () => {
    const { number, cookie, userId } = await atHome()
    await wrongCodes(number, 9)
    expect((await confirmCode(the.api, await begin(number, cookie))).user_id).toBe(userId)
    expect(await spend(await begin(number), 1)).toEqual([true])
    expect(await formFor(number)).toBe('link')
    expect((await confirmCode(the.api, await begin(number, cookie))).user_id).toBe(userId)
    expect(await formFor(number)).toBe('link')
  })

  test('CODE-09 T-01 nine are forgotten a day after the first; a right code resets the count at once', async () => {
    const { number, cookie } = await atHome()
    await wrongCodes(number, 9)
    await confirmCode(the.api, await begin(number, cookie))
    the.api.clock.advance(DAY_MS)
    await wrongCodes(number, 9)
    await confirmCode(the.api, await begin(number))
    await wrongCodes(number, 9)
    expect((await confirmCode(the.api, await begin(number))).user_id).toMatch(/^usr_/)
  })

  test('CODE-09 RESET-06 setting another PIN lifts the lockout', async () => {
    const { number } = await atHome()
    await wrongCodes(number, 10)
    expect(await formFor(number)).toBe('link')
    await newPin(number, newBrowser())
    const begun = await beginSignIn(the.api, number, OTHER_PIN, newBrowser())
    expect((await confirmCode(the.api, begun)).user_id).toMatch(/^usr_/)
  })
})

describe('fifteen wrong codes of log-ins in a row', () => {
  test('CODE-16 invalidate the PIN in every browser until another one is set; the holder gets one SMS about it', async () => {
    const { number, cookie } = await atHome()
    await wrongCodes(number, 9)
    await wrongCodes(number, 5, cookie)
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
      await wrongCodes(number, 14, cookie)
      await confirmCode(the.api, await begin(number, cookie))
      // A browser gets at most eight codes an hour.
      the.api.clock.advance(HOUR_MS)
    }
    expect((await confirmCode(the.api, await begin(number, cookie))).user_id).toMatch(/^usr_/)
  })

  test('CODE-16 CODE-15 do not include codes of resets', async () => {
    const { number, cookie } = await atHome()
    await wrongCodes(number, 14, cookie)
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
