import { MINUTE_MS } from '@avouch/contract'
import { expect, test } from 'vitest'
import {
  beginCheck,
  beginSignIn,
  checked,
  confirmCode,
  createIntent,
  passwordGrant,
  registered,
  report,
  returnIdOf,
  signUp,
} from '#test/builders.ts'
import { chained } from '#test/audit-trail.ts'
import { holdTime, useTestApi } from '#test/use-test-api.ts'

const DAY_MS = 24 * 60 * MINUTE_MS
const the = useTestApi()

const statusOf = async (bearer: string) => (await the.api.client('kycStatus', {}, { bearer })).data.result.status
const statusLater = (bearer: string) => statusOf(bearer).catch((error: unknown) => (error as { code: string }).code)
const underAge = () => checked(the.api, 'UNDERAGED')

/** The erasing job sends the provider's event, so the erasure has begun once it arrived. */
async function erased() {
  const visitor = await underAge()
  await the.api.world.until(() => the.api.world.eventsOf(visitor.intent.id).length > 0)
  return visitor
}

test('An under-age outcome ends every session at once, also one in another browser [AGE-03]', async () => {
  const { number, pin, bearer, tokens } = await registered(the.api)
  const elsewhere = await confirmCode(the.api, await beginSignIn(the.api, number, pin))
  const { code } = await beginCheck(the.api, bearer)
  await report(the.api, code, 'UNDERAGED')
  for (const token of [bearer, elsewhere.access_token]) {
    await expect(the.api.client('me', {}, { bearer: token })).rejects.toMatchObject({ code: 'invalid_token' })
    await expect(beginCheck(the.api, token)).rejects.toMatchObject({ code: 'invalid_token' })
    expect(await statusOf(token)).toBe('UNDERAGED')
  }
  const body = { grant_type: 'refresh_token', refresh_token: tokens.refresh_token } as const
  await expect(the.api.client('token', { body })).rejects.toMatchObject({ code: 'invalid_grant' })
})

test('Under age, the return id resolves to no intent for as long as the status is answered [KYC-34 AGE-04]', async () => {
  holdTime(the.api)
  const { bearer } = await registered(the.api)
  const intent = await createIntent(the.api)
  const { url, code } = await beginCheck(the.api, bearer, { mintid: intent.mintid })
  const way = () => the.api.client('kycReturn', { params: { id: returnIdOf(url) } }, { bearer })
  expect((await way()).data).toEqual({ mintid: intent.mintid })
  await report(the.api, code, 'UNDERAGED')
  expect((await way()).data).toEqual({ mintid: null })
  await the.api.world.until(() => the.api.world.eventsOf(intent.id).length > 0)
  the.api.clock.advance(15 * MINUTE_MS - 1_000)
  expect((await way()).data).toEqual({ mintid: null })
  the.api.clock.advance(1_000)
  await expect(way()).rejects.toMatchObject({ status: 401, code: 'invalid_token' })
})

test('A token that expired during the identity check gets the under-age answer too [AGE-04]', async () => {
  const { bearer } = await registered(the.api)
  const { code } = await beginCheck(the.api, bearer)
  the.api.clock.advance(20 * MINUTE_MS)
  await report(the.api, code, 'UNDERAGED')
  expect(await statusOf(bearer)).toBe('UNDERAGED')
})

test('A token of a session that had ended before gets no under-age answer [AGE-04]', async () => {
  const { bearer } = await registered(the.api)
  const { code } = await beginCheck(the.api, bearer)
  await the.api.client('revoke', { body: { token: bearer } })
  await report(the.api, code, 'UNDERAGED')
  expect(await statusLater(bearer)).toBe('invalid_token')
})

test('After an under-age outcome a sign-in under way cannot be completed [AGE-03]', async () => {
  const { number, pin, bearer } = await registered(the.api)
  const { code } = await beginCheck(the.api, bearer)
  const begun = await beginSignIn(the.api, number, pin)
  await report(the.api, code, 'UNDERAGED')
  await expect(confirmCode(the.api, begun)).rejects.toMatchObject({ status: 401 })
})

test('A refused registration after under age deletes the sign-ups of the number, and is in the audit trail [AGE-05]', async () => {
  const stops = async () => (await the.api.rows(`select 1 from audit_event where type = 'signup.stopped'`)).length
  const { number, pin } = await erased()
  await chained(the.api)
  const before = await stops()
  await expect(confirmCode(the.api, await signUp(the.api, number))).rejects.toMatchObject({ code: 'under_age_18' })
  await expect(passwordGrant(the.api, number, pin)).rejects.toMatchObject({ code: 'invalid_grant' })
  await chained(the.api)
  expect(await stops()).toBe(before + 1)
})

test('An adult later reported under age is deactivated at once with that answer, and erased after 30 days only [AGE-06]', async () => {
  const { bearer, code, number, pin, intent } = await checked(the.api, 'COMPLETED')
  await report(the.api, code, 'UNDERAGED')
  expect(await statusOf(bearer)).toBe('UNDERAGED')
  await expect(the.api.client('me', {}, { bearer })).rejects.toMatchObject({ code: 'invalid_token' })
  await the.api.world.until(() => the.api.world.eventsOf(intent.id).length > 0)
  expect(the.api.world.eventsOf(intent.id)[0]?.event.data.result).toBe('no')
  await expect(confirmCode(the.api, await signUp(the.api, number, pin))).rejects.toMatchObject({
    code: 'phone_number_exist',
  })

  the.api.clock.advance(30 * DAY_MS)
  await erased()
  expect((await registered(the.api, number, pin)).tokens.user_id).toMatch(/^usr_/)
})
