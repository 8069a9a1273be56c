import { MINUTE_MS } from '@avouch/contract'
import { describe, expect, test } from 'vitest'
import { chained } from '#test/audit-trail.ts'
import {
  beginSignIn,
  confirmCode,
  digits,
  newBrowser,
  newNumber,
  OTHER_PIN,
  passwordGrant,
  registered,
  sendSignUp,
  signInOn,
  signUp,
} from '#test/builders.ts'
import { pinCount } from '#test/pin-count.ts'
import { soak } from '#test/soak.ts'
import { rows, successes, tally, times, together } from '#test/together.ts'
import { useTestApi } from '#test/use-test-api.ts'

const the = useTestApi({ DATABASE_POOL_SIZE: '20' })

const wrongPin = (number: string) => () => the.api.client('prelogin', { body: { phone: digits(number), pin: '0000' } })
const wrongCode = (right: string, i: number) => String((Number(right) + 1 + i) % 1_000_000).padStart(6, '0')
const challenge = async (pinId: string) =>
  (await rows(the.api, 'select tries, sends, generation, state from sms_challenge where id = $1', [pinId]))[0]
/** The wrong codes that were compared, of everybody in this file. */
const comparedCodes = async () => {
  await chained(the.api)
  return Number((await rows(the.api, `select count(*) as n from audit_event where type = 'otp.wrong'`))[0]?.['n'])
}
const familiesOf = (pinId: string) =>
  rows(the.api, 'select id, state from session_family where challenge_id = $1', [pinId])

