import { HOUR_MS } from '@avouch/contract'
import { expect, test } from 'vitest'
import {
  changePin,
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
const DAY_MS = 24 * HOUR_MS
const the = useTestApi({ LIMITS: 'login.browser=1000/min' })

const WRONG = { status: 401, code: 'wrong_login_info' }
const preLogin = (number: string, pin = GOOD_PIN, cookie = newBrowser()) =>
  the.api.client('prelogin', { body: { phone: digits(number), pin } }, { cookie })

/** By default each in a new browser. */
async function wrong(times: number, number: string, cookie?: string) {
  for (let i = 0; i < times; i++) await expect(preLogin(number, '0000', cookie)).rejects.toMatchObject(WRONG)
}

/** A visitor after one log-in in each browser. */
async function atHome(browsers = 1) {
  const { number, bearer, tokens } = await registered(the.api)
  const cookies = Array.from({ length: browsers }, newBrowser)
  for (const cookie of cookies) await signInOn(the.api, cookie, number)
  const [cookie = '', other = ''] = cookies
  return { number, bearer, cookie, other, accountId: tokens.user_id }
}
const recognised = async (bearer: string) =>
  (await the.api.client('exportData', {}, { bearer })).data.known_browsers.length

const FLAGS = 'Max-Age=15552000; Path=/; HttpOnly; SameSite=Strict'

test('The first calls of a visit set a device cookie, whatever the answer is, and no others do [DEVICE-01]', async () => {
  const phone = digits(newNumber())
  const signUp = { phone, password: GOOD_PIN, language: 'en', data_collection_consent: false }
  const first = [
    ['prelogin', { phone, pin: GOOD_PIN }],
    ['signup', signUp],
    ['recover/code', { phone: digits(newNumber()), language: 'en' }],
    ['recover/code', {}],
  ] as const
  for (const [call, body] of first) {
    const [cookie, ...more] = (await sendJson(the.api, `${PUBLIC}/${call}`, body)).headers.getSetCookie()
    expect([cookie, more]).toEqual([expect.stringMatching(/^did=avdv_[A-Za-z0-9_-]{43}; /) as string, []])
    expect(cookie?.replace(/^[^;]+; /, '')).toBe(FLAGS)
  }
  for (const { headers } of [
    await send(the.api, 'GET', `${PUBLIC}/prelogin`),
    await send(the.api, 'GET', '/'),
    await sendForm(the.api, '/auth/api/oauth/token', 'grant_type=password&username=1&password=2'),
    await sendJson(the.api, `${PUBLIC}/recover/verify`, { pinId: 'x', code: '000000' }),
  ])
    expect(headers.getSetCookie()).toEqual([])
})

test('Each browser gets a device cookie of its own, and keeps one that it has for another 180 days [DEVICE-01]', async () => {
  const issued = async (cookie = '') =>
    (await sendJson(the.api, `${PUBLIC}/prelogin`, {}, { cookie })).headers.getSetCookie()[0]?.split(';')[0]
  const [one, two] = [await issued(), await issued()]
  expect(one).not.toBe(two)
  expect(await issued(`cc_cookie=x; ${one}`)).toBe(one)
  expect(await issued('did=made-up')).toMatch(/^did=avdv_/)
})

test('Over https the device cookie belongs to this origin alone [DEVICE-01]', async () => {
  await using api = await startTestApi({ PUBLIC_URL: 'https://product.test' })
  const answer = await sendJson(api, `${PUBLIC}/prelogin`, {}, { cookie: newBrowser() })
  expect(answer.headers.getSetCookie()).toEqual([
    expect.stringMatching(
      new RegExp(`^__Host-did=avdv_[A-Za-z0-9_-]{43}; ${FLAGS.replace('HttpOnly;', 'HttpOnly; Secure;')}$`),
    ) as string,
  ])
})

test('Ten wrong PINs lock out browsers that are not recognised, until PIN and code are right in any browser [DEVICE-02]', async () => {
  const { number, cookie } = await atHome()
  await wrong(10, number)
  await expect(preLogin(number)).rejects.toMatchObject(WRONG)
  expect((await preLogin(number, GOOD_PIN, cookie)).status).toBe(200)
  the.api.clock.advance(30 * DAY_MS)
  await expect(preLogin(number)).rejects.toMatchObject(WRONG)
  await signInOn(the.api, cookie, number)
  await wrong(9, number)
  expect((await preLogin(number)).status).toBe(200)
})

test('Thirty wrong PINs lock out browsers that are not recognised until another PIN is set, despite log-ins [DEVICE-02]', async () => {
  const { number, cookie } = await atHome()
  for (let i = 0; i < 3; i++) {
    await wrong(10, number)
    await signInOn(the.api, cookie, number)
  }
  await expect(preLogin(number)).rejects.toMatchObject(WRONG)
  expect((await preLogin(number, GOOD_PIN, cookie)).status).toBe(200)
  const recoverPinToken = await provenNumber(the.api, number)
  await changePin(the.api, number, recoverPinToken)
  await wrong(9, number)
  expect((await preLogin(number, OTHER_PIN)).status).toBe(200)
})

test('A wrong PIN and any PIN during a lockout get the same answer [DEVICE-04]', async () => {
  const { number } = await atHome()
  const answer = async (pin: string) => {
    const { status, text, headers } = await sendJson(the.api, `${PUBLIC}/prelogin`, { phone: digits(number), pin })
    return { status, text, headers: [...headers.keys()].toSorted() }
  }
  const first = await answer('0000')
  await wrong(9, number)
  expect(await answer(GOOD_PIN)).toEqual(first)
})

test('Pre-login, token endpoint and deletion share one count of wrong PINs, of which a right PIN gives none back [DEVICE-02 ACCOUNT-02]', async () => {
  const { number, bearer } = await atHome()
  const remove = (pin: string) => the.api.client('deleteAccount', { body: { pin } }, { bearer })
  for (let i = 0; i < 3; i++) await expect(passwordGrant(the.api, number, '0000')).rejects.toThrow('invalid_grant')
  for (let i = 0; i < 3; i++) await expect(remove('0000')).rejects.toMatchObject({ code: 'wrong_verification' })
  await wrong(3, number)
  expect((await preLogin(number)).status).toBe(200)
  await wrong(1, number)
  await expect(preLogin(number)).rejects.toMatchObject(WRONG)
  await expect(remove(GOOD_PIN)).rejects.toMatchObject({ code: 'wrong_verification' })
  await expect(passwordGrant(the.api, number, GOOD_PIN)).rejects.toThrow('invalid_grant')
})

test('Ten wrong PINs in recognised browsers together cause no wait, and then the account recognises none [DEVICE-03]', async () => {
  const { number, bearer, cookie, other } = await atHome(2)
  await wrong(5, number, cookie)
  await wrong(4, number, other)
  expect((await preLogin(number, GOOD_PIN, cookie)).status).toBe(200)
  expect(await recognised(bearer)).toBe(2)
  await wrong(1, number, other)
  expect(await recognised(bearer)).toBe(0)
  expect((await preLogin(number, GOOD_PIN, cookie)).status).toBe(200)
  await wrong(10, number)
  await expect(preLogin(number, GOOD_PIN, cookie)).rejects.toMatchObject(WRONG)
})

test('A log-in takes back no wrong PIN of recognised browsers: with nine before and one after it none is recognised [DEVICE-03]', async () => {
  const { number, bearer, cookie } = await atHome()
  await wrong(9, number, cookie)
  await signInOn(the.api, cookie, number)
  await signInOn(the.api, newBrowser(), number)
  expect(await recognised(bearer)).toBe(2)
  await wrong(1, number, cookie)
  expect(await recognised(bearer)).toBe(0)
})

test('Once ten wrong PINs made an account forget its browsers, the next one to log in begins at zero [DEVICE-03]', async () => {
  const { number, bearer, cookie } = await atHome()
  await wrong(10, number, cookie)
  await signInOn(the.api, cookie, number)
  await wrong(9, number, cookie)
  expect(await recognised(bearer)).toBe(1)
  await wrong(1, number, cookie)
  expect(await recognised(bearer)).toBe(0)
})

test('A browser is recognised by the account whose PIN and code were right in it, and by no other [DEVICE-02]', async () => {
  const [{ bearer, number }, { cookie }] = [await registered(the.api), await atHome()]
  await passwordGrant(the.api, number, GOOD_PIN, newBrowser())
  await preLogin(number)
  expect(await recognised(bearer)).toBe(0)
  await wrong(10, number)
  await expect(preLogin(number, GOOD_PIN, cookie)).rejects.toMatchObject(WRONG)
})

test('A browser that sets another PIN is recognised and no other one is, and no earlier wrong PIN counts [RESET-06]', async () => {
  const { number, cookie, other } = await atHome(2)
  await wrong(10, number)
  const recoverPinToken = await provenNumber(the.api, number, other)
  await changePin(the.api, number, recoverPinToken, OTHER_PIN, other)
  expect((await preLogin(number, OTHER_PIN)).status).toBe(200)
  await wrong(10, number)
  expect((await preLogin(number, OTHER_PIN, other)).status).toBe(200)
  await expect(preLogin(number, OTHER_PIN, cookie)).rejects.toMatchObject(WRONG)
})

test('A browser is recognised by at most five accounts: the one it was used for longest ago forgets it [DEVICE-10]', async () => {
  const shared = newBrowser()
  const bearers: string[] = []
  for (let i = 0; i < 6; i++) {
    const { number, bearer } = await registered(the.api)
    await signInOn(the.api, shared, number)
    bearers.push(bearer)
    the.api.clock.advance(1_000)
  }
  expect(await Promise.all(bearers.map(recognised))).toEqual([0, 1, 1, 1, 1, 1])
})
