import { HOUR_MS, MINUTE_MS } from '@avouch/contract'
import { describe, expect, test } from 'vitest'
import {
  beginSignIn,
  confirmCode,
  digits,
  GOOD_PIN,
  newBrowser,
  newNumber,
  OTHER_PIN,
  registered,
  signInOn,
} from '#test/builders.ts'
import { rows } from '#test/together.ts'
import { useTestApi } from '#test/use-test-api.ts'
import { sendJson } from '#test/wire.ts'

const the = useTestApi()
const DEAD = { status: 422, code: 'dead_link' }
const WRONG = { status: 422, code: 'wrong_sms_code' }

const preLogin = async (number: string, cookie = newBrowser(), pin = GOOD_PIN) => {
  the.api.clock.advance(2 * MINUTE_MS)
  return (await the.api.client('prelogin', { body: { phone: digits(number), pin } }, { cookie })).data
}
const recover = async (number: string, cookie = newBrowser()) => {
  the.api.clock.advance(2 * MINUTE_MS)
  return (await the.api.client('recoverCode', { body: { phone: digits(number), language: 'en' } }, { cookie })).data
}

/** Strangers type in five wrong codes of log-ins. */
async function attacked() {
  const { number, tokens } = await registered(the.api)
  the.api.clock.advance(2 * MINUTE_MS)
  const begun = await beginSignIn(the.api, number, GOOD_PIN, newBrowser())
  const guesses = ['1', '2', '3', '4', '5', '6'].map((digit) => digit.repeat(6)).filter((code) => code !== begun.code)
  for (const code of guesses.slice(0, 5))
    await expect(confirmCode(the.api, { ...begun, code })).rejects.toMatchObject(WRONG)
  return { number, userId: tokens.user_id }
}

