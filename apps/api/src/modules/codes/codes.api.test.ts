import { MINUTE_MS, SECOND_MS } from '@avouch/contract'
import { describe, expect, test } from 'vitest'
import {
  beginSignIn,
  confirmCode,
  newNumber,
  otherThan,
  registered,
  sendSignUp,
  signUp,
  passwordGrant,
} from '#test/builders.ts'
import { holdTime, useTestApi } from '#test/use-test-api.ts'
import { sendJson } from '#test/wire.ts'

const CODE_LIFE_MS = 5 * MINUTE_MS
const CHALLENGE_LIFE_MS = 10 * MINUTE_MS
const the = useTestApi()

type Begun = { bearer: string; pinId: string; code: string }
const attempt = (begun: Begun, code: string) => confirmCode(the.api, { ...begun, code })
const resend = (begun: Begun) => the.api.client('resendCode', { body: { pinId: begun.pinId } }, begun)
const WRONG = { status: 422, code: 'wrong_sms_code' }

/** Wrong codes that differ from each other and from the right one. */
const wrongCodes = (right: string, count: number) =>
  Array.from({ length: count + 1 }, (_, i) => String(i).padStart(6, '0'))
    .filter((code) => code !== right)
    .slice(0, count)

async function spend(begun: Begun, tries: number) {
  for (const code of wrongCodes(begun.code, tries)) await expect(attempt(begun, code)).rejects.toMatchObject(WRONG)
}

