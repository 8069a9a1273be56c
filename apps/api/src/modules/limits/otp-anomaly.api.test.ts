import { HOUR_MS, MINUTE_MS } from '@avouch/contract'
import { describe, expect, test } from 'vitest'
import {
  beginSignIn,
  confirmCode,
  digits,
  GOOD_PIN,
  newBrowser,
  newNumber,
  otherThan,
  registered,
  signInOn,
  signUp,
} from '#test/builders.ts'
import { captchaAnswer, captchaChallenge } from '#test/captcha.ts'
import type { TestApi } from '#test/test-api.ts'
import { useTestApi } from '#test/use-test-api.ts'

const LIMITS = 'code.everyone=8/h'
const WRONG = { status: 422, code: 'wrong_sms_code' }

type Begun = { bearer: string; pinId: string; code: string }

/** Enters wrong codes one after the other. @returns for each whether it was the last try */
async function guess(api: TestApi, begun: Begun, guesses: number): Promise<unknown[]> {
  const ends: unknown[] = []
  for (let i = 0; i < guesses; i++) {
    const code = String((Number(begun.code) + 1 + i) % 1_000_000).padStart(6, '0')
    const refusal = await confirmCode(api, { ...begun, code }).catch((error: unknown) => error)
    expect(refusal).toMatchObject(WRONG)
    ends.push((refusal as { problem: { restart?: boolean } }).problem.restart)
  }
  return ends
}

/** Enters so many wrong codes over different numbers, a few each. */
async function everybodyGetsWrong(api: TestApi, guesses: number) {
  for (let left = guesses; left > 0; left -= 3) await guess(api, await signUp(api), Math.min(3, left))
}

describe('wrong codes of all visitors', () => {
  const the = useTestApi({ LIMITS })
  const recover = async (number: string, cookie?: string) => {
    const body = { phone: digits(number), language: 'en' } as const
    return (await the.api.client('recoverCode', { body }, { cookie })).data?.form
  }
  const logIn = async (number: string, cookie?: string) =>
    (await the.api.client('prelogin', { body: { phone: digits(number), pin: GOOD_PIN } }, { cookie })).data?.form

  test('CODE-12 CODE-13 T-01 beyond the hourly limit SMS for unknown browsers have a link, and an hour later digits again', async () => {
    const { number } = await registered(the.api)
    const home = newBrowser()
    the.api.clock.advance(MINUTE_MS)
    await signInOn(the.api, home, number)
    the.api.clock.advance(2 * MINUTE_MS)
    const before = await beginSignIn(the.api, number, GOOD_PIN)
    await everybodyGetsWrong(the.api, 8)
    expect(the.api.log.join('\n')).toContain('wrong codes of everybody')

    the.api.clock.advance(2 * MINUTE_MS)
    expect([await recover(number, newBrowser()), await logIn(number, newBrowser())]).toEqual(['link', 'link'])
    the.api.clock.advance(2 * MINUTE_MS)
    expect([await logIn(number, home), await recover(number, home)]).toEqual(['digits', 'digits'])
    expect((await confirmCode(the.api, before)).user_id).toMatch(/^usr_/)

    the.api.clock.advance(HOUR_MS)
    expect([await recover(number, newBrowser()), await logIn(number, newBrowser())]).toEqual(['digits', 'digits'])
  })

  test('CODE-12 sign-ups go on with digits and five tries', async () => {
    await everybodyGetsWrong(the.api, 8)
    expect(await guess(the.api, await signUp(the.api), 5)).toEqual([false, false, false, false, true])
    the.api.clock.advance(24 * HOUR_MS)
  })

  test('CODE-12 the same wrong code counts once', async () => {
    const { number } = await registered(the.api)
    const begun = await signUp(the.api)
    const code = otherThan(begun.code)
    for (let i = 0; i < 20; i++) await confirmCode(the.api, { ...begun, code }).catch(() => undefined)
    expect(await recover(number)).toBe('digits')
  })
})

describe('the captcha during an OTP anomaly', () => {
  const the = useTestApi({ LIMITS, CAPTCHA: 'pow', CAPTCHA_POW_TRIES: '20' })
  const isHard = async (cookie?: string) => (await captchaChallenge(the.api, 'prelogin', cookie)).parameters.data.hard

  async function register(cookie?: string) {
    const number = newNumber()
    const body = { phone: digits(number), password: GOOD_PIN, language: 'en', data_collection_consent: false } as const
    const recaptchaResponse = await captchaAnswer(the.api, 'signup', cookie)
    await the.api.client('signup', { body: { ...body, recaptchaResponse } }, { cookie })
    return beginSignIn(the.api, number, GOOD_PIN, cookie)
  }

  test('CODE-12 CAPTCHA-02 is harder in browsers that no account knows', async () => {
    const home = newBrowser()
    await confirmCode(the.api, await register(home))
    for (let visitors = 0; visitors < 3; visitors++) {
      await guess(the.api, await register(), 2)
      expect(await isHard()).toBe(false)
    }
    await guess(the.api, await register(), 1)
    const easy = await captchaAnswer(the.api, 'recover')
    await guess(the.api, await register(), 1)
    expect([await isHard(), await isHard(newBrowser()), await isHard(home)]).toEqual([true, true, false])
    const late = the.api.client('recoverCode', {
      body: { phone: digits(newNumber()), language: 'en', recaptchaResponse: easy },
    })
    await expect(late).rejects.toMatchObject({ code: 'captcha_failed' })
    expect((await register()).pinId).toMatch(/^sms_/)
    the.api.clock.advance(HOUR_MS)
    expect(await isHard()).toBe(false)
  })
})
