import { HOUR_MS, type VendorOutcome } from '@avouch/contract'
import { decodeJwt } from 'jose'
import { beforeAll, expect, test } from 'vitest'
import {
  beginCheck,
  beginSignIn,
  checked,
  confirmCode,
  createIntent,
  createMuseumIntent,
  report,
  sendCallback,
  vendorMessage,
} from '#test/builders.ts'
import { useTestApi } from '#test/use-test-api.ts'
import { sendJson } from '#test/wire.ts'

const the = useTestApi()
// Days are compared, so no midnight may pass within a test.
beforeAll(() => the.api.clock.toNextDay())
const DAY_MS = 24 * HOUR_MS
const TOO_OLD = { status: 422, code: 'wrong_verification' }
const NO_CHECK = { code: '', url: null }

const statusOf = async (bearer: string) => (await the.api.client('kycStatus', {}, { bearer })).data.result.status
const confirm = async (mintid: string, bearer: string) =>
  (await the.api.client('confirmIntent', { params: { id: mintid }, body: {} }, { bearer })).data.data.result
/** The day of the proof in the provider's verdict. */
async function verifiedOn(id: string) {
  const { data } = await the.api.client(
    'readIntent',
    { params: { id } },
    { bearer: the.api.credentials.provider.apiKey },
  )
  return decodeJwt(data.verdict ?? '')['verified_on']
}
const daysAgo = (days: number) => new Date(the.api.clock.now().getTime() - days * DAY_MS)
const today = () => the.api.clock.now().toISOString().slice(0, 10)

/** A visitor who proved their age so many days ago, and an intent that requires a proof of the last 30. */
async function adultSince(days: number) {
  const { number, pin, code: before } = await checked(the.api, 'COMPLETED')
  the.api.clock.advance(days * DAY_MS)
  const { access_token: bearer } = await confirmCode(the.api, await beginSignIn(the.api, number, pin))
  const strict = await createIntent(the.api, { max_proof_age_days: 30 })
  return { bearer, strict, before }
}
/** The same during the newer check. */
async function rechecking() {
  const { bearer, strict, before } = await adultSince(31)
  const { code } = await beginCheck(the.api, bearer, { mintid: strict.mintid })
  return { bearer, strict, before, code }
}
async function confirmedElsewhere(bearer: string) {
  const museum = await createMuseumIntent(the.api)
  expect(await beginCheck(the.api, bearer, { mintid: museum.mintid })).toEqual(NO_CHECK)
  return confirm(museum.mintid, bearer)
}

test('Where a proof may be 30 days old, one of 30 days is confirmed without a check [PROV-09 T-01]', async () => {
  const { bearer, strict } = await adultSince(30)
  expect(strict.max_proof_age_days).toBe(30)
  expect(await beginCheck(the.api, bearer, { mintid: strict.mintid })).toEqual(NO_CHECK)
  expect(await confirm(strict.mintid, bearer)).toBe(true)
})

test('Where a proof may be 30 days old, one of 31 needs a new check first, whose day the verdict has [PROV-09 T-01]', async () => {
  const { bearer, strict, code } = await rechecking()
  expect(code).not.toBe('')
  expect(await statusOf(bearer)).toBe('')
  await expect(confirm(strict.mintid, bearer)).rejects.toMatchObject(TOO_OLD)
  const { data } = await the.api.client('checkIntent', { params: { id: strict.mintid } }, { bearer })
  expect(data.data.result).toBe(false)

  await report(the.api, code, 'COMPLETED')
  expect(await statusOf(bearer)).toBe('COMPLETED')
  expect(await confirm(strict.mintid, bearer)).toBe(true)
  expect(await verifiedOn(strict.id)).toBe(today())
})

test('Only a provider that requires a recent proof learns the day of the proof [PROV-09]', async () => {
  const { bearer, strict } = await adultSince(2)
  const lax = await createIntent(the.api)
  for (const { mintid } of [strict, lax]) {
    await beginCheck(the.api, bearer, { mintid })
    expect(await confirm(mintid, bearer)).toBe(true)
  }
  expect(await verifiedOn(strict.id)).toBe(daysAgo(2).toISOString().slice(0, 10))
  expect(await verifiedOn(lax.id)).toBeNull()
})

test('A proof is dated by its check, however late the report arrives [PROV-09]', async () => {
  const { bearer, strict, code } = await rechecking()
  const late = vendorMessage(the.api, code, 'COMPLETED', { occurredAt: daysAgo(31) })
  expect((await sendCallback(the.api, late)).status).toBe(200)
  await expect(confirm(strict.mintid, bearer)).rejects.toMatchObject(TOO_OLD)

  const { code: next } = await beginCheck(the.api, bearer, { mintid: strict.mintid })
  const fresh = vendorMessage(the.api, next, 'COMPLETED', { occurredAt: daysAgo(2) })
  expect((await sendCallback(the.api, fresh)).status).toBe(200)
  expect(await confirm(strict.mintid, bearer)).toBe(true)
  expect(await verifiedOn(strict.id)).toBe(daysAgo(2).toISOString().slice(0, 10))
})

test("A proof is not dated back by the report of an earlier check, nor into the future by a vendor's clock [PROV-09]", async () => {
  const { bearer, strict, code } = await rechecking()
  const { code: second } = await beginCheck(the.api, bearer, { mintid: strict.mintid, retry: '1' })
  const ahead = vendorMessage(the.api, second, 'COMPLETED', { occurredAt: daysAgo(-2) })
  expect((await sendCallback(the.api, ahead)).status).toBe(200)
  const earlier = vendorMessage(the.api, code, 'COMPLETED', { occurredAt: daysAgo(40) })
  expect((await sendCallback(the.api, earlier)).status).toBe(200)
  expect(await confirm(strict.mintid, bearer)).toBe(true)
  expect(await verifiedOn(strict.id)).toBe(today())
})

test.each<VendorOutcome>(['MANUAL_REVIEW_REJECTED', 'USER_PROCESS_EXPIRED', 'DELETED'])(
  'A newer check that ends as %s is shown, confirms nothing, and leaves the older proof [PROV-09 KYC-22]',
  async (outcome) => {
    const { bearer, strict, code } = await rechecking()
    await report(the.api, code, outcome)
    expect(await statusOf(bearer)).toBe(outcome)
    await expect(confirm(strict.mintid, bearer)).rejects.toMatchObject(TOO_OLD)
    expect(await confirmedElsewhere(bearer)).toBe(true)
    expect(await statusOf(bearer)).toBe('COMPLETED')
  },
)

test.each([0, 3_651, '30'])('A proof age of at most %o days is refused [PROV-09 X-02]', async (max_proof_age_days) => {
  const authorization = `Bearer ${the.api.credentials.provider.apiKey}`
  const body = { redirect_uri: `${the.api.world.url}/return`, max_proof_age_days }
  const answer = await sendJson(the.api, '/provider/v1/intents', body, { authorization })
  expect([answer.status, answer.body?.['code']]).toEqual([400, 'invalid_request'])
})
