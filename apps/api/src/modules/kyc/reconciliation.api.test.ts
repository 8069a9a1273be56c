import { HOUR_MS, MINUTE_MS, type VendorOutcome } from '@avouch/contract'
import { expect, test } from 'vitest'
import { beginCheck, documentHash, newBrowser, registered, report, signInOn } from '#test/builders.ts'
import { pollEvery } from '#test/test-api.ts'
import { useTestApi } from '#test/use-test-api.ts'

const DAY_MS = 24 * HOUR_MS
const the = useTestApi({}, pollEvery(20))

async function statusOf(bearer: string) {
  return (await the.api.client('kycStatus', {}, { bearer })).data.result.status
}
async function begun() {
  const visitor = await registered(the.api)
  return { ...visitor, ...(await beginCheck(the.api, visitor.bearer)) }
}
type Begun = Awaited<ReturnType<typeof begun>>

/** The status after signing in again: sessions end long before a check does. */
async function laterStatusOf({ number }: Begun) {
  return statusOf((await signInOn(the.api, newBrowser(), number)).access_token)
}

/** A second check that is due for the first time: once it was asked about, the round before is over. */
async function anotherLook() {
  const { code } = await begun()
  the.api.clock.advance(5 * MINUTE_MS)
  await the.api.vendor.untilAsked(code)
}

test.each<VendorOutcome>(['COMPLETED', 'PENDING_MANUAL_REVIEW', 'MANUAL_REVIEW_REJECTED', 'UNDERAGED'])(
  '%s is found by reconciliation when its report is missing [KYC-24]',
  async (outcome) => {
    const { bearer, code } = await begun()
    the.api.vendor.known.set(code, outcome)
    the.api.clock.advance(5 * MINUTE_MS)
    await expect.poll(() => statusOf(bearer)).toBe(outcome)
  },
)

test('A picture that is wanted again is found by reconciliation when its report is missing [KYC-24 KYC-49]', async () => {
  const { bearer, code } = await begun()
  the.api.vendor.answers.body = JSON.stringify({ tc: code, status: '', timestamp: null, again: 'picture' })
  the.api.clock.advance(5 * MINUTE_MS)
  const progress = async () => (await the.api.client('kycStatus', {}, { bearer })).data.result
  await expect.poll(progress).toEqual({ status: '', stage: 'again', reason: 'picture' })
  the.api.vendor.answers.body = undefined
})

test('A document that reconciliation finds proves the age of the newest account alone, as in a report [KYC-30 KYC-24]', async () => {
  const [before, newest] = [await begun(), await begun()]
  await report(the.api, before.code, 'COMPLETED', 'one document')
  the.api.vendor.known.set(newest.code, 'COMPLETED')
  the.api.vendor.documents.set(newest.code, documentHash('one document'))
  the.api.clock.advance(5 * MINUTE_MS)
  await expect.poll(() => statusOf(newest.bearer)).toBe('COMPLETED')
  expect(await statusOf(before.bearer)).toBe('')
})

test('A report is not asked for once it has arrived, nor once another check was started [KYC-24 KYC-35]', async () => {
  const [reported, left] = [await begun(), await begun()]
  await report(the.api, reported.code, 'COMPLETED')
  await beginCheck(the.api, left.bearer, { retry: '1' })
  for (const { code } of [reported, left]) the.api.vendor.known.set(code, 'MANUAL_REVIEW_REJECTED')
  await anotherLook()
  expect([reported, left].map(({ code }) => the.api.vendor.timesAsked(code))).toEqual([0, 0])
  expect([await statusOf(reported.bearer), await statusOf(left.bearer)]).toEqual(['COMPLETED', ''])
})

test('A review whose decision is not reported within half an hour is asked about [KYC-24]', async () => {
  const visitor = await begun()
  const { code } = visitor
  await report(the.api, code, 'PENDING_MANUAL_REVIEW')
  the.api.vendor.known.set(code, 'PENDING_MANUAL_REVIEW')
  await anotherLook()
  expect(the.api.vendor.timesAsked(code)).toBe(0)
  the.api.clock.advance(25 * MINUTE_MS)
  await the.api.vendor.untilAsked(code)
  await anotherLook()
  the.api.vendor.known.set(code, 'COMPLETED')
  the.api.clock.advance(HOUR_MS)
  await the.api.vendor.untilAsked(code, 2)
  await expect.poll(() => laterStatusOf(visitor)).toBe('COMPLETED')
})