const LINK = /https?:\/\/[^\s#]+\/w#([0-9a-z]{16})(?=\s)/
/** The secret in the newest SMS with a link to the number. */
function secretFor(number: string): string {
  const secrets = the.api.world.sentTo(number).map(({ text }) => LINK.exec(text)?.[1])
  const secret = secrets.findLast((found) => found !== undefined)
  if (secret === undefined) throw new Error('no SMS has a link')
  return secret
}
const open = (number: string, secret: string, cookie = newBrowser()) =>
  the.api.client('recoverLink', { body: { phone: digits(number), secret } }, { cookie })
const changePin = (number: string, recoverPinToken: string, cookie: string) =>
  the.api.client('changePin', { body: { phone: digits(number), pin: OTHER_PIN, recoverPinToken } }, { cookie })

describe('once strangers have used up the digits of a number', () => {
  test('CODE-17 each SMS has a link that lets its holder in where it is opened, and the browser that asked gets nothing', async () => {
    const { number, userId } = await attacked()
    const [stranger, holder] = [newBrowser(), newBrowser()]
    const asked = await preLogin(number, stranger)
    expect(asked?.form).toBe('link')

    const { recoverPinToken } = (await open(number, secretFor(number), holder)).data
    await expect(changePin(number, recoverPinToken, stranger)).rejects.toMatchObject({ code: 'wrong_verification' })
    await changePin(number, recoverPinToken, holder)
    the.api.clock.advance(2 * MINUTE_MS)
    const begun = await beginSignIn(the.api, number, OTHER_PIN, holder)
    expect((await confirmCode(the.api, begun)).user_id).toBe(userId)
  })

  test('CODE-17 no digits are compared for it', async () => {
    const { number } = await attacked()
    const asked = await recover(number)
    const body = { pinId: asked?.pinId ?? '', code: '123456' }
    await expect(the.api.client('recoverVerify', { body })).rejects.toMatchObject(WRONG)
  })

  test('CODE-17 a recovery is a link as well once its digits are used up', async () => {
    const { number } = await registered(the.api)
    const cookie = newBrowser()
    const sent = await recover(number, cookie)
    expect(sent?.form).toBe('digits')
    const right = the.api.world.codeFor(number)
    const guesses = ['1', '2', '3', '4', '5', '6'].map((digit) => digit.repeat(6)).filter((code) => code !== right)
    for (const code of guesses.slice(0, 5))
      await expect(
        the.api.client('recoverVerify', { body: { pinId: sent?.pinId ?? '', code } }, { cookie }),
      ).rejects.toMatchObject(WRONG)
    expect((await recover(number))?.form).toBe('link')
    expect((await open(number, secretFor(number))).data.recoverPinToken).toMatch(/^avrc_/)
  })

  test('CODE-17 a known browser gets digits as before', async () => {
    const { number } = await registered(the.api)
    const home = newBrowser()
    the.api.clock.advance(2 * MINUTE_MS)
    await signInOn(the.api, home, number)
    the.api.clock.advance(2 * MINUTE_MS)
    const begun = await beginSignIn(the.api, number, GOOD_PIN, newBrowser())
    const guesses = ['1', '2', '3', '4', '5', '6'].map((digit) => digit.repeat(6)).filter((code) => code !== begun.code)
    for (const code of guesses.slice(0, 5))
      await expect(confirmCode(the.api, { ...begun, code })).rejects.toMatchObject(WRONG)
    expect((await preLogin(number))?.form).toBe('link')
    expect((await preLogin(number, home))?.form).toBe('digits')
  })
})

describe('the link', () => {
  test('CODE-18 is for its number alone: a stranger cannot pass on the link of an account of his own', async () => {
    const [mine, other] = [await attacked(), await registered(the.api)]
    await preLogin(mine.number)
    const secret = secretFor(mine.number)
    await expect(open(other.number, secret)).rejects.toMatchObject(DEAD)
    await expect(open(newNumber(), secret)).rejects.toMatchObject(DEAD)
    expect((await open(mine.number, secret)).status).toBe(200)
  })

  test('CODE-18 DEVICE-01 a browser without a cookie gets one, and the token is for it alone', async () => {
    const { number } = await attacked()
    await preLogin(number)
    const body = { phone: digits(number), secret: secretFor(number) }
    const answer = await sendJson(the.api, '/auth/public/app/recover/link', body)
    const cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? ''
    expect(cookie).toMatch(/^did=avdv_/)
    const token = String(answer.body?.['recoverPinToken'])
    await expect(changePin(number, token, newBrowser())).rejects.toMatchObject({ code: 'wrong_verification' })
    expect((await changePin(number, token, cookie)).status).toBe(200)
  })

  test('CODE-18 can be typed in: in any case, with spaces, O for 0, I and L for 1', async () => {
    const { number } = await attacked()
    await preLogin(number)
    const typed = secretFor(number)
      .toUpperCase()
      .replaceAll('0', 'O')
      .replaceAll('1', 'L')
      .replace(/(.{4})/g, '$1 ')
    expect((await open(number, typed)).status).toBe(200)
  })

  test('CODE-18 is good once, and ends with another PIN', async () => {
    const { number } = await attacked()
    await preLogin(number)
    const first = secretFor(number)
    await preLogin(number)
    const second = secretFor(number)
    expect(second).not.toBe(first)
    const holder = newBrowser()
    const { recoverPinToken } = (await open(number, first, holder)).data
    await expect(open(number, first)).rejects.toMatchObject(DEAD)
    await changePin(number, recoverPinToken, holder)
    await expect(open(number, second)).rejects.toMatchObject(DEAD)
  })

  test.each([
    { afterMs: 6 * HOUR_MS - MINUTE_MS, good: true },
    { afterMs: 6 * HOUR_MS, good: false },
  ])('CODE-18 T-01 lives six hours: $afterMs ms later good is $good', async ({ afterMs, good }) => {
    const { number } = await attacked()
    await preLogin(number)
    the.api.clock.advance(afterMs)
    const opened = open(number, secretFor(number))
    if (good) expect((await opened).status).toBe(200)
    else await expect(opened).rejects.toMatchObject(DEAD)
  })

  test('CODE-18 P-12 stands nowhere in the database', async () => {
    const { number } = await attacked()
    await preLogin(number)
    const secret = secretFor(number)
    expect(the.api.log.join('\n')).not.toContain(secret)
    const [kept] = await rows(the.api, `select link_hash::text as hash from sms_challenge where form = 'link'`)
    expect(String(kept?.['hash'])).toMatch(/^\\x[0-9a-f]{64}$/)
  })
})

describe('where the SMS of a number run short', () => {
  const short = useTestApi({ LIMITS: 'sms.number=6/20/day,sms.number.strangers=4/12/day' })

  test('CODE-17 SMS-07 the last two are links, so that one is on the phone while none can be sent', async () => {
    const { number } = await registered(short.api)
    const forms: unknown[] = []
    for (let i = 0; i < 5; i++) {
      short.api.clock.advance(6 * MINUTE_MS)
      const body = { phone: digits(number), pin: GOOD_PIN }
      const sent = await short.api.client('prelogin', { body }).catch(() => undefined)
      forms.push(sent?.data?.form)
    }
    expect(forms).toEqual(['digits', 'digits', 'link', 'link', undefined])
    const secret = LINK.exec(short.api.world.sentTo(number).at(-1)?.text ?? '')?.[1] ?? ''
    const body = { phone: digits(number), secret }
    expect((await short.api.client('recoverLink', { body })).data.recoverPinToken).toMatch(/^avrc_/)
  })
})
