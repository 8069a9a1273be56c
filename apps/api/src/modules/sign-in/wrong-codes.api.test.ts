import { HOUR_MS, MINUTE_MS, SECOND_MS } from '@avouch/contract'
import { describe, expect, test } from 'vitest'
import {
  beginSignIn,
  confirmCode,
  confirmReset,
  digits,
  GOOD_PIN,
  knownBrowser,
  newBrowser,
  newNumber,
  registered,
  requestCode,
  requestReset,
  signUp,
  wrongCodes,
} from '#test/builders.ts'
import { captchaAnswer, captchaChallenge } from '#test/captcha.ts'
import { holdTime, useTestApi } from '#test/use-test-api.ts'

const LONG_LIFE_MS = 6 * HOUR_MS
const the = useTestApi({ LIMITS: 'code-wrong.everyone=1000/h' })

type SignIn = Awaited<ReturnType<typeof beginSignIn>>
type Reset = Awaited<ReturnType<typeof requestReset>>
const DEAD = { code: 'wrong_sms_code', problem: { restart: true } }
const ALIVE = { code: 'wrong_sms_code', problem: { restart: false } }
const NEW_LONG = { form: 'long', sent: true, code: expect.stringMatching(/^.{4}-.{4}-.{4}$/) as string }

const logIn = (number: string, cookie: string = newBrowser()) => beginSignIn(the.api, number, GOOD_PIN, cookie)
const reset = (number: string, cookie: string = newBrowser()) => requestReset(the.api, number, cookie)
const resend = async ({ bearer, pinId, cookie }: SignIn) =>
  the.api.client('resendCode', { body: { pinId } }, { bearer, cookie })
const confirm = (begun: SignIn | Reset, code = begun.code) =>
  'bearer' in begun ? confirmCode(the.api, { ...begun, code }) : confirmReset(the.api, { ...begun, code })

/** Types wrong digits, which leave guesses but for the last of five. */
async function guess(begun: SignIn | Reset, times: number, { isLast = false } = {}) {
  for (const [i, code] of wrongCodes(begun.code, times).entries())
    await expect(confirm(begun, code)).rejects.toMatchObject(isLast && i === times - 1 ? DEAD : ALIVE)
}

/** A number after strangers used up the guesses at its digits, and its reset with a long code. */
async function longReset() {
  const { number } = await registered(the.api)
  await guess(await reset(number), 5, { isLast: true })
  const begun = await reset(number)
  expect(begun).toMatchObject(NEW_LONG)
  return begun
}

test('A right code after four wrong ones gives its own guess back, and no other [CODE-09]', async () => {
  const { number } = await registered(the.api)
  const begun = await logIn(number)
  await guess(begun, 4)
  await confirm(begun)
  await guess(await logIn(number), 1, { isLast: true })
})

test('Five wrong codes, over sends, restarts and browsers, use the digits up; the next SMS is long and logs in [CODE-09 CODE-17]', async () => {
  const { number } = await registered(the.api)
  const one = await logIn(number)
  await guess(one, 2)
  the.api.clock.advance(MINUTE_MS)
  await resend(one)
  await guess(one, 1)
  const two = await logIn(number)
  await guess(two, 2, { isLast: true })
  for (const begun of [one, two]) await expect(confirm(begun)).rejects.toMatchObject(DEAD)
  const long = await logIn(number)
  expect(long).toMatchObject(NEW_LONG)
  await expect(confirm(long, one.code)).rejects.toMatchObject(DEAD)
  expect(await confirm(long)).toMatchObject({ user_id: expect.stringMatching(/^usr_/) as string })
})

test('Digits are used up for a resend too, whose answer names another code and its form [CODE-09 CODE-17]', async () => {
  const begun = await signUp(the.api)
  await guess(begun, 5, { isLast: true })
  const { data } = await resend(begun)
  expect(data).toMatchObject({ form: 'long', sent: true })
  expect(data.pinId).not.toBe(begun.pinId)
  const long = { ...begun, pinId: data.pinId, code: the.api.world.codeFor(begun.number) }
  expect(await confirm(long)).toMatchObject({ token_type: 'Bearer' })
})

test('Wrong digits of strangers, again and again, stop no sign-up, log-in and reset [CODE-13 REG-11]', async () => {
  const number = newNumber()
  await guess(await signUp(the.api, number), 5, { isLast: true })
  expect((await confirmCode(the.api, await signUp(the.api, number, GOOD_PIN, newBrowser()))).user_id).toMatch(/^usr_/)
  for (const begin of [logIn, reset])
    for (let round = 0; round < 3; round++) {
      for (let i = 0; i < 5; i++) {
        const begun = await begin(number)
        for (const code of wrongCodes(begun.code, 3)) await confirm(begun, code).catch(() => undefined)
      }
      expect(await confirm(await begin(number))).toBeTruthy()
      the.api.clock.advance(HOUR_MS)
    }
})

test('Wrong digits of log-ins, sign-ups and resets are counted apart [CODE-09]', async () => {
  const { number } = await registered(the.api)
  await guess(await logIn(number), 5, { isLast: true })
  const begun = await reset(number)
  expect(begun.form).toBe('digits')
  await guess(begun, 4)
  expect(await confirm(begun)).toMatch(/^avrc_/)
})

test.each([
  { what: 'log-in', begin: logIn },
  { what: 'reset', begin: reset },
])(
  'A recognised browser has a code of its own for a $what, which others neither end nor guess at [CODE-15]',
  async ({ begin }) => {
    const { number, cookie } = await knownBrowser(the.api)
    const mine = await begin(number, cookie)
    const theirs = await begin(number)
    expect([theirs.sent, theirs.pinId === mine.pinId]).toEqual([true, false])
    await guess(theirs, 5, { isLast: true })
    expect(await begin(number)).toMatchObject(NEW_LONG)
    await guess(mine, 4)
    expect(await begin(number, cookie)).toMatchObject({ pinId: mine.pinId, sent: false, form: 'digits' })
    expect(await confirm(mine)).toBeTruthy()
  },
)

