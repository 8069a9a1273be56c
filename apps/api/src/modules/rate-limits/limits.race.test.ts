import { afterAll, beforeAll, expect, test } from 'vitest'
import { newAddress } from '#test/address.ts'
import { digits, GOOD_PIN, newBrowser, newNumber, registered, requestReset, signUp } from '#test/builders.ts'
import { isSoak } from '#test/soak.ts'
import { rows, tally, times, together } from '#test/together.ts'
import { holdTime, useTestApi } from '#test/use-test-api.ts'

const the = useTestApi({
  DATABASE_POOL_SIZE: '20',
  LIMITS: 'captcha.address=12/min, lookup.address=12/day, lookup.network=15/day, login-failed.address=1000/day',
})
let twin: Awaited<ReturnType<typeof the.api.twin>>
beforeAll(async () => {
  twin = await the.api.twin()
})
afterAll(() => twin.close())

const TOO_MANY = '429 too_many_requests'
/** The question whether a number without an account has one, which is counted in the database, at either process. */
const lookUp = (address: string) => (i: number) =>
  (i % 2 === 0 ? the.api.client : twin.client)('prechangePin', { body: { phone: digits(newNumber()) } }, { address })
const captcha = (address: string, client = the.api.client) =>
  times(20, () => client('captcha', { query: { action: 'signup' } }, { address }))

test.each(isSoak ? [1, 2, 3] : [1])(
  'Of twenty calls for the last place of a limit, at two processes, exactly one passes (%i) [R-14]',
  async () => {
    holdTime(the.api)
    const address = newAddress()
    for (let i = 0; i < 11; i++) await lookUp(address)(i)
    expect(tally(await together(times(20, lookUp(address))))).toEqual({ ok: 1, [TOO_MANY]: 19 })
  },
)

test('A refusal by one limit counts nothing at another [R-14 LIMIT-01]', async () => {
  holdTime(the.api)
  const [address, neighbour] = ['2001:db8:bb:1::1', '2001:db8:bb:2::1']
  expect(tally(await together(times(30, lookUp(address))))).toEqual({ ok: 12, [TOO_MANY]: 18 })
  expect(tally(await together(times(30, lookUp(neighbour))))).toEqual({ ok: 3, [TOO_MANY]: 27 })
})

test('Look-ups by sign-ups whose codes are typed in at once are given back, without a deadlock [R-14 LIMIT-17]', async () => {
  holdTime(the.api)
  const begun = await Promise.all(Array.from({ length: 6 }, () => signUp(the.api)))
  const confirm = ({ bearer, pinId, code }: (typeof begun)[number]) =>
    the.api.client('verifyCode', { body: { pinId, code } }, { bearer })
  expect(tally(await together(begun.map((one) => () => confirm(one))))).toEqual({ ok: 6 })
})

test('Each process counts calls in its own memory, and lets as many through as the other', async () => {
  holdTime(the.api)
  const address = newAddress()
  for (const { client } of [the.api, twin])
    expect(tally(await together(captcha(address, client)))).toEqual({ ok: 12, [TOO_MANY]: 8 })
})

test('The rows of a limit identify no caller [LIMIT-01]', async () => {
  await lookUp('203.0.113.99')(0)
  const kept = JSON.stringify(
    await rows(the.api, `select encode(key, 'escape') as key, key::text as hex from rate_limit`),
  )
  expect(kept).not.toContain('203.0.113')
  expect(kept.length).toBeGreaterThan(50)
})

test('While counting is impossible, log-ins are refused and reads continue [LIMIT-09]', async () => {
  const { bearer, number } = await registered(the.api)
  const { pinId } = await requestReset(the.api, number)
  await rows(the.api, 'alter table rate_limit rename to rate_limit_away')
  try {
    const away = { status: 503, code: 'service_unavailable', problem: { retry_after: 5 } }
    const phone = digits(number)
    const registration = { phone, password: GOOD_PIN, language: 'en', data_collection_consent: false } as const
    for (const refused of [
      () => the.api.client('prelogin', { body: { phone, pin: GOOD_PIN } }),
      () => the.api.client('signup', { body: registration }),
      () => the.api.client('prechangePin', { body: { phone } }),
      () => the.api.client('recoverCode', { body: { phone, language: 'en' } }, { cookie: newBrowser() }),
      () => the.api.client('recoverVerify', { body: { pinId, code: '000000' } }),
    ])
      await expect(refused()).rejects.toMatchObject(away)
    expect((await the.api.client('me', {}, { bearer })).status).toBe(200)
    expect((await the.api.client('kycStatus', {}, { bearer })).status).toBe(200)
    expect((await the.api.client('captcha', { query: { action: 'signup' } })).status).toBe(200)
  } finally {
    await rows(the.api, 'alter table rate_limit_away rename to rate_limit')
  }
})
