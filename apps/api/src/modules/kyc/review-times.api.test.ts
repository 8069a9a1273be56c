import { HOUR_MS, MINUTE_MS } from '@avouch/contract'
import { expect, test } from 'vitest'
import { beginCheck, newBrowser, registered, report, signInOn } from '#test/builders.ts'
import { holdTime, useTestApi } from '#test/use-test-api.ts'

const DAY_MS = 24 * HOUR_MS
const the = useTestApi()

const reviewOf = async (bearer: string) => (await the.api.client('kycReview', {}, { bearer })).data

/** A review that takes so many minutes. */
async function reviewed(minutes: number, outcome: 'COMPLETED' | 'MANUAL_REVIEW_REJECTED' | 'USER_PROCESS_EXPIRED') {
  const { bearer } = await registered(the.api)
  const { code } = await beginCheck(the.api, bearer)
  await report(the.api, code, 'PENDING_MANUAL_REVIEW')
  the.api.clock.advance(minutes * MINUTE_MS)
  await report(the.api, code, outcome)
}

test('A visitor under review reads since when, and how long reviews took once twenty of seven days have ended [KYC-66]', async () => {
  holdTime(the.api)
  for (let i = 1; i < 20; i++) await reviewed(i, i % 2 === 0 ? 'COMPLETED' : 'MANUAL_REVIEW_REJECTED')
  // A review without a decision.
  await reviewed(500, 'USER_PROCESS_EXPIRED')
  const { bearer, number } = await registered(the.api)
  await expect(reviewOf(bearer)).rejects.toMatchObject({ status: 404, code: 'not_found' })
  const { code } = await beginCheck(the.api, bearer)
  await expect(reviewOf(bearer)).rejects.toMatchObject({ code: 'not_found' })
  await report(the.api, code, 'PENDING_MANUAL_REVIEW')
  const begun_at = the.api.clock.now().toISOString()
  expect(await reviewOf(bearer)).toEqual({ begun_at, half_minutes: null, most_minutes: null })
  await reviewed(20, 'COMPLETED')
  const signedIn = async () => (await signInOn(the.api, newBrowser(), number)).access_token
  expect(await reviewOf(await signedIn())).toEqual({ begun_at, half_minutes: 10, most_minutes: 18 })
  the.api.clock.advance(7 * DAY_MS)
  expect(await reviewOf(await signedIn())).toEqual({ begun_at, half_minutes: null, most_minutes: null })
})

test('The reviews of the last days are found by an index, and at most five hundred are read [KYC-66]', async () => {
  const plan = await the.api.rows(`
    explain select check_id from vendor_event
    where status = 'PENDING_MANUAL_REVIEW' and received_at > now() order by received_at desc limit 500`)
  const text = plan.map((line) => String(line['QUERY PLAN'])).join('\n')
  expect(text).toContain('vendor_event_review')
  expect(text).not.toContain('Sort')
})