describe('the code from the SMS', () => {
  test('SESSION-01 CODE-01 has six digits and opens a session', async () => {
    const begun = await signUp(the.api)
    expect(begun.code).toMatch(/^[0-9]{6}$/)
    expect(await attempt(begun, begun.code)).toEqual({
      access_token: expect.stringMatching(/^avat_/) as string,
      token_type: 'Bearer',
      expires_in: 600,
      refresh_token: expect.stringMatching(/^avrt_/) as string,
      user_id: expect.stringMatching(/^usr_/) as string,
    })
  })

  test('CODE-05 is refused when it is wrong, with the cool-down before a new one', async () => {
    const begun = await signUp(the.api)
    const problem = { restart: false, resend_after: expect.any(Number) as number }
    await expect(attempt(begun, otherThan(begun.code))).rejects.toMatchObject({ ...WRONG, problem })
  })

  test('CODE-06 survives four wrong ones', async () => {
    const begun = await signUp(the.api)
    await spend(begun, 4)
    expect((await attempt(begun, begun.code)).user_id).toMatch(/^usr_/)
  })

  test('CODE-06 CODE-08 is dead after five wrong ones, and so is every later SMS of the sign-in', async () => {
    const begun = await signUp(the.api)
    await spend(begun, 4)
    const [, , , , fifth = ''] = wrongCodes(begun.code, 5)
    await expect(attempt(begun, fifth)).rejects.toMatchObject({ ...WRONG, problem: { restart: true } })
    await expect(attempt(begun, begun.code)).rejects.toMatchObject({ ...WRONG, problem: { restart: true } })
  })

  test('CODE-06 tries are counted over all sends', async () => {
    const begun = await signUp(the.api)
    await spend(begun, 4)
    the.api.clock.advance(MINUTE_MS)
    await resend(begun)
    await expect(attempt(begun, otherThan(begun.code).replace(/.$/, '9'))).rejects.toMatchObject(WRONG)
    await expect(attempt(begun, the.api.world.codeFor(begun.number))).rejects.toMatchObject(WRONG)
  })

  test('CODE-06 the same wrong code costs one try, however often it is sent', async () => {
    const begun = await signUp(the.api)
    for (let i = 0; i < 8; i++) await expect(attempt(begun, otherThan(begun.code))).rejects.toMatchObject(WRONG)
    expect((await attempt(begun, begun.code)).user_id).toMatch(/^usr_/)
  })

  test('CODE-06 a wrong code that is typed again at the next code costs a try again', async () => {
    const begun = await signUp(the.api)
    const [wrong = '', ...others] = wrongCodes(begun.code, 4)
    const isLast = async (code: string) => {
      const refusal = await attempt(begun, code).catch((error: unknown) => error)
      return (refusal as { problem: { restart: boolean } }).problem.restart
    }
    for (let i = 0; i < 2; i++) expect(await isLast(wrong)).toBe(false)
    the.api.clock.advance(4.5 * MINUTE_MS)
    await resend(begun)
    for (let i = 0; i < 2; i++) expect(await isLast(wrong)).toBe(false)
    const ends: boolean[] = []
    for (const code of others) ends.push(await isLast(code))
    expect(ends).toEqual([false, false, true])
  })

  test.each([
    { when: 'a second before five minutes', age: CODE_LIFE_MS - SECOND_MS, taken: true },
    { when: 'at five minutes', age: CODE_LIFE_MS, taken: false },
    { when: 'a second after five minutes', age: CODE_LIFE_MS + SECOND_MS, taken: false },
  ])('CODE-06 T-01 $when: accepted is $taken', async ({ age, taken }) => {
    holdTime(the.api)
    const begun = await signUp(the.api)
    the.api.clock.advance(age)
    if (taken) expect((await attempt(begun, begun.code)).user_id).toMatch(/^usr_/)
    else await expect(attempt(begun, begun.code)).rejects.toMatchObject(WRONG)
  })

  test('CODE-08 of one sign-in does not confirm another', async () => {
    const [one, other] = [await signUp(the.api), await signUp(the.api)]
    await expect(attempt(one, other.code)).rejects.toMatchObject(WRONG)
    const foreign = confirmCode(the.api, { ...one, pinId: other.pinId, code: other.code })
    await expect(foreign).rejects.toMatchObject({ ...WRONG, problem: { restart: true } })
    expect((await attempt(other, other.code)).user_id).toMatch(/^usr_/)
  })

  test('CODE-08 of an earlier sign-in of the same person does not confirm a later one', async () => {
    const { number, pin } = await registered(the.api)
    const earlier = await beginSignIn(the.api, number, pin)
    the.api.clock.advance(2 * MINUTE_MS)
    const later = await beginSignIn(the.api, number, pin)
    expect(later.pinId).not.toBe(earlier.pinId)
    await expect(attempt(later, earlier.code)).rejects.toMatchObject(WRONG)
  })

  test.each([
    { when: 'two later ones', wrong: 0, later: 2 },
    { when: 'a later one, when one code was wrong', wrong: 1, later: 1 },
  ])('CODE-09 of a sign-in is dead after $when', async ({ wrong, later }) => {
    const { number, pin } = await registered(the.api)
    const begun = await beginSignIn(the.api, number, pin)
    await spend(begun, wrong)
    for (let signIns = 0; signIns < later; signIns++) {
      the.api.clock.advance(MINUTE_MS)
      await beginSignIn(the.api, number, pin)
    }
    await expect(attempt(begun, begun.code)).rejects.toMatchObject({ ...WRONG, problem: { restart: true } })
  })

  test('R-02 can be repeated by the same browser within a minute, when the answer got lost', async () => {
    holdTime(the.api)
    const begun = await signUp(the.api)
    const first = await attempt(begun, begun.code)
    the.api.clock.advance(59 * SECOND_MS)
    const again = await attempt(begun, begun.code)
    expect(again).toMatchObject({ user_id: first.user_id, refresh_token: first.refresh_token })
    expect((await the.api.client('me', {}, { bearer: again.access_token })).data.user_id).toBe(first.user_id)
  })

  test('R-02 T-01 is used up a minute later', async () => {
    const begun = await signUp(the.api)
    await attempt(begun, begun.code)
    the.api.clock.advance(MINUTE_MS)
    await expect(attempt(begun, begun.code)).rejects.toMatchObject({ ...WRONG, problem: { restart: true } })
  })

  test('R-02 after it was accepted, a wrong code opens no session', async () => {
    const begun = await signUp(the.api)
    await attempt(begun, begun.code)
    await expect(attempt(begun, otherThan(begun.code))).rejects.toMatchObject(WRONG)
  })

  test.each<{ given: string; body: Record<string, unknown>; code: string }>([
    { given: 'no code', body: { pinId: 'sms_0123456789abcdef' }, code: 'required' },
    { given: 'an empty code', body: { pinId: 'sms_0123456789abcdef', code: '' }, code: 'required' },
    { given: 'five digits', body: { pinId: 'sms_0123456789abcdef', code: '12345' }, code: 'digit_length' },
    { given: 'letters', body: { pinId: 'sms_0123456789abcdef', code: '12345a' }, code: 'digit_length' },
    { given: 'no pinId', body: { code: '123456' }, code: 'required' },
    { given: 'a pinId that is none', body: { pinId: "' or 1=1 --", code: '123456' }, code: 'invalid_request' },
  ])('X-11 is refused with $given: $code', async ({ body, code }) => {
    const { bearer } = await signUp(the.api)
    const answer = await sendJson(the.api, '/auth/api/2fa/verify', body, { authorization: `Bearer ${bearer}` })
    expect([answer.status, answer.body?.['code']]).toEqual([400, code])
  })

  test('X-05 with an unknown pinId is answered like a dead code', async () => {
    const begun = await signUp(the.api)
    const unknown = confirmCode(the.api, { ...begun, pinId: 'sms_AAAAAAAAAAAAAAAAAAAAAA' })
    await expect(unknown).rejects.toMatchObject({ ...WRONG, problem: { restart: true } })
  })
})

