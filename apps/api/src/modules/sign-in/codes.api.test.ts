import { MINUTE_MS, SECOND_MS } from '@avouch/contract'
import { expect, test } from 'vitest'
import { beginSignIn, confirmCode, newBrowser, otherThan, preLogin, registered, signUp } from '#test/builders.ts'
import { holdTime, useTestApi } from '#test/use-test-api.ts'
import { sendJson } from '#test/wire.ts'

const CODE_LIFE_MS = 5 * MINUTE_MS
const the = useTestApi()

type Begun = { bearer: string; pinId: string; code: string; cookie?: string | undefined }
const attempt = (begun: Begun, code = begun.code) => confirmCode(the.api, { ...begun, code })
const resend = async ({ bearer, pinId, cookie }: Begun) =>
  (await the.api.client('resendCode', { body: { pinId } }, { bearer, cookie })).data
const sent = (number: string) => the.api.world.sentTo(number).length
const WRONG = { status: 422, code: 'wrong_sms_code' }
const DEAD = { ...WRONG, problem: { restart: true } }

test('The code from the SMS has six digits and opens a session [SESSION-08 CODE-01]', async () => {
  const begun = await signUp(the.api)
  expect(begun.code).toMatch(/^[0-9]{6}$/)
  expect(await attempt(begun)).toEqual({
    access_token: expect.stringMatching(/^avat_/) as string,
    token_type: 'Bearer',
    expires_in: 600,
    refresh_token: expect.stringMatching(/^avrt_/) as string,
    user_id: expect.stringMatching(/^usr_/) as string,
  })
})

test('A wrong code is refused, with the cool-down before a new one [CODE-08]', async () => {
  const begun = await signUp(the.api)
  const problem = { restart: false, resend_after: expect.any(Number) as number }
  await expect(attempt(begun, otherThan(begun.code))).rejects.toMatchObject({ ...WRONG, problem })
})

test('A code of another number, or with a pinId that is another’s or unknown, is answered like a dead code [CODE-08 X-05]', async () => {
  const [one, other] = [await signUp(the.api), await signUp(the.api)]
  await expect(attempt(one, other.code)).rejects.toMatchObject(WRONG)
  for (const pinId of [other.pinId, 'sms_AAAAAAAAAAAAAAAAAAAAAA'])
    await expect(attempt({ ...one, pinId }, other.code)).rejects.toMatchObject(DEAD)
  expect((await attempt(other)).user_id).toMatch(/^usr_/)
})

test.each<{ given: string; body: Record<string, unknown>; code: string }>([
  { given: 'no code', body: { pinId: 'sms_0123456789abcdef' }, code: 'required' },
  { given: 'five digits', body: { pinId: 'sms_0123456789abcdef', code: '12345' }, code: 'digit_length' },
  { given: 'letters', body: { pinId: 'sms_0123456789abcdef', code: '12345a' }, code: 'code_length' },
  { given: 'a pinId that is none', body: { pinId: "' or 1=1 --", code: '123456' }, code: 'invalid_request' },
])('A check of a code with $given is refused: $code [P-10]', async ({ body, code }) => {
  const { bearer } = await signUp(the.api)
  const answer = await sendJson(the.api, '/auth/api/2fa/verify', body, { authorization: `Bearer ${bearer}` })
  expect([answer.status, answer.body?.['code']]).toEqual([400, code])
})

test('Within the cool-down a request joins the live code, in another browser too, which may type it in [CODE-14]', async () => {
  holdTime(the.api)
  const { number, pin } = await registered(the.api)
  const first = await beginSignIn(the.api, number, pin, newBrowser())
  const before = sent(number)
  the.api.clock.advance(10 * SECOND_MS)
  const second = await beginSignIn(the.api, number, pin, newBrowser())
  expect(second).toMatchObject({ pinId: first.pinId, form: 'digits', sent: false, resendAfter: 50 })
  expect(sent(number)).toBe(before)
  expect((await attempt(second)).user_id).toMatch(/^usr_/)
})

test('A request for a code with its pinId within the cool-down is 429 with the seconds to wait, and sends nothing [CODE-07]', async () => {
  holdTime(the.api)
  const begun = await signUp(the.api)
  the.api.clock.advance(20 * SECOND_MS)
  const refusal = (await resend(begun).catch((error: unknown) => error)) as { headers: Headers }
  expect(refusal).toMatchObject({ status: 429, code: 'resend_too_soon', problem: { resend_after: 40 } })
  expect(refusal.headers.get('retry-after')).toBe('40')
  expect(sent(begun.number)).toBe(1)
})

test('A request for a code gives the same one again while it has a minute to live, in another browser too [CODE-07]', async () => {
  holdTime(the.api)
  const { number, pin } = await registered(the.api)
  const begun = await beginSignIn(the.api, number, pin, newBrowser())
  the.api.clock.advance(MINUTE_MS)
  expect((await preLogin(the.api, number, pin)).data).toMatchObject({
    pinId: begun.pinId,
    sent: true,
    resend_after: 60,
  })
  the.api.clock.advance(MINUTE_MS)
  expect(await resend(begun)).toMatchObject({ pinId: begun.pinId, resend_after: 120, form: 'digits', sent: true })
  expect(the.api.world.codeFor(number)).toBe(begun.code)
})

test('A request for a code in its last minute gives another one, and the old one is dead [CODE-07 CODE-08]', async () => {
  holdTime(the.api)
  const begun = await signUp(the.api)
  the.api.clock.advance(CODE_LIFE_MS - MINUTE_MS + SECOND_MS)
  const fresh = { ...begun, ...(await resend(begun)), code: the.api.world.codeFor(begun.number) }
  expect([fresh.pinId === begun.pinId, fresh.code === begun.code]).toEqual([false, false])
  await expect(attempt(begun)).rejects.toMatchObject(DEAD)
  await expect(attempt(fresh, begun.code)).rejects.toMatchObject(WRONG)
  the.api.clock.advance(CODE_LIFE_MS - SECOND_MS)
  expect((await attempt(fresh)).user_id).toMatch(/^usr_/)
})
