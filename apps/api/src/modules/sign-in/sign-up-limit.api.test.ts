import { HOUR_MS } from '@avouch/contract'
import { describe, expect, test } from 'vitest'
import { newAddress } from '#test/address.ts'
import { digits, GOOD_PIN, newBrowser, newNumber, registered } from '#test/builders.ts'
import { holdTime, useTestApi } from '#test/use-test-api.ts'
import { sendJson } from '#test/wire.ts'

const LIMITS = 'signup.number=3/24h'
const DAY_SECONDS = 24 * 60 * 60

describe('sign-ups of one number', () => {
  const the = useTestApi({ LIMITS })
  const signUpOf = (number: string, cookie = newBrowser()) => {
    const body = { phone: digits(number), password: GOOD_PIN, language: 'en', data_collection_consent: false } as const
    return the.api.client('signup', { body }, { cookie, address: newAddress() })
  }
  const REFUSED = { status: 429, code: 'too_many_requests' }

  test('LIMIT-14 T-01 are limited to three at once, over all addresses and browsers; a place comes back every eight hours', async () => {
    holdTime(the.api)
    const number = newNumber()
    for (let i = 0; i < 3; i++) expect((await signUpOf(number)).status).toBe(201)
    const refusal = (await signUpOf(number).catch((error: unknown) => error)) as { problem: { retry_after: number } }
    expect(refusal).toMatchObject(REFUSED)
    expect(refusal.problem.retry_after).toBeGreaterThan(DAY_SECONDS / 3 - 60)
    expect(refusal.problem.retry_after).toBeLessThanOrEqual(DAY_SECONDS / 3)
    expect((await signUpOf(newNumber())).status).toBe(201)
    the.api.clock.advance(8 * HOUR_MS - 60_000)
    await expect(signUpOf(number)).rejects.toMatchObject(REFUSED)
    the.api.clock.advance(60_000)
    expect((await signUpOf(number)).status).toBe(201)
  })

  test('LIMIT-14 REG-08 count once in one browser, also when it is refused for another reason', async () => {
    const [number, cookie] = [newNumber(), newBrowser()]
    for (let i = 0; i < 5; i++) expect((await signUpOf(number, cookie)).status).toBe(201)
    for (let i = 0; i < 2; i++) expect((await signUpOf(number)).status).toBe(201)
    const late = newBrowser()
    for (let i = 0; i < 2; i++) await expect(signUpOf(number, late)).rejects.toMatchObject(REFUSED)
    expect((await signUpOf(number, cookie)).status).toBe(201)
    the.api.clock.advance(24 * HOUR_MS)
    expect((await signUpOf(number, late)).status).toBe(201)
  })

  test('LIMIT-14 REG-07 with an account are answered 409, however often', async () => {
    const { number } = await registered(the.api)
    for (let i = 0; i < 5; i++)
      await expect(signUpOf(number)).rejects.toMatchObject({ status: 409, code: 'phone_number_exist' })
  })
})

describe('while accounts are concealed', () => {
  const the = useTestApi({ LIMITS, ACCOUNT_EXISTENCE: 'conceal' })

  test('LIMIT-14 X-05 EXIST-04 numbers with and without an account get the same refusal', async () => {
    const seen = async (number: string) => {
      const answers = []
      for (let i = 0; i < 5; i++) {
        const body = { phone: digits(number), password: GOOD_PIN, language: 'en', data_collection_consent: false }
        const from = { cookie: newBrowser(), 'x-forwarded-for': newAddress() }
        const { status, text, headers } = await sendJson(the.api, '/auth/public/app/signup', body, from)
        answers.push([status, text.replace(/"retry_after":\d+/, ''), [...headers.keys()].sort()])
      }
      return answers
    }
    const known = await seen((await registered(the.api)).number)
    expect(known).toEqual(await seen(newNumber()))
    expect(known.map(([status]) => status)).toEqual([201, 201, 201, 429, 429])
  })
})
