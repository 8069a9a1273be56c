import { HOUR_MS, MINUTE_MS, SECOND_MS } from '@avouch/contract'
import { describe, expect, test } from 'vitest'
import { beginSignIn, confirmCode, GOOD_PIN, newNumber, registered, signUp } from '#test/builders.ts'
import { holdTime, useTestApi } from '#test/use-test-api.ts'

/** One of five places of a day comes back. */
const PLACE_MS = 4.8 * HOUR_MS
const the = useTestApi({ LIMITS: 'code.everyone=1000/h' })

type Begun = { bearer: string; pinId: string; code: string; number: string; cookie?: string | undefined }
const DEAD = { code: 'wrong_sms_code', problem: { restart: true } }
const ALIVE = { code: 'wrong_sms_code', problem: { restart: false } }
const wrong = (right: string, i: number) => String((Number(right) + 1 + i) % 1_000_000).padStart(6, '0')
const attempt = (begun: Begun, i: number) => confirmCode(the.api, { ...begun, code: wrong(begun.code, i) })

/** Enters so many wrong codes for registrations of the number, three for each registration. */
async function guessed(guesses: number, number = newNumber()) {
  for (let left = guesses; left > 0; left -= 3) {
    const begun = await signUp(the.api, number)
    for (let i = 0; i < Math.min(3, left); i++) await expect(attempt(begun, i)).rejects.toMatchObject({ status: 422 })
    the.api.clock.advance(SECOND_MS)
  }
  return number
}

describe('wrong codes for registrations of a number', () => {
  test('CODE-11 after five of them a registration has one try', async () => {
    const number = await guessed(5)
    for (let registrations = 0; registrations < 2; registrations++) {
      const begun = await signUp(the.api, number)
      await expect(attempt(begun, 0)).rejects.toMatchObject(DEAD)
      await expect(attempt(begun, 0)).rejects.toMatchObject(DEAD)
      await expect(confirmCode(the.api, begun)).rejects.toMatchObject(DEAD)
    }
  })

  test('CODE-11 after three of them a registration has a second try', async () => {
    const begun = await signUp(the.api, await guessed(3))
    await expect(attempt(begun, 0)).rejects.toMatchObject(ALIVE)
  })

  test('CODE-11 REG-08 never lock the number: the one try opens a session, and gives back nothing but its own place', async () => {
    const number = await guessed(5)
    const { user_id, access_token: bearer } = await confirmCode(the.api, await signUp(the.api, number))
    expect(user_id).toMatch(/^usr_/)
    await the.api.client('deleteAccount', { body: { pin: GOOD_PIN } }, { bearer })
    const again = await signUp(the.api, number)
    await expect(attempt(again, 0)).rejects.toMatchObject(DEAD)
  })

  test.each([
    { when: 'before a place is back', age: PLACE_MS - MINUTE_MS, second: DEAD },
    { when: 'once two places are back', age: 2 * PLACE_MS, second: { code: 'wrong_sms_code' } },
  ])('CODE-11 T-01 $when a second try is compared only if there is a place for it', async ({ age, second }) => {
    holdTime(the.api)
    const number = await guessed(5)
    the.api.clock.advance(age)
    const begun = await signUp(the.api, number)
    await expect(attempt(begun, 0)).rejects.toMatchObject(age < PLACE_MS ? DEAD : ALIVE)
    await expect(attempt(begun, 1)).rejects.toMatchObject(second)
  })

  test('CODE-11 the same wrong code counts once, and another number has its own count', async () => {
    const number = newNumber()
    const begun = await signUp(the.api, number)
    for (let i = 0; i < 12; i++) await expect(attempt(begun, 0)).rejects.toMatchObject(ALIVE)
    await guessed(5)
    await expect(attempt(await signUp(the.api, number), 0)).rejects.toMatchObject(ALIVE)
  })

  test('CODE-11 after the one try a new registration gets its own code at once', async () => {
    const number = await guessed(5)
    const begun = await signUp(the.api, number)
    await expect(attempt(begun, 0)).rejects.toMatchObject(DEAD)
    const { data } = await the.api.client('resendCode', { body: {} }, begun)
    expect(data.pinId).not.toBe(begun.pinId)
    const code = the.api.world.codeFor(number)
    expect((await confirmCode(the.api, { ...begun, pinId: data.pinId, code })).user_id).toMatch(/^usr_/)
  })

  test('CODE-09 CODE-11 count together with those of the account that it becomes', async () => {
    const number = await guessed(2)
    await registered(the.api, number)
    the.api.clock.advance(MINUTE_MS)
    const begun = { ...(await beginSignIn(the.api, number, GOOD_PIN)), number }
    await expect(attempt(begun, 0)).rejects.toMatchObject(ALIVE)
    await expect(attempt(begun, 1)).rejects.toMatchObject(ALIVE)
    await expect(attempt(begun, 2)).rejects.toMatchObject(DEAD)
  })
})
