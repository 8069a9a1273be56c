import { HOUR_MS, MINUTE_MS, SECOND_MS } from '@avouch/contract'
import { describe, expect, test } from 'vitest'
import {
  beginSignIn,
  confirmCode,
  digits,
  GOOD_PIN,
  newBrowser,
  newNumber,
  OTHER_PIN,
  passwordGrant,
  provenNumber,
  registered,
  signInOn,
} from '#test/builders.ts'
import { startTestApi } from '#test/test-api.ts'
import { useTestApi } from '#test/use-test-api.ts'
import { send, sendForm, sendJson } from '#test/wire.ts'

const PUBLIC = '/auth/public/app'
const the = useTestApi()

const refused = { status: 400, code: 'invalid_grant' }
const grant = (number: string, pin: string, cookie?: string) => passwordGrant(the.api, number, pin, cookie)
const preLogin = (number: string, pin: string, cookie?: string) =>
  the.api.client('prelogin', { body: { phone: digits(number), pin } }, { cookie })
const wrong = async (number: string, cookie?: string) =>
  expect(preLogin(number, '0000', cookie)).rejects.toMatchObject({ status: 401, code: 'wrong_login_info' })

/** Slow enough for the limits of a browser. */
async function wrongTimes(times: number, number: string, cookie?: string) {
  for (let i = 0; i < times; i++) {
    await wrong(number, cookie)
    the.api.clock.advance(10 * SECOND_MS)
  }
}

/** A visitor whose browsers have all signed in once. */
async function atHome(browsers = 1) {
  const { number } = await registered(the.api)
  const cookies = Array.from({ length: browsers }, newBrowser)
  for (const cookie of cookies) {
    the.api.clock.advance(2 * MINUTE_MS)
    await signInOn(the.api, cookie, number)
  }
  return { number, cookies, cookie: cookies[0] ?? '' }
}

describe('the device cookie', () => {
  const FLAGS = 'Max-Age=15552000; Path=/; HttpOnly; SameSite=Strict'
  const phone = digits(newNumber())
  const beginnings = [
    { call: 'prelogin', body: { phone, pin: GOOD_PIN } },
    { call: 'signup', body: { phone, password: GOOD_PIN, language: 'en', data_collection_consent: false } },
    { call: 'recover/code', body: { phone: digits(newNumber()), language: 'en' } },
    { call: 'prelogin', body: {} },
    { call: 'signup', body: {} },
    { call: 'recover/code', body: {} },
  ]

  test.each(beginnings)('DEVICE-01 is set by $call, whatever the answer is', async ({ call, body }) => {
    const { headers } = await sendJson(the.api, `${PUBLIC}/${call}`, body)
    expect(headers.getSetCookie()).toEqual([expect.stringMatching(/^did=avdv_[A-Za-z0-9_-]{43}; /) as string])
    expect(headers.getSetCookie()[0]?.replace(/^[^;]+; /, '')).toBe(FLAGS)
  })

  test('DEVICE-01 is different for each browser, and a browser that has one keeps it, for another 180 days', async () => {
    const issued = async (cookie = '') =>
      (await sendJson(the.api, `${PUBLIC}/prelogin`, {}, { cookie })).headers.getSetCookie()[0]?.split(';')[0]
    const [one, two] = [await issued(), await issued()]
    expect(one).not.toBe(two)
    expect(await issued(`cc_cookie=x; ${one}`)).toBe(one)
    expect(await issued('did=made-up')).toMatch(/^did=avdv_/)
  })

  test('DEVICE-01 is set by no other call and no other method', async () => {
    const answers = [
      await send(the.api, 'GET', `${PUBLIC}/prelogin`),
      await send(the.api, 'GET', `${PUBLIC}/signup`),
      await send(the.api, 'GET', '/api/user/me'),
      await send(the.api, 'GET', '/livez'),
      await send(the.api, 'GET', '/'),
      await sendForm(the.api, '/auth/api/oauth/token', 'grant_type=password&username=1&password=2'),
      await sendJson(the.api, `${PUBLIC}/recover/verify`, { pinId: 'x', code: '000000' }),
    ]
    for (const { headers } of answers) expect(headers.getSetCookie()).toEqual([])
  })

  test('DEVICE-01 belongs to this origin alone where the address is https', async () => {
    await using api = await startTestApi({ PUBLIC_URL: 'https://product.test' })
    const answer = await sendJson(api, `${PUBLIC}/prelogin`, {}, { cookie: newBrowser() })
    expect(answer.headers.getSetCookie()).toEqual([
      expect.stringMatching(
        new RegExp(`^__Host-did=avdv_[A-Za-z0-9_-]{43}; ${FLAGS.replace('HttpOnly;', 'HttpOnly; Secure;')}$`),
      ) as string,
    ])
  })
})

