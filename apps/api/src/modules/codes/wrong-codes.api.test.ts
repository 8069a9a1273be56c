import { HOUR_MS, MINUTE_MS, SECOND_MS } from '@avouch/contract'
import { describe, expect, test } from 'vitest'
import { beginSignIn, confirmCode, GOOD_PIN, newNumber, registered, signUp } from '#test/builders.ts'
import { useTestApi } from '#test/use-test-api.ts'

const DAY_MS = 24 * HOUR_MS
const the = useTestApi({ LIMITS: 'codes-wrong.everyone=1000/h' })

type Begun = { bearer: string; pinId: string; code: string; number: string; cookie?: string | undefined }
const DEAD = { code: 'wrong_sms_code', problem: { restart: true } }
const ALIVE = { code: 'wrong_sms_code', problem: { restart: false } }
const wrong = (right: string, i: number) => String((Number(right) + 1 + i) % 1_000_000).padStart(6, '0')
const attempt = (begun: Begun, i: number) => confirmCode(the.api, { ...begun, code: wrong(begun.code, i) })

/** Enters so many wrong codes for registrations of the number, five for each registration. */
async function guessed(guesses: number, number = newNumber()) {
  for (let left = guesses; left > 0; left -= 5) {
    const begun = await signUp(the.api, number)
    for (let i = 0; i < Math.min(5, left); i++) await expect(attempt(begun, i)).rejects.toMatchObject({ status: 422 })
  }
  return number
}

describe('wrong codes for registrations of a number', () => {
  test('CODE-11 after ten of them a registration has one try', async () => {
    const number = await guessed(10)
    for (let registrations = 0; registrations < 2; registrations++) {
      const begun = await signUp(the.api, number)
      await expect(attempt(begun, 0)).rejects.toMatchObject(DEAD)
      await expect(confirmCode(the.api, begun)).rejects.toMatchObject(DEAD)
    }
  })

  test('CODE-11 after nine of them a registration has five tries', async () => {
    const begun = await signUp(the.api, await guessed(9))
    await expect(attempt(begun, 0)).rejects.toMatchObject(ALIVE)
  })

  test('CODE-11 REG-08 never lock the number: the one try opens a session, and resets the count', async () => {
    const number = await guessed(10)
    const { user_id, access_token: bearer } = await confirmCode(the.api, await signUp(the.api, number))
    expect(user_id).toMatch(/^usr_/)
    await the.api.client('deleteAccount', { body: { pin: GOOD_PIN } }, { bearer })
    const again = await signUp(the.api, number)
    await expect(attempt(again, 0)).rejects.toMatchObject(ALIVE)
  })

  test.each([
    { when: 'a second before the day is over', age: DAY_MS - 30 * SECOND_MS, answer: DEAD },
    { when: 'a day after the first of them', age: DAY_MS, answer: ALIVE },
  ])('CODE-11 T-01 $when', async ({ age, answer }) => {
    const number = await guessed(10)
    the.api.clock.advance(age)
    await expect(attempt(await signUp(the.api, number), 0)).rejects.toMatchObject(answer)
  })

  test('CODE-11 the same wrong code counts once, and another number has its own count', async () => {
    const number = newNumber()
    const begun = await signUp(the.api, number)
    for (let i = 0; i < 12; i++) await expect(attempt(begun, 0)).rejects.toMatchObject(ALIVE)
    await guessed(10)
    await expect(attempt(await signUp(the.api, number), 0)).rejects.toMatchObject(ALIVE)
  })

  test('CODE-11 after the one try a new registration gets its own code at once', async () => {
    const number = await guessed(10)
    const begun = await signUp(the.api, number)
    await expect(attempt(begun, 0)).rejects.toMatchObject(DEAD)
    const { data } = await the.api.client('resendCode', { body: {} }, begun)
    expect(data.pinId).not.toBe(begun.pinId)
    const code = the.api.world.codeFor(number)
    expect((await confirmCode(the.api, { ...begun, pinId: data.pinId, code })).user_id).toMatch(/^usr_/)
  })

  test('CODE-11 CODE-09 do not count log-ins of an account', async () => {
    const { number } = await registered(the.api)
    for (const guesses of [5, 4]) {
      the.api.clock.advance(MINUTE_MS)
      const begun = { ...(await beginSignIn(the.api, number, GOOD_PIN)), number }
      for (let guess = 0; guess < guesses; guess++)
        await expect(attempt(begun, guess)).rejects.toMatchObject({ status: 422 })
    }
    the.api.clock.advance(MINUTE_MS)
    const begun = { ...(await beginSignIn(the.api, number, GOOD_PIN)), number }
    expect((await confirmCode(the.api, begun)).user_id).toMatch(/^usr_/)
  })
})