describe('a request for a new code', () => {
  test('CODE-07 within the cool-down is 429 with the seconds to wait', async () => {
    holdTime(the.api)
    const begun = await signUp(the.api)
    the.api.clock.advance(20 * SECOND_MS)
    const error = (await resend(begun).catch((refusal: unknown) => refusal)) as {
      status: number
      problem: Record<string, unknown>
      headers: Headers
    }
    expect(error).toMatchObject({ status: 429, code: 'resend_too_soon' })
    const seconds = error.problem['resend_after']
    expect(seconds).toBeGreaterThan(30)
    expect(seconds).toBeLessThanOrEqual(40)
    expect(error.headers.get('retry-after')).toBe(String(seconds))
    expect(the.api.world.sentTo(begun.number)).toHaveLength(1)
  })

  test('CODE-07 gives the same code again while it has a minute to live', async () => {
    holdTime(the.api)
    const begun = await signUp(the.api)
    the.api.clock.advance(MINUTE_MS)
    expect((await resend(begun)).data).toEqual({ pinId: begun.pinId, resend_after: 60, form: 'digits' })
    expect(the.api.world.sentTo(begun.number).map(({ text }) => text.slice(0, 6))).toEqual([begun.code, begun.code])
  })

  test('CODE-07 CODE-08 gives a new code after that, and the old one is dead', async () => {
    holdTime(the.api)
    const begun = await signUp(the.api)
    the.api.clock.advance(CODE_LIFE_MS - MINUTE_MS + SECOND_MS)
    await resend(begun)
    const fresh = the.api.world.codeFor(begun.number)
    expect(fresh).not.toBe(begun.code)
    await expect(attempt(begun, begun.code)).rejects.toMatchObject(WRONG)
    the.api.clock.advance(CODE_LIFE_MS - SECOND_MS)
    expect((await attempt(begun, fresh)).user_id).toMatch(/^usr_/)
  })

  test('CODE-07 waits 60, 60, 120 and 300 seconds, and sends four at most', async () => {
    holdTime(the.api)
    const begun = await signUp(the.api)
    const waits = [begun.resendAfter]
    for (const wait of [60, 60, 120]) {
      the.api.clock.advance((wait - 2) * SECOND_MS)
      await expect(resend(begun)).rejects.toMatchObject({ code: 'resend_too_soon' })
      the.api.clock.advance(2 * SECOND_MS)
      waits.push((await resend(begun)).data.resend_after)
    }
    expect(waits).toEqual([60, 60, 120, 300])
    the.api.clock.advance(CODE_LIFE_MS)
    await expect(resend(begun)).rejects.toMatchObject({ ...WRONG, problem: { restart: true } })
    expect(the.api.world.sentTo(begun.number)).toHaveLength(4)
    const keys = the.api.world.sentTo(begun.number).map(({ idempotency_key }) => idempotency_key)
    expect(new Set(keys).size).toBe(4)
  })

  test('T-01 ends with the sign-in after ten minutes', async () => {
    const begun = await signUp(the.api)
    the.api.clock.advance(CHALLENGE_LIFE_MS)
    await expect(resend(begun)).rejects.toMatchObject({ status: 401, code: 'invalid_token' })
  })

  test('the first one within the cool-down gives the live code and sends nothing', async () => {
    holdTime(the.api)
    const begun = await signUp(the.api)
    the.api.clock.advance(10 * SECOND_MS)
    const again = await the.api.client('resendCode', { body: {} }, begun)
    expect(again.data.pinId).toBe(begun.pinId)
    expect(again.data.resend_after).toBeLessThanOrEqual(50)
    expect(the.api.world.sentTo(begun.number)).toHaveLength(1)
  })

  test('of a used code is refused', async () => {
    const begun = await signUp(the.api)
    await attempt(begun, begun.code)
    the.api.clock.advance(MINUTE_MS)
    await expect(resend(begun)).rejects.toMatchObject({ ...WRONG, problem: { restart: true } })
  })

  test("for another user's sign-in is refused, and sends nothing", async () => {
    const [mine, theirs] = [await signUp(the.api), await signUp(the.api)]
    the.api.clock.advance(MINUTE_MS)
    await expect(resend({ ...mine, pinId: theirs.pinId })).rejects.toMatchObject(WRONG)
    expect(the.api.world.sentTo(theirs.number)).toHaveLength(1)
  })

  test('is 500 when the SMS is refused, and the code is dead', async () => {
    const number = newNumber()
    await sendSignUp(the.api, number)
    const bearer = await passwordGrant(the.api, number, '2580')
    the.api.world.answers.sms.status = 400
    const failed = the.api.client('resendCode', { body: {} }, { bearer })
    await expect(failed).rejects.toMatchObject({ status: 500, code: 'cannot_send_sms' })
    the.api.world.answers.sms.status = 202
    expect((await the.api.client('resendCode', { body: {} }, { bearer })).status).toBe(200)
  })

  test('is refused with a malformed pinId', async () => {
    const { bearer } = await signUp(the.api)
    const answer = await sendJson(the.api, '/auth/api/2fa/resend', { pinId: 7 }, { authorization: `Bearer ${bearer}` })
    expect([answer.status, answer.body?.['code']]).toEqual([400, 'invalid_request'])
  })
})
