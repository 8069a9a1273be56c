import { MINUTE_MS } from '@avouch/contract'
import { expect, test } from 'vitest'
import {
  changePin,
  confirmCode,
  confirmReset,
  digits,
  GOOD_PIN,
  newBrowser,
  newNumber,
  OTHER_PIN,
  preLogin,
  provenNumber,
  registered,
  sendSignUp,
} from '#test/builders.ts'
import { holdTime, useTestApi } from '#test/use-test-api.ts'

const the = useTestApi()
const REFUSED = { status: 422, code: 'wrong_verification' }
const resume = async (identificationToken: string | undefined, cookie?: string) =>
  (await the.api.client('resumeSignIn', { body: { identificationToken: identificationToken ?? '' } }, { cookie })).data

/** Up to the code, as what a page keeps of it. */
async function toTheCode(type: 'LOG_IN' | 'REGISTER' | 'RESET_PIN', cookie: string) {
  const number = type === 'REGISTER' ? newNumber() : (await registered(the.api)).number
  if (type === 'LOG_IN') return { number, kept: (await preLogin(the.api, number, GOOD_PIN, cookie)).data }
  if (type === 'RESET_PIN') {
    const body = { phone: digits(number), language: 'en' } as const
    return { number, kept: (await the.api.client('recoverCode', { body }, { cookie })).data }
  }
  await sendSignUp(the.api, number, GOOD_PIN, cookie)
  const body = { grant_type: 'password', username: digits(number), password: GOOD_PIN } as const
  const bearer = (await the.api.client('token', { body }, { cookie })).data.access_token
  return { number, kept: (await the.api.client('resendCode', { body: {} }, { bearer, cookie })).data }
}

test.each(['LOG_IN', 'REGISTER'] as const)(
  'A page for the code that was loaded again goes on with the same code and a masked number: %s [AUTH-11]',
  async (type) => {
    holdTime(the.api)
    const cookie = newBrowser()
    const { number, kept } = await toTheCode(type, cookie)
    the.api.clock.advance(MINUTE_MS / 2)
    const resumed = await resume(kept?.identificationToken, cookie)
    expect(resumed).toMatchObject({ type, pinId: kept?.pinId, form: 'digits', resend_after: 30 })
    expect(resumed.phone).toBe(`+49\u00a0${number.slice(3, 6)}\u00a0•••\u00a0${number.slice(-3)}`)
    const bearer = resumed.authToken ?? ''
    the.api.clock.advance(MINUTE_MS / 2)
    const { pinId } = resumed
    const again = (await the.api.client('resendCode', { body: { pinId } }, { bearer, cookie })).data
    expect(again).toMatchObject({ pinId, sent: true })
    await confirmCode(the.api, { bearer, cookie, pinId, code: the.api.world.codeFor(number) })
    await expect(resume(again.identificationToken, cookie)).rejects.toMatchObject(REFUSED)
  },
)

test('Of a sign-up whose page is loaded again and again ten tokens are valid, the newest [SESSION-19]', async () => {
  holdTime(the.api)
  const cookie = newBrowser()
  const { kept } = await toTheCode('REGISTER', cookie)
  const tokens = []
  for (let i = 0; i < 12; i++) {
    the.api.clock.advance(1_000)
    tokens.push((await resume(kept?.identificationToken, cookie)).authToken ?? '')
  }
  const id = kept?.pinId ?? ''
  const isValid = (bearer: string) =>
    the.api.client('codeDelivery', { params: { id } }, { bearer, cookie }).then(
      () => true,
      () => false,
    )
  expect(await Promise.all(tokens.map(isValid))).toEqual(tokens.map((_, i) => i >= 2))
})

test('A page for the code that was loaded again goes on with a reset, whose new PIN comes after the code [AUTH-11 RESET-02]', async () => {
  holdTime(the.api)
  const cookie = newBrowser()
  const { number, kept } = await toTheCode('RESET_PIN', cookie)
  const { pinId, ...resumed } = await resume(kept?.identificationToken, cookie)
  expect(resumed).toMatchObject({ type: 'RESET_PIN', resend_after: 60 })
  expect(resumed).not.toHaveProperty('authToken')
  const identificationToken = kept?.identificationToken ?? ''
  the.api.clock.advance(MINUTE_MS)
  const resent = await the.api.client('recoverCode', { body: { identificationToken, language: 'en' } }, { cookie })
  expect(resent.data).toMatchObject({ pinId, sent: true })
  const recoverPinToken = await confirmReset(the.api, { pinId, code: the.api.world.codeFor(number), cookie })
  const body = { identificationToken, pin: OTHER_PIN, recoverPinToken }
  await expect(the.api.client('changePin', { body })).rejects.toMatchObject(REFUSED)
  const login = (await toTheCode('LOG_IN', cookie)).kept?.identificationToken ?? ''
  const ofLogin = { ...body, identificationToken: login }
  await expect(the.api.client('changePin', { body: ofLogin }, { cookie })).rejects.toMatchObject(REFUSED)
  expect((await the.api.client('changePin', { body }, { cookie })).data.session?.access_token).toMatch(/^avat_/)
})

test('A sign-in is resumed in no other browser, not after its code or PIN has gone, and not on a locked account [AUTH-11 CODE-08]', async () => {
  holdTime(the.api)
  const cookie = newBrowser()
  const one = await toTheCode('LOG_IN', cookie)
  for (const other of [newBrowser(), undefined])
    await expect(resume(one.kept?.identificationToken, other)).rejects.toMatchObject(REFUSED)
  for (const sealed of ['x', one.kept?.identificationToken?.replace(/.{9}$/, 'AAAAAAAAA')])
    await expect(resume(sealed, cookie)).rejects.toMatchObject(REFUSED)
  await the.api.operate('account', 'lock', one.number)
  await expect(resume(one.kept?.identificationToken, cookie)).rejects.toMatchObject(REFUSED)
  await the.api.operate('account', 'unlock', one.number)
  expect((await resume(one.kept?.identificationToken, cookie)).type).toBe('LOG_IN')
  await changePin(the.api, one.number, await provenNumber(the.api, one.number))
  await expect(resume(one.kept?.identificationToken, cookie)).rejects.toMatchObject(REFUSED)
  const other = await toTheCode('REGISTER', cookie)
  const { kept } = await toTheCode('RESET_PIN', cookie)
  the.api.clock.advance(5 * MINUTE_MS)
  await expect(resume(other.kept?.identificationToken, cookie)).rejects.toMatchObject(REFUSED)
  the.api.clock.advance(10 * MINUTE_MS)
  const body = { identificationToken: kept?.identificationToken ?? '', language: 'en' } as const
  await expect(the.api.client('recoverCode', { body }, { cookie })).rejects.toMatchObject(REFUSED)
})

test('What a page keeps of a sign-in names neither number nor code to who holds it [AUTH-11]', async () => {
  const { number, kept } = await toTheCode('LOG_IN', newBrowser())
  const readable = Buffer.from(kept?.identificationToken?.split('.').at(-1) ?? '', 'base64url').toString('latin1')
  expect(`${kept?.identificationToken} ${readable}`).not.toContain(number.slice(3))
})