test('A review expires after 14 days without a decision, and the check can be repeated [KYC-25 T-01]', async () => {
  const visitor = await begun()
  await report(the.api, visitor.code, 'PENDING_MANUAL_REVIEW')
  the.api.vendor.known.set(visitor.code, 'PENDING_MANUAL_REVIEW')
  the.api.clock.advance(14 * DAY_MS - HOUR_MS)
  await the.api.vendor.untilAsked(visitor.code)
  await anotherLook()
  expect(await laterStatusOf(visitor)).toBe('PENDING_MANUAL_REVIEW')
  the.api.clock.advance(HOUR_MS)
  await the.api.vendor.untilAsked(visitor.code, 2)
  await expect.poll(() => laterStatusOf(visitor)).toBe('USER_PROCESS_EXPIRED')
  const { access_token } = await signInOn(the.api, newBrowser(), visitor.number)
  expect((await beginCheck(the.api, access_token, { retry: '1' })).code).not.toBe(visitor.code)
})

test.each([
  ['the service never saw', undefined],
  ['is open there', '' as const],
])('An abandoned check that %s expires after a day [KYC-25 T-01]', async (_what, known) => {
  const visitor = await begun()
  if (known !== undefined) the.api.vendor.known.set(visitor.code, known)
  the.api.clock.advance(DAY_MS - HOUR_MS)
  await the.api.vendor.untilAsked(visitor.code)
  await anotherLook()
  expect(await laterStatusOf(visitor)).toBe('')
  the.api.clock.advance(HOUR_MS)
  await the.api.vendor.untilAsked(visitor.code, 2)
  await expect.poll(() => laterStatusOf(visitor)).toBe('USER_PROCESS_EXPIRED')
})

const ILL = [
  { how: 'is down', status: 503 },
  { how: 'answers an outcome that we do not know', status: 200, body: '{"tc":"x","status":"APPROVED"}' },
  {
    how: 'answers about another check',
    status: 200,
    body: JSON.stringify({ tc: 'A'.repeat(43), status: 'COMPLETED', timestamp: '2026-01-01T00:00:00Z' }),
  },
]
test('A word that is not known is warned of once, ends when a check does, and an approval counts later [KYC-47 KYC-25]', async () => {
  const visitor = await begun()
  const { code } = visitor
  const warned = () => the.api.log.filter((line) => line.includes('identity check report not understood')).length
  const lines = warned()
  const said = (status: string) => JSON.stringify({ tc: code, status, timestamp: null })
  the.api.vendor.answers.body = said('PAUSED')
  for (const times of [1, 2]) {
    the.api.clock.advance(10 * MINUTE_MS)
    await the.api.vendor.untilAsked(code, times)
    await expect.poll(warned).toBe(lines + 1)
  }
  expect(await laterStatusOf(visitor)).toBe('')
  the.api.clock.advance(DAY_MS)
  await expect.poll(() => laterStatusOf(visitor)).toBe('USER_PROCESS_EXPIRED')
  expect(warned()).toBe(lines + 1)
  the.api.vendor.answers.body = undefined
  await report(the.api, code, 'COMPLETED')
  expect(await laterStatusOf(visitor)).toBe('COMPLETED')
})

test.each(ILL)(
  'Nothing is decided while the identity-check service $how, however long [KYC-22 KYC-25]',
  async ({ status, body }) => {
    const visitor = await begun()
    Object.assign(the.api.vendor.answers, { status, body })
    the.api.clock.advance(2 * DAY_MS)
    await the.api.vendor.untilAsked(visitor.code)
    await anotherLook()
    the.api.clock.advance(DAY_MS)
    await the.api.vendor.untilAsked(visitor.code, 2)
    await anotherLook()
    expect(await laterStatusOf(visitor)).toBe('')

    Object.assign(the.api.vendor.answers, { status: 200, body: undefined })
    the.api.vendor.known.set(visitor.code, 'COMPLETED')
    the.api.clock.advance(DAY_MS)
    await expect.poll(() => laterStatusOf(visitor)).toBe('COMPLETED')
  },
)
