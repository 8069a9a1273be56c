import { HOUR_MS, MINUTE_MS } from '@avouch/contract'
import { expect, test } from 'vitest'
import { newAddress } from '#test/address.ts'
import {
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
import { soak } from '#test/soak.ts'
import { pinCount } from '#test/pin-count.ts'
import { rows, tally, times, together } from '#test/together.ts'
import { holdTime, useTestApi } from '#test/use-test-api.ts'

const the = useTestApi({
  DATABASE_POOL_SIZE: '20',
  LIMITS:
    'captcha.address=12/min, signup.browser=1000/h, signup.address=2/h, existence.browser=2/h, login-failed.address=2/10min, intent.address=12/min',
})

const captcha = (address: string) => () =>
  the.api.client('captcha', { query: { action: 'signup' } }, { address }).then(() => undefined)

test.each([1, 2, 3])('R-14 of twenty requests for the last slot exactly one passes (%i)', async () => {
  holdTime(the.api)
  const address = newAddress()
  for (let i = 0; i < 11; i++) await captcha(address)()
  expect(tally(await together(times(20, captcha(address))))).toEqual({ ok: 1, '429 too_many_requests': 19 })
})

test('R-14 of twenty at the end of a window exactly as many as there are slots pass', async () => {
  const address = newAddress()
  for (let i = 0; i < 12; i++) await captcha(address)()
  the.api.clock.advance(60_000)
  expect(tally(await together(times(20, captcha(address))))).toEqual({ ok: 12, '429 too_many_requests': 8 })
})

test('R-14 LIMIT-01 a refusal by one rule takes no place of another', async () => {
  holdTime(the.api)
  const address = newAddress()
  const registration = () => ({ phone: digits(newNumber()), password: GOOD_PIN }) as const
  const more = { language: 'en', data_collection_consent: false } as const
  const signUp = () =>
    the.api.client('signup', { body: { ...registration(), ...more } }, { address, cookie: newBrowser() })
  expect(tally(await together(times(30, signUp)))).toEqual({ ok: 10, '429 too_many_requests': 20 })
  const places = await rows(
    the.api,
    "select rule, round((level - $1) / step)::int as places from counter where rule like 'signup.network%'",
    [the.api.clock.now().getTime()],
  )
  expect(places.map((row) => row['places'])).toEqual([10])
})

test('R-14 LIMIT-06 of many concurrent wrong PINs no more are compared than there are slots', async () => {
  const preLogin = () => the.api.client('prelogin', { body: { phone: digits(newNumber()), pin: '0000' } })
  const answers = tally(await together(times(30, preLogin)))
  expect(answers).toEqual({ '404 phone_number_does_not_exist': 10, '429 too_many_requests': 20 })
})

test('R-14 LIMIT-06 taking and returning slots concurrently never deadlocks', async () => {
  const { number } = await registered(the.api)
  for (let round = 0; round < soak(4, 12); round++)
    expect(tally(await together(times(9, () => passwordGrant(the.api, number, GOOD_PIN))))).toEqual({ ok: 9 })
})

test('R-14 EXIST-01 a number beyond the budget is never disclosed, however often it is requested concurrently', async () => {
  const cookie = newBrowser()
  const ask = (phone: string) => () =>
    the.api.client('prelogin', { body: { phone, pin: '0000' } }, { address: newAddress(), cookie })
  for (let i = 0; i < 2; i++)
    await expect(ask(digits(newNumber()))()).rejects.toMatchObject({ code: 'phone_number_does_not_exist' })
  for (let round = 0; round < 2; round++)
    expect(tally(await together(times(12, ask(digits(newNumber())))))).toEqual({ '401 wrong_login_info': 12 })
})

test("LIMIT-13 counts in one process's memory reach the others", async () => {
  const twin = await the.api.twin()
  try {
    const look = (client: typeof twin.client) => () =>
      client('intentSummary', { params: { id: 'x'.repeat(22) } }).then(() => undefined)
    await together(times(12, look(the.api.client)))
    await expect
      .poll(async () => tally(await together([look(twin.client)])), { interval: 500 })
      .toEqual({ '429 too_many_requests': 1 })
  } finally {
    await twin.close()
  }
})

test('LIMIT-01 the rows of a limit identify no caller', async () => {
  const address = '203.0.113.99'
  await captcha(address)()
  const kept = JSON.stringify(await rows(the.api, `select encode(key, 'escape') as key, key::text as hex from counter`))
  expect(kept).not.toContain('203.0.113')
  expect(kept.length).toBeGreaterThan(100)
})

test('LIMIT-09 while counting is impossible, log-ins are refused and reads continue', async () => {
  const { bearer, number } = await registered(the.api)
  const recovery = await the.api.client('recoverCode', { body: { phone: digits(number), language: 'en' } })
  const pinId = recovery.data?.pinId ?? ''
  await rows(the.api, 'alter table counter rename to counter_away')
  try {
    const away = { status: 503, code: 'service_unavailable', problem: { retry_after: 5 } }
    const phone = digits(number)
    const registration = { phone, password: GOOD_PIN, language: 'en', data_collection_consent: false } as const
    for (const refused of [
      () => the.api.client('prelogin', { body: { phone, pin: GOOD_PIN } }),
      () => the.api.client('signup', { body: registration }),
      () => the.api.client('recoverCode', { body: { phone, language: 'en' } }),
      () => the.api.client('recoverVerify', { body: { pinId, code: '000000' } }),
    ])
      await expect(refused()).rejects.toMatchObject(away)
    expect((await the.api.client('me', {}, { bearer })).status).toBe(200)
    expect((await the.api.client('kycStatus', {}, { bearer })).status).toBe(200)
    expect((await the.api.client('captcha', { query: { action: 'signup' } })).status).toBe(200)
  } finally {
    await rows(the.api, 'alter table counter_away rename to counter')
  }
})

const ADDRESSES = soak(320, 2_000)
/** Fewer than PIN hashes run at once. */
const AT_ONCE = 40
test('T-05 LIMIT-06 thousands of addresses get ten tries at one PIN, and the owner logs in', {
  timeout: 300_000,
}, async () => {
  const { number, tokens } = await registered(the.api)
  const home = newBrowser()
  the.api.clock.advance(2 * MINUTE_MS)
  await signInOn(the.api, home, number)
  const guess = (i: number) => () =>
    the.api.client(
      'prelogin',
      { body: { phone: digits(number), pin: String(i).padStart(4, '0') } },
      { address: newAddress(), cookie: i % 2 === 0 ? newBrowser() : undefined },
    )
  for (let sent = 0; sent < ADDRESSES; sent += AT_ONCE) {
    const answers = await together(Array.from({ length: AT_ONCE }, (_, i) => guess(sent + i)))
    expect(tally(answers)).toEqual({ '401 wrong_login_info': AT_ONCE })
    // The owner logs in between in a known browser, which resets no other counter.
    if (sent % (10 * AT_ONCE) === 0) await signInOn(the.api, home, number)
    the.api.clock.advance(4 * HOUR_MS)
  }
  expect(await pinCount(the.api, 'pin.strangers.total', tokens.user_id)).toBe(10)

  expect((await signInOn(the.api, home, number)).user_id).toBe(tokens.user_id)
  const elsewhere = newBrowser()
  await expect(passwordGrant(the.api, number, GOOD_PIN, elsewhere)).rejects.toMatchObject({ code: 'invalid_grant' })
  const recoverPinToken = await provenNumber(the.api, number, elsewhere)
  await the.api.client(
    'changePin',
    { body: { phone: digits(number), pin: OTHER_PIN, recoverPinToken } },
    { cookie: elsewhere },
  )
  the.api.clock.advance(2 * MINUTE_MS)
  expect((await signInOn(the.api, elsewhere, number, OTHER_PIN)).user_id).toBe(tokens.user_id)
})
