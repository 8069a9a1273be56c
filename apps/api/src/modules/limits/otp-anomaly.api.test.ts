import { HOUR_MS, MINUTE_MS } from '@avouch/contract'
import { describe, expect, test } from 'vitest'
import {
  beginSignIn,
  confirmCode,
  digits,
  GOOD_PIN,
  newBrowser,
  newNumber,
  registered,
  signInOn,
  signUp,
} from '#test/builders.ts'
import { captchaAnswer, captchaChallenge } from '#test/captcha.ts'
import type { TestApi } from '#test/test-api.ts'
import { useTestApi } from '#test/use-test-api.ts'

const SLOT_MS = 10 * MINUTE_MS
const LIMITS = 'codes-wrong.everyone=8/h, codes-wrong.recovery=13/h'
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
  const begunBefore = () => signUp(the.api)
  const recover = (number: string, cookie?: string) =>
    the.api.client('recoverCode', { body: { phone: digits(number), language: 'en' } }, { cookie })
  const prechange = (number: string, cookie?: string) =>
    the.api.client('prechangePin', { body: { phone: digits(number) } }, { cookie })
  const PAUSED = { status: 429, code: 'too_many_requests', problem: { retry_after: 600 } }

  test('CODE-12 T-01 beyond the hourly limit leave a code three tries, an hour later five again', async () => {
    const [first, second] = [await begunBefore(), await begunBefore()]
    await everybodyGetsWrong(the.api, 8)
    expect(await guess(the.api, first, 1)).toEqual([false])
    expect(await guess(the.api, second, 3)).toEqual([false, false, true])
    expect(await guess(the.api, first, 4)).toEqual([false, false, true, true])
    expect(the.api.log.join('\n')).toContain('wrong codes of everybody')

    the.api.clock.advance(HOUR_MS + SLOT_MS)
    expect(await guess(the.api, await signUp(the.api), 5)).toEqual([false, false, false, false, true])
  })

  test('CODE-12 the same wrong code counts once', async () => {
    the.api.clock.advance(HOUR_MS + SLOT_MS)
    const begun = await signUp(the.api)
    for (let i = 0; i < 20; i++) await guess(the.api, begun, 1)
    expect(await guess(the.api, begun, 5)).toEqual([false, false, false, false, true])
  })

  test('CODE-13 LIMIT-05 beyond the higher limit allow recoveries in known browsers only', async () => {
    the.api.clock.advance(HOUR_MS + SLOT_MS)
    const { number } = await registered(the.api)
    const begun = await registered(the.api)
    const home = newBrowser()
    the.api.clock.advance(MINUTE_MS)
    await signInOn(the.api, home, number)
    const before = await recover(begun.number)
    await everybodyGetsWrong(the.api, 13)
    expect((await prechange(number)).status).toBe(200)
    await everybodyGetsWrong(the.api, 1)
    for (const asked of [recover, prechange])
      for (const cookie of [undefined, newBrowser()]) await expect(asked(number, cookie)).rejects.toMatchObject(PAUSED)
    await expect(recover(newNumber())).rejects.toMatchObject(PAUSED)
    await expect(recover(begun.number, home)).rejects.toMatchObject(PAUSED)
    expect((await prechange(number, home)).status).toBe(200)
    expect((await recover(number, home)).status).toBe(200)
    const code = the.api.world.codeFor(begun.number)
    const proof = the.api.client('recoverVerify', { body: { pinId: before.data?.pinId ?? '', code } })
    expect((await proof).data.recoverPinToken).toMatch(/^avrc_/)
    const { user_id } = await confirmCode(the.api, await beginSignIn(the.api, begun.number, GOOD_PIN))
    expect(user_id).toMatch(/^usr_/)

    the.api.clock.advance(HOUR_MS + SLOT_MS)
    expect((await recover(number)).status).toBe(200)
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
    for (let visitors = 0; visitors < 4; visitors++) {
      expect(await isHard()).toBe(false)
      await guess(the.api, await register(), 2)
    }
    expect(await isHard()).toBe(false)
    const easy = await captchaAnswer(the.api, 'recover')
    await guess(the.api, await register(), 1)
    expect([await isHard(), await isHard(newBrowser()), await isHard(home)]).toEqual([true, true, false])
    const late = the.api.client('recoverCode', {
      body: { phone: digits(newNumber()), language: 'en', recaptchaResponse: easy },
    })
    await expect(late).rejects.toMatchObject({ code: 'captcha_failed' })
    expect((await register()).pinId).toMatch(/^sms_/)
    the.api.clock.advance(HOUR_MS + SLOT_MS)
    expect(await isHard()).toBe(false)
  })
})