describe('wrong PINs', () => {
  test('DEVICE-02 T-05 in unknown browsers never lock a known one', async () => {
    const { number, cookie } = await atHome()
    await wrongTimes(10, number)
    await expect(grant(number, GOOD_PIN)).rejects.toMatchObject(refused)
    await expect(grant(number, GOOD_PIN, newBrowser())).rejects.toMatchObject(refused)
    expect((await signInOn(the.api, cookie, number)).user_id).toMatch(/^usr_/)
    await expect(grant(number, GOOD_PIN, newBrowser())).rejects.toMatchObject(refused)
  })

  test('DEVICE-02 T-05 in unknown browsers stay counted, however often the owner logs in in a known one', async () => {
    const { number, cookie } = await atHome()
    for (let i = 0; i < 9; i++) {
      await wrongTimes(1, number, newBrowser())
      await signInOn(the.api, cookie, number)
    }
    await wrongTimes(1, number, newBrowser())
    await signInOn(the.api, cookie, number)
    await expect(preLogin(number, GOOD_PIN, newBrowser())).rejects.toMatchObject({ code: 'wrong_login_info' })
  })

  test('DEVICE-02 in unknown browsers stay counted after a right PIN, and are reset by its SMS code', async () => {
    const { number } = await atHome()
    const elsewhere = newBrowser()
    await wrongTimes(9, number)
    await preLogin(number, GOOD_PIN, elsewhere)
    the.api.clock.advance(2 * MINUTE_MS)
    await signInOn(the.api, elsewhere, number)
    for (let i = 0; i < 3; i++) await wrong(number)
    expect((await preLogin(number, GOOD_PIN)).status).toBe(200)

    await wrongTimes(6, number)
    await preLogin(number, GOOD_PIN)
    await wrong(number)
    the.api.clock.advance(300 * 24 * HOUR_MS)
    await expect(preLogin(number, GOOD_PIN)).rejects.toMatchObject({ code: 'wrong_login_info' })
  })

  test('DEVICE-02 in unknown browsers lock at the tenth; a code that is confirmed afterwards does not lift the lockout', async () => {
    const { number } = await atHome()
    const elsewhere = newBrowser()
    await wrongTimes(9, number)
    await preLogin(number, GOOD_PIN, elsewhere)
    const begun = await beginSignIn(the.api, number, GOOD_PIN, elsewhere)
    await wrong(number)
    await confirmCode(the.api, begun)
    await expect(preLogin(number, GOOD_PIN)).rejects.toMatchObject({ code: 'wrong_login_info' })
    expect((await preLogin(number, GOOD_PIN, elsewhere)).status).toBe(200)
  })

  test('LIMIT-12 in unknown browsers: after three the token endpoint requires a pre-login in the same browser', async () => {
    const { number, cookie } = await atHome()
    const [one, other] = [newBrowser(), newBrowser()]
    for (let i = 0; i < 3; i++) await expect(grant(number, '0000', one)).rejects.toMatchObject(refused)
    await expect(grant(number, GOOD_PIN, one)).rejects.toMatchObject(refused)
    expect(await grant(number, GOOD_PIN, cookie)).toMatch(/^avat_/)
    await preLogin(number, GOOD_PIN, one)
    expect(await grant(number, GOOD_PIN, one)).toMatch(/^avat_/)
    await wrong(number, other)
    await expect(grant(number, GOOD_PIN, newBrowser())).rejects.toMatchObject(refused)
    expect(await grant(number, GOOD_PIN, other)).toMatch(/^avat_/)
  })

  test('LIMIT-12 T-01 are compared for ten minutes after a pre-login, and not counted when they are not compared', async () => {
    const { number } = await atHome()
    const cookie = newBrowser()
    for (let i = 0; i < 3; i++) await wrong(number, cookie)
    the.api.clock.advance(10 * MINUTE_MS)
    for (let i = 0; i < 12; i++) await expect(grant(number, GOOD_PIN, cookie)).rejects.toMatchObject(refused)
    await wrong(number, cookie)
    the.api.clock.advance(9 * MINUTE_MS)
    expect(await grant(number, GOOD_PIN, cookie)).toMatch(/^avat_/)
  })

  test('DEVICE-02 in a known browser never lock unknown ones', async () => {
    const { number, cookie } = await atHome()
    await wrongTimes(10, number, cookie)
    expect(await grant(number, GOOD_PIN, newBrowser())).toMatch(/^avat_/)
  })

  test('DEVICE-02 a right PIN without the code makes no browser known', async () => {
    const [{ number }, cookie] = [await registered(the.api), newBrowser()]
    await grant(number, GOOD_PIN, cookie)
    await wrongTimes(10, number)
    await expect(grant(number, GOOD_PIN, cookie)).rejects.toMatchObject(refused)
  })

  test('DEVICE-02 a browser that is known to one account is unknown to another', async () => {
    const [{ cookie }, { number }] = [await atHome(), await atHome()]
    await wrongTimes(10, number)
    await expect(grant(number, GOOD_PIN, cookie)).rejects.toMatchObject(refused)
  })

  test('DEVICE-03 P-01 in a known browser cause no wait, and a right PIN sets them to zero', async () => {
    const { number, cookie } = await atHome()
    for (let i = 0; i < 3; i++) {
      await wrongTimes(9, number, cookie)
      expect(await grant(number, GOOD_PIN, cookie)).toMatch(/^avat_/)
    }
  })

  test('DEVICE-03 make a known browser unknown at the tenth, until PIN and SMS code are right again', async () => {
    const { number, cookie } = await atHome()
    await wrongTimes(10, number, cookie)
    expect(await grant(number, GOOD_PIN, cookie)).toMatch(/^avat_/)
    await wrongTimes(10, number)
    await expect(grant(number, GOOD_PIN, cookie)).rejects.toMatchObject(refused)
  })

  test('DEVICE-03 are counted from zero in a browser that became known again', async () => {
    const { number, cookie } = await atHome()
    await wrongTimes(10, number, cookie)
    await signInOn(the.api, cookie, number)
    await wrongTimes(9, number, cookie)
    expect(await grant(number, GOOD_PIN, cookie)).toMatch(/^avat_/)
    await wrongTimes(10, number)
    expect(await grant(number, GOOD_PIN, cookie)).toMatch(/^avat_/)
  })

  test.each(['unknown', 'known'])('DEVICE-04 a lockout is answered like a wrong PIN in %s browsers', async (which) => {
    const { number, cookie: home } = await atHome()
    const cookie = which === 'known' ? home : newBrowser()
    const answer = (pin: string) => sendJson(the.api, `${PUBLIC}/prelogin`, { phone: digits(number), pin }, { cookie })
    const first = await answer('0000')
    if (which === 'known') {
      for (let i = 0; i < 5; i++) {
        await wrongTimes(i === 0 ? 8 : 9, number, home)
        await grant(number, GOOD_PIN, home)
      }
      await wrongTimes(5, number, home)
    } else await wrongTimes(9, number)
    const locked = await answer(GOOD_PIN)
    expect([locked.status, locked.text]).toEqual([401, first.text])
    expect([...locked.headers.keys()].sort()).toEqual([...first.headers.keys()].sort())
  })

  test('DEVICE-05 lock the PIN everywhere at fifty in known browsers since it was set, with right ones between them or not', async () => {
    const { number, cookies } = await atHome(2)
    const [one, other = ''] = cookies
    for (let i = 0; i < 5; i++) {
      await grant(number, GOOD_PIN, one)
      await wrongTimes(9, number, one)
      // Sixty requests of a browser fit into a minute.
      the.api.clock.advance(MINUTE_MS)
    }
    await grant(number, GOOD_PIN, one)
    await wrongTimes(4, number, one)
    expect(await grant(number, GOOD_PIN, other)).toMatch(/^avat_/)
    await wrongTimes(1, number, one)
    await expect(grant(number, GOOD_PIN, one)).rejects.toMatchObject(refused)
    await expect(grant(number, GOOD_PIN, other)).rejects.toMatchObject(refused)
    await expect(preLogin(number, GOOD_PIN)).rejects.toMatchObject({ code: 'wrong_login_info' })
  })

  test('DEVICE-05 lock the PIN in unknown browsers at thirty there, with proofs of the number between them', async () => {
    const { number, cookie } = await atHome()
    for (let i = 0; i < 3; i++) {
      await wrongTimes(9, number)
      const elsewhere = newBrowser()
      await preLogin(number, GOOD_PIN, elsewhere)
      the.api.clock.advance(2 * MINUTE_MS)
      await signInOn(the.api, elsewhere, number)
    }
    await wrongTimes(2, number)
    expect((await preLogin(number, GOOD_PIN)).status).toBe(200)
    await wrongTimes(1, number)
    await expect(preLogin(number, GOOD_PIN)).rejects.toMatchObject({ code: 'wrong_login_info' })
    expect(await grant(number, GOOD_PIN, cookie)).toMatch(/^avat_/)
  })

  test('DEVICE-06 P-01 wrong PINs before the number had an account do not count for it', async () => {
    const number = newNumber()
    for (let i = 0; i < 10; i++) await preLogin(number, '0000').catch(() => undefined)
    await registered(the.api, number)
    expect((await preLogin(number, GOOD_PIN)).status).toBe(200)
  })

  test('DEVICE-06 another PIN lifts every lockout, makes the present browser known and the others unknown', async () => {
    const { number, cookies } = await atHome(2)
    const [old, present = ''] = cookies
    await wrongTimes(10, number)
    const recoverPinToken = await provenNumber(the.api, number, present)
    const body = { phone: digits(number), pin: OTHER_PIN, recoverPinToken }
    await the.api.client('changePin', { body }, { cookie: present })
    expect(await grant(number, OTHER_PIN)).toMatch(/^avat_/)
    await wrongTimes(10, number)
    expect(await grant(number, OTHER_PIN, present)).toMatch(/^avat_/)
    await expect(grant(number, OTHER_PIN, old)).rejects.toMatchObject(refused)
  })

  test("DEVICE-10 ACCOUNT-01 known browsers are part of the user's export", async () => {
    const { number, cookie } = await atHome(2)
    const { access_token: bearer } = await signInOn(the.api, cookie, number)
    const { data } = await the.api.client('exportData', {}, { bearer })
    expect(data.known_browsers).toHaveLength(2)
  })

  test('DEVICE-02 ACCOUNT-02 while deleting the account count for the browser', async () => {
    const { number, cookie } = await atHome()
    await wrongTimes(10, number)
    const { access_token: bearer } = await signInOn(the.api, cookie, number)
    const remove = (pin: string, from?: string) =>
      the.api.client('deleteAccount', { body: { pin } }, { bearer, cookie: from })
    await expect(remove(GOOD_PIN)).rejects.toMatchObject({ code: 'wrong_verification' })
    for (let i = 0; i < 9; i++)
      await expect(remove('0000', cookie)).rejects.toMatchObject({ code: 'wrong_verification' })
    expect(await grant(number, GOOD_PIN, cookie)).toMatch(/^avat_/)
    for (let i = 0; i < 9; i++)
      await expect(remove('0000', cookie)).rejects.toMatchObject({ code: 'wrong_verification' })
    expect((await remove(GOOD_PIN, cookie)).status).toBe(204)
  })
})
