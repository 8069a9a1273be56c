import { HOUR_MS, MINUTE_MS } from '@avouch/contract'
import type * as Argon2 from '@node-rs/argon2'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { newAddress } from '#test/address.ts'
import { digits, GOOD_PIN, newBrowser, newNumber, OTHER_PIN, registered, signInOn } from '#test/builders.ts'
import { holdTime, useTestApi } from '#test/use-test-api.ts'
import { sendForm, sendJson } from '#test/wire.ts'

const argon2 = vi.hoisted(() => {
  // Files share a worker: the server is loaded again, or it would not have the counting one.
  vi.resetModules()
  return { runs: 0 }
})
vi.mock('@node-rs/argon2', async (importOriginal) => {
  const original = await importOriginal<typeof Argon2>()
  const counted =
    <A extends unknown[], T>(run: (...of: A) => T) =>
    (...of: A): T => {
      argon2.runs += 1
      return run(...of)
    }
  return { ...original, hash: counted(original.hash), verify: counted(original.verify) }
})

const PUBLIC = '/auth/public/app'
const WRONG_CODES = ['111111', '222222', '333333', '444444', '555555', '666666', '777777']
const the = useTestApi({ ACCOUNT_EXISTENCE: 'conceal', LIMITS_FACTOR: '10', LIMITS: 'code.number=5/10/24h' })

type Answer = Awaited<ReturnType<typeof sendJson>>
/** What an observer could distinguish two numbers by; random ids are masked. */
function seen({ status, headers, text }: Answer, runs: number) {
  const names = [...headers.keys()].filter((name) => name !== 'date')
  const alike = text.replaceAll(/"(pinId|access_token|refresh_token|user_id)":"(\w+?_)[^"]+"/g, '"$1":"$2"')
  return { status, names: names.filter((name) => name !== 'content-length'), text: alike, runs }
}

/** A different code where this one happens to be right. */
const wrongAt = (number: string, code: string) =>
  the.api.world.sentTo(number).some(({ text }) => text.startsWith(code)) ? '888888' : code

/** One visitor's calls, and what an observer saw of each. */
function visitor(number: string) {
  const [address, cookie] = [newAddress(), newBrowser()]
  const trail: ReturnType<typeof seen>[] = []
  const from = { 'x-forwarded-for': address, cookie }
  const watch = async (call: () => Promise<Answer>) => {
    argon2.runs = 0
    const answer = await call()
    trail.push(seen(answer, argon2.runs))
    return answer.body ?? {}
  }
  const phone = digits(number)
  return {
    trail,
    preLogin: (pin: string) => watch(() => sendJson(the.api, `${PUBLIC}/prelogin`, { phone, pin }, from)),
    preChange: () => watch(() => sendJson(the.api, `${PUBLIC}/prechangepin`, { phone }, from)),
    recover: () => watch(() => sendJson(the.api, `${PUBLIC}/recover/code`, { phone, language: 'en' }, from)),
    verify: (pinId: unknown, code: string) =>
      watch(() => sendJson(the.api, `${PUBLIC}/recover/verify`, { pinId, code: wrongAt(number, code) }, from)),
    signUp: (pin: string) =>
      watch(() =>
        sendJson(
          the.api,
          `${PUBLIC}/signup`,
          { phone, password: pin, language: 'de', data_collection_consent: false },
          from,
        ),
      ),
    grant: (pin: string) =>
      watch(() =>
        sendForm(the.api, '/auth/api/oauth/token', `grant_type=password&username=${phone}&password=${pin}`, from),
      ),
    resend: (bearer: unknown, pinId?: unknown) =>
      watch(() =>
        sendJson(the.api, '/auth/api/2fa/resend', { pinId }, { ...from, authorization: `Bearer ${String(bearer)}` }),
      ),
    confirm: (bearer: unknown, pinId: unknown, code: string) =>
      watch(() =>
        sendJson(
          the.api,
          '/auth/api/2fa/verify',
          { pinId, code: wrongAt(number, code) },
          { ...from, authorization: `Bearer ${String(bearer)}` },
        ),
      ),
  }
}
type Visitor = ReturnType<typeof visitor>

/** The same calls about a number with an account and about one without. */
async function bothSee(act: (visitor: Visitor) => Promise<void>) {
  holdTime(the.api)
  const { number } = await registered(the.api)
  const [known, unknown] = [visitor(number), visitor(newNumber())]
  await act(known)
  await act(unknown)
  expect(known.trail.length).toBeGreaterThan(0)
  expect(known.trail).toEqual(unknown.trail)
  return known.trail.map(({ status }) => status)
}