test('The long code is not counted, is read however it is typed, and works once [CODE-17]', async () => {
  const long = await longReset()
  for (let i = 0; i < 12; i++)
    await expect(confirm(long, `AAAA-BBBB-${String(i).padStart(4, '0')}`)).rejects.toMatchObject(ALIVE)
  expect(await confirm(long, ` ${long.code.toLowerCase().replaceAll('-', ' ')} `)).toMatch(/^avrc_/)
  await expect(confirm({ ...long, cookie: newBrowser() })).rejects.toMatchObject(DEAD)
})

test('A code of the other form sends the page back: digits for the long code, or the long code for digits [CODE-01 CODE-17]', async () => {
  const long = await longReset()
  await expect(confirm(long, '123456')).rejects.toMatchObject(DEAD)
  const short = await reset((await registered(the.api)).number)
  await expect(confirm(short, long.code)).rejects.toMatchObject(DEAD)
  for (const begun of [long, short]) expect(await confirm(begun)).toMatch(/^avrc_/)
})

test('The long code lives six hours from its newest SMS [CODE-06 T-01 CODE-17]', async () => {
  holdTime(the.api)
  const [one, other] = [await longReset(), await longReset()]
  the.api.clock.advance(LONG_LIFE_MS - MINUTE_MS)
  expect(await reset(one.number)).toMatchObject({ pinId: one.pinId, code: one.code, sent: true })
  the.api.clock.advance(MINUTE_MS)
  await expect(confirm(other)).rejects.toMatchObject(ALIVE)
  the.api.clock.advance(LONG_LIFE_MS - MINUTE_MS - SECOND_MS)
  expect(await confirm(one)).toMatch(/^avrc_/)
})

test('The long code is in the last two SMS of a number, and what follows joins it without one [SMS-07 CODE-17]', async () => {
  const { number } = await registered(the.api)
  const begun: Reset[] = []
  for (let i = 0; i < 8; i++) {
    begun.push(await reset(number))
    the.api.clock.advance(5 * MINUTE_MS)
  }
  const six = ['digits', 'digits', 'digits', 'digits', 'long', 'long'].map((form) => [form, true])
  expect(begun.map(({ form, sent }) => [form, sent])).toEqual([...six, ['long', false], ['long', false]])
  expect(new Set(begun.slice(4).map(({ pinId }) => pinId)).size).toBe(1)
  expect(await confirm({ ...(begun[4] as Reset), cookie: newBrowser() })).toMatch(/^avrc_/)
})

describe('while all visitors type in more wrong codes than usual', () => {
  const those = useTestApi({ LIMITS: 'code-wrong.everyone=3/6/h', CAPTCHA: 'pow', CAPTCHA_POW_TRIES: '20' })

  async function signUpWithCaptcha(number: string, cookie: string) {
    const form = { phone: digits(number), password: GOOD_PIN, language: 'en', data_collection_consent: false } as const
    const recaptchaResponse = await captchaAnswer(those.api, 'signup', cookie)
    await those.api.client('signup', { body: { ...form, recaptchaResponse } }, { cookie })
    return requestCode(those.api, number, GOOD_PIN, cookie)
  }

  test('After many wrong codes everywhere, unrecognised browsers get long codes and the harder captcha for an hour [CODE-17]', async () => {
    const [number, home] = [newNumber(), newBrowser()]
    await confirmCode(those.api, await signUpWithCaptcha(number, home))
    const formIn = async (cookie: string) => {
      const recaptchaResponse = await captchaAnswer(those.api, 'prelogin', cookie)
      const body = { phone: digits(number), pin: GOOD_PIN, recaptchaResponse }
      const isHard = (await captchaChallenge(those.api, 'prelogin', cookie)).parameters.data.hard
      return [(await those.api.client('prelogin', { body }, { cookie })).data?.form, isHard]
    }
    const guessed = await signUpWithCaptcha(newNumber(), newBrowser())
    for (const code of wrongCodes(guessed.code, 3))
      await expect(confirmCode(those.api, { ...guessed, code })).rejects.toMatchObject(ALIVE)
    expect(await formIn(newBrowser())).toEqual(['long', true])
    expect(await formIn(home)).toEqual(['digits', false])
    expect(those.api.log.some((line) => line.includes('wrong codes of everybody'))).toBe(true)
    those.api.clock.advance(LONG_LIFE_MS)
    expect(await formIn(newBrowser())).toEqual(['digits', false])
  })

  test('Wrong long codes ask no other visitor for a long one [CODE-17]', async () => {
    const [number, cookie] = [newNumber(), newBrowser()]
    const guessed = await signUpWithCaptcha(newNumber(), newBrowser())
    for (const code of wrongCodes(guessed.code, 3))
      await expect(confirmCode(those.api, { ...guessed, code })).rejects.toMatchObject(ALIVE)
    await signUpWithCaptcha(number, cookie)
    those.api.clock.advance(2 * HOUR_MS)
    const long = await signUpWithCaptcha(number, cookie)
    expect(long).toMatchObject(NEW_LONG)
    for (let i = 0; i < 10; i++)
      await expect(confirmCode(those.api, { ...long, code: `AAAA-BBBB-000${i}` })).rejects.toMatchObject(ALIVE)
    expect((await signUpWithCaptcha(newNumber(), newBrowser())).form).toBe('digits')
  })
})