describe('under concurrency', () => {
  test('R-01 of 50 wrong codes five are compared, and the right one comes too late', async () => {
    const begun = await signUp(the.api)
    const outcomes = await together(
      times(50, (i) => confirmCode(the.api, { ...begun, code: wrongCode(begun.code, i) })),
    )
    expect(tally(outcomes)).toEqual({ '422 wrong_sms_code': 50 })
    expect(await challenge(begun.pinId)).toMatchObject({ tries: 5, state: 'live' })
    await expect(confirmCode(the.api, begun)).rejects.toMatchObject({
      code: 'wrong_sms_code',
      problem: { restart: true },
    })
  })

  test('R-02 of 50 right codes one opens a session, and the others get the same session', async () => {
    const begun = await signUp(the.api)
    const outcomes = await together(times(50, () => confirmCode(the.api, begun)))
    const answers = successes(outcomes)
    expect(answers.length).toBeGreaterThan(0)
    expect(new Set(answers.map(({ refresh_token }) => refresh_token)).size).toBe(1)
    expect(new Set(answers.map(({ user_id }) => user_id)).size).toBe(1)
    expect(await familiesOf(begun.pinId)).toHaveLength(1)
    expect(tally(outcomes)).toEqual({ ok: 50 })
  })

  test('R-03 a right code among four wrong ones opens one session, in any order', async () => {
    for (let place = 0; place < 5; place++) {
      const begun = await signUp(the.api)
      const outcomes = await together(
        times(5, (i) => confirmCode(the.api, { ...begun, code: i === place ? begun.code : wrongCode(begun.code, i) })),
      )
      expect(tally(outcomes)).toEqual({ ok: 1, '422 wrong_sms_code': 4 })
      expect(await familiesOf(begun.pinId)).toHaveLength(1)
    }
  })

  test('R-03 a right code among fifty wrong ones opens at most one session', async () => {
    const begun = await signUp(the.api)
    const calls = times(50, (i) => confirmCode(the.api, { ...begun, code: wrongCode(begun.code, i) }))
    const outcomes = await together([...calls, () => confirmCode(the.api, begun)])
    const opened = successes(outcomes).length
    expect(opened).toBeLessThanOrEqual(1)
    expect(await familiesOf(begun.pinId)).toHaveLength(opened)
    expect(Number((await challenge(begun.pinId))?.['tries'])).toBeLessThanOrEqual(5)
  })

  test.each([
    { browser: 'unknown', most: 5 },
    { browser: 'known', most: 5 },
  ])(
    'R-01 CODE-09 of wrong codes during new sign-ins in $browser browsers $most are compared',
    async ({ browser, most }) => {
      const { number, pin } = await registered(the.api)
      const cookie = browser === 'known' ? newBrowser() : undefined
      the.api.clock.advance(2 * MINUTE_MS)
      if (cookie !== undefined) await signInOn(the.api, cookie, number, pin)
      the.api.clock.advance(2 * MINUTE_MS)
      const before = await comparedCodes()
      let begun = await beginSignIn(the.api, number, pin, cookie)
      const begin = async () => {
        begun = await beginSignIn(the.api, number, pin, cookie)
        return begun.pinId
      }
      for (let round = 0; round < 6; round++) {
        const current = begun
        const guess = async (i: number) =>
          (await confirmCode(the.api, { ...current, code: wrongCode(current.code, i) })).user_id
        // Never the same again: that is compared once more, and counts for nothing.
        await together([begin, ...times(8, (i) => guess(8 * round + i))])
        the.api.clock.advance(MINUTE_MS)
      }
      expect((await comparedCodes()) - before).toBe(most)
    },
  )

  test('R-04 of 50 wrong PINs ten are compared', async () => {
    const { number, tokens } = await registered(the.api)
    expect(tally(await together(times(50, wrongPin(number))))).toEqual({ '401 wrong_login_info': 50 })
    expect(await pinCount(the.api, 'pin.strangers', tokens.user_id)).toBe(10)
    expect(await pinCount(the.api, 'pin.strangers.total', tokens.user_id)).toBe(10)
  })

  test('R-04 two right PINs both succeed, and so do eight', async () => {
    const { number, pin } = await registered(the.api)
    for (const count of [2, 8])
      expect(tally(await together(times(count, () => passwordGrant(the.api, number, pin))))).toEqual({ ok: count })
  })

  test('R-05 wrong PINs concurrent with a right one lose no later failure', async () => {
    const { number, pin, tokens } = await registered(the.api)
    await together([
      ...times(2, () => passwordGrant(the.api, number, '0000')),
      () => passwordGrant(the.api, number, pin),
    ])
    expect(await pinCount(the.api, 'pin.strangers', tokens.user_id)).toBe(2)
  })

  test('R-06 a request for a new code and a concurrent check leave one live code', async () => {
    const begun = await signUp(the.api)
    the.api.clock.advance(4 * MINUTE_MS + 1_000)
    const resend = async () => (await the.api.client('resendCode', { body: { pinId: begun.pinId } }, begun)).data.pinId
    const check = async () => (await confirmCode(the.api, begun)).user_id
    const [, checked] = await together([resend, check])
    const { state, generation } = (await challenge(begun.pinId)) ?? {}
    if (checked?.ok === true) expect(state).toBe('used')
    else {
      expect([state, generation]).toEqual(['live', 2])
      expect((await confirmCode(the.api, { ...begun, code: the.api.world.codeFor(begun.number) })).user_id).toMatch(
        /^usr_/,
      )
    }
    expect(await familiesOf(begun.pinId)).toHaveLength(1)
  })

  test('R-06 of ten requests for a new code one sends an SMS', async () => {
    const begun = await signUp(the.api)
    the.api.clock.advance(MINUTE_MS)
    const resend = () => the.api.client('resendCode', { body: { pinId: begun.pinId } }, begun)
    expect(tally(await together(times(10, resend)))).toEqual({ ok: 1, '429 resend_too_soon': 9 })
    expect(the.api.world.sentTo(begun.number)).toHaveLength(2)
  })

  test('R-13 of ten first requests one sends an SMS, and all get the same sign-in', async () => {
    const { number, pin } = await registered(the.api)
    const bearer = await passwordGrant(the.api, number, pin)
    const before = the.api.world.sentTo(number).length
    const begin = async () => (await the.api.client('resendCode', { body: {} }, { bearer })).data.pinId
    const ids = successes(await together(times(10, begin)))
    expect([ids.length, new Set(ids).size]).toEqual([10, 1])
    expect(the.api.world.sentTo(number)).toHaveLength(before + 1)
  })

  test('R-07 two registrations of one number give one account, and the tokens of the other are dead', async () => {
    for (let round = 0; round < soak(2, 5); round++) {
      const number = newNumber()
      const [one, two] = [await signUp(the.api, number), await signUp(the.api, number, OTHER_PIN)]
      const outcomes = await together([() => confirmCode(the.api, one), () => confirmCode(the.api, two)])
      expect(successes(outcomes)).toHaveLength(1)
      for (const outcome of outcomes)
        if (!outcome.ok)
          expect(['401 invalid_token', '409 phone_number_exist', '422 wrong_sms_code']).toContain(
            `${outcome.status} ${outcome.code}`,
          )
      const loser = outcomes[0]?.ok === true ? two : one
      const late = confirmCode(the.api, loser)
      await expect(late).rejects.toMatchObject({ status: 401, code: 'invalid_token' })
      const phone = await rows(the.api, 'select count(*)::int as n from account where id = $1', [
        successes(outcomes)[0]?.user_id,
      ])
      expect(phone).toEqual([{ n: 1 }])
    }
  })

  test('R-07 LIMIT-14 ten sign-ups of one number keep three of them, and the owner still gets in', async () => {
    const number = newNumber()
    expect(tally(await together(times(10, () => sendSignUp(the.api, number))))).toEqual({ ok: 10 })
    expect((await registered(the.api, number, OTHER_PIN)).tokens.user_id).toMatch(/^usr_/)
  })

  test('R-02 one person can have two sign-ins under way', async () => {
    const { number, pin, tokens } = await registered(the.api)
    const one = await beginSignIn(the.api, number, pin)
    the.api.clock.advance(2 * MINUTE_MS)
    const two = await beginSignIn(the.api, number, pin)
    const answers = successes(await together([() => confirmCode(the.api, one), () => confirmCode(the.api, two)]))
    expect(answers.map(({ user_id }) => user_id)).toEqual([tokens.user_id, tokens.user_id])
    expect(new Set(answers.map(({ refresh_token }) => refresh_token)).size).toBe(2)
  })
})