describe('while accounts are concealed, numbers with and without an account get the same answers', () => {
  test('X-05 EXIST-02 at pre-login, up to the lockout and beyond, with one PIN hash (or dummy hash) each', async () => {
    const firstRuns: number[] = []
    const statuses = await bothSee(async ({ preLogin, trail }) => {
      for (let i = 0; i < 12; i++) await preLogin('0000')
      firstRuns.push(trail[0]?.runs ?? 0)
    })
    expect(new Set(statuses)).toEqual(new Set([401]))
    expect(firstRuns).toEqual([1, 1])
  })

  test('X-05 EXIST-02 at the token endpoint', async () => {
    const statuses = await bothSee(async ({ grant, preLogin }) => {
      for (let i = 0; i < 5; i++) await grant('0000')
      await preLogin('0000')
      for (let i = 0; i < 6; i++) await grant('0000')
    })
    expect(statuses.filter((status) => status === 400)).toHaveLength(11)
  })

  test('X-05 EXIST-03 CODE-17 at recovery: the same waits, the same refusal of the sixth code, and a link for both after five', async () => {
    const forms: unknown[] = []
    const statuses = await bothSee(async ({ preChange, recover, verify }) => {
      await preChange()
      for (let round = 0; round < 4; round++) {
        const { pinId, form } = await recover()
        forms.push(form)
        expect((await recover())['pinId']).toBe(pinId)
        for (const code of [...WRONG_CODES.slice(0, 2), ...WRONG_CODES]) await verify(pinId, code)
        the.api.clock.advance(2 * MINUTE_MS)
      }
    })
    expect(statuses[0]).toBe(200)
    expect(forms).toEqual(['digits', 'link', 'link', 'link', 'digits', 'link', 'link', 'link'])
  })

  test('X-05 EXIST-04 at sign-up: it continues, and every code is wrong', async () => {
    const statuses = await bothSee(async ({ signUp, grant, resend, confirm }) => {
      await signUp(OTHER_PIN)
      await grant('0000')
      const { access_token } = await grant(OTHER_PIN)
      const { pinId } = await resend(access_token)
      await resend(access_token, pinId)
      the.api.clock.advance(MINUTE_MS)
      await resend(access_token, pinId)
      for (const code of WRONG_CODES) await confirm(access_token, pinId, code)
    })
    expect(statuses.slice(0, 6)).toEqual([201, 400, 200, 200, 429, 200])
    expect(statuses.slice(6)).toEqual(WRONG_CODES.map(() => 422))
  })

  test('X-05 EXIST-03 EXIST-04 when the SMS is refused', async () => {
    const statuses = await bothSee(async ({ recover, verify, signUp, grant, resend, confirm }) => {
      the.api.world.answers.sms.status = 422
      const reset = await recover()
      await verify(reset['pinId'], '111111')
      await signUp(OTHER_PIN)
      const { access_token } = await grant(OTHER_PIN)
      const { pinId } = await resend(access_token)
      await confirm(access_token, pinId, '111111')
      the.api.world.answers.sms.status = 202
    })
    expect(statuses).toEqual([200, 422, 201, 200, 200, 422])
  })
})

describe('the holder of a number that another person tries to register', () => {
  test("EXIST-04 gets an SMS without a code, in the account's language, once a day", async () => {
    const { number } = await registered(the.api)
    const before = the.api.world.sentTo(number).length
    const attempt = async () => {
      const stranger = visitor(number)
      await stranger.signUp(OTHER_PIN)
      const { access_token } = await stranger.grant(OTHER_PIN)
      await stranger.resend(access_token)
    }
    await attempt()
    await the.api.world.until(() => the.api.world.sentTo(number).length > before)
    const text = the.api.world.sentTo(number).at(-1)?.text
    expect(text).toMatch(/already has an account with Avouch/)
    expect(text).not.toMatch(/\d/)
    the.api.clock.advance(23 * HOUR_MS)
    await attempt()
    the.api.clock.advance(HOUR_MS)
    await attempt()
    await the.api.world.until(() => the.api.world.sentTo(number).length > before + 1)
    expect(the.api.world.sentTo(number)).toHaveLength(before + 2)
  })

  test('EXIST-04 can log in as usual', async () => {
    const { number } = await registered(the.api)
    for (let i = 0; i < 3; i++) await visitor(number).signUp(OTHER_PIN)
    the.api.clock.advance(2 * MINUTE_MS)
    expect((await signInOn(the.api, newBrowser(), number)).user_id).toMatch(/^usr_/)
  })

  test('EXIST-01 gets true answers in a known browser', async () => {
    const { number } = await registered(the.api)
    const cookie = newBrowser()
    the.api.clock.advance(2 * MINUTE_MS)
    await signInOn(the.api, cookie, number)
    const body = { phone: digits(number), password: OTHER_PIN, language: 'en', data_collection_consent: false } as const
    await expect(the.api.client('signup', { body }, { cookie })).rejects.toMatchObject({ code: 'phone_number_exist' })
  })

  test('EXIST-04 a number without an account can still be registered', async () => {
    expect((await registered(the.api)).tokens.user_id).toMatch(/^usr_/)
  })
})

describe('the budget for account disclosure', () => {
  const open = useTestApi()
  const status = (number: string, cookie?: string) =>
    open.api
      .client('prelogin', { body: { phone: digits(number), pin: '0000' } }, { cookie })
      .then(({ status: given }) => given)
      .catch((error: unknown) => (error as { status: number }).status)
  const numbers = Array.from({ length: 10 }, newNumber)
  beforeEach(() => {
    argon2.runs = 0
  })

  test('EXIST-01 X-05 an address learns about ten numbers at once; beyond that accounts are concealed', async () => {
    for (const number of numbers) expect(await status(number)).toBe(404)
    const { number } = await registered(open.api)
    expect(await status(newNumber())).toBe(401)
    const body = { phone: digits(newNumber()) }
    expect((await open.api.client('prechangePin', { body })).status).toBe(200)
    expect((await open.api.client('recoverCode', { body: { ...body, language: 'en' } })).status).toBe(200)
    const registration = { password: GOOD_PIN, language: 'en', data_collection_consent: false } as const
    expect((await open.api.client('signup', { body: { ...registration, phone: digits(number) } })).status).toBe(201)
    for (const asked of numbers.slice(0, 3)) expect(await status(asked)).toBe(404)
    open.api.place.address = newAddress()
    expect(await status(newNumber())).toBe(404)
  })

  test('EXIST-01 T-01 has a place again after sixteen minutes', async () => {
    holdTime(open.api)
    for (const number of numbers) await status(number)
    open.api.clock.advance(950 * 1_000)
    expect(await status(newNumber())).toBe(401)
    open.api.clock.advance(10 * 1_000)
    expect(await status(newNumber())).toBe(404)
    expect(await status(newNumber())).toBe(401)
  })
})
