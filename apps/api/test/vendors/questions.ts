import { HOUR_MS, SECOND_MS } from '@avouch/contract'
import { describe, expect, onTestFinished, test } from 'vitest'
import { holdTime } from '#test/use-test-api.ts'
import {
  atVendor,
  idle,
  metricOf,
  open,
  own,
  post,
  statusOf,
  storedStatus,
  type Tested,
  timesAsked,
  until,
} from './at-vendor.ts'

/** Lists how often a vendor is asked, and what of its answers ends a check. */
export function describeQuestions({ the, vendor }: Tested): void {
  const provider = vendor.settings['IDENTITY_VENDOR'] ?? ''
  const visitor = () => atVendor(the.api, vendor)
  const asked = (id: string) => timesAsked(vendor, id)
  const metric = (line: string) => metricOf(the.api, line)

  describe('questions', () => {
    test('Fifty copies of one message at once are one question, and one more two seconds later [KYC-63 KYC-46]', async () => {
      holdTime(the.api)
      const { session } = await visitor()
      const message = vendor.message(session.id, { decision: 'approved', person: own(vendor) })
      await Promise.all(Array.from({ length: 50 }, () => post(the.api, vendor, message)))
      await expect.poll(() => asked(session.id)).toBe(1)
      await idle(the.api)
      expect(asked(session.id)).toBe(1)
      the.api.clock.advance(3 * SECOND_MS)
      await expect.poll(() => asked(session.id)).toBe(2)
      await idle(the.api)
      expect(asked(session.id)).toBe(2)
    })

    test('A genuine message that is repeated for eight seconds has us ask each two seconds at most, also after the outcome [KYC-63 KYC-46]', async () => {
      holdTime(the.api)
      const { session, bearer } = await visitor()
      vendor.decide(session.id, 'approved', own(vendor))
      const message = vendor.message(session.id)
      for (let n = 0; n < 80; n += 1) {
        await post(the.api, vendor, message)
        the.api.clock.advance(SECOND_MS / 10)
      }
      await until(the.api, bearer, 'COMPLETED')
      await idle(the.api)
      expect(asked(session.id)).toBeLessThanOrEqual(5)
    })

    test('After an hour in which a vendor was away its checks are asked about soon, once it has begun a session again [KYC-64 KYC-25]', async () => {
      holdTime(the.api)
      const waiting = [await visitor(), await visitor()]
      vendor.fail(503)
      onTestFinished(() => vendor.fail('ok'))
      for (const { session } of waiting)
        await post(the.api, vendor, vendor.message(session.id, { decision: 'approved' }))
      for (let n = 1; n <= 11; n += 1) {
        for (const { session } of waiting) await expect.poll(() => asked(session.id)).toBe(n)
        await idle(the.api)
        the.api.clock.advance(2 ** n * SECOND_MS + 100)
      }
      vendor.fail('ok')
      for (const { session } of waiting) vendor.decide(session.id, 'approved', own(vendor))
      await visitor()
      the.api.clock.advance(3 * SECOND_MS)
      for (const at of waiting) await expect.poll(() => storedStatus(the.api, at)).toBe('COMPLETED')
    })

    test.each([404, 410])(
      'A check of which %i is all that is answered ends neither check nor session, expires at its time, and an approval counts later [KYC-62 KYC-25]',
      async (status) => {
        const at = await visitor()
        const { bearer, session, url, place } = at
        onTestFinished(() => vendor.fail('ok'))
        vendor.fail(status, undefined, 'GET')
        await post(the.api, vendor, vendor.message(session.id, { decision: 'approved', person: own(vendor) }))
        await expect.poll(() => asked(session.id)).toBeGreaterThan(0)
        expect((await statusOf(the.api, bearer)).status).toBe('')
        expect((await open(the.api, url)).headers.get('location')).toBe(place)
        the.api.clock.advance(25 * HOUR_MS)
        await expect.poll(() => storedStatus(the.api, at)).toBe('USER_PROCESS_EXPIRED')
        vendor.fail('ok')
        vendor.decide(session.id, 'approved', own(vendor))
        await post(the.api, vendor, vendor.message(session.id))
        await expect.poll(() => storedStatus(the.api, at)).toBe('COMPLETED')
      },
    )

    test('A word that we do not know is counted, warns once, ends when a check does, and an approval counts later [KYC-47 KYC-25]', async () => {
      const at = await visitor()
      const { bearer, session } = at
      const warned = () => the.api.log.filter((line) => line.includes('identity check report not understood')).length
      const counted = () => metric(`avouch_identity_unreadable_total{provider="${provider}"}`)
      const [lines, count] = [warned(), await counted()]
      vendor.decide(session.id, 'a new word')
      await post(the.api, vendor, vendor.message(session.id))
      await expect.poll(counted).toBeGreaterThan(count)
      await expect.poll(warned).toBe(lines + 1)
      expect((await statusOf(the.api, bearer)).status).toBe('')
      the.api.clock.advance(23 * HOUR_MS)
      const before = await counted()
      await expect.poll(counted).toBeGreaterThan(before)
      expect(await storedStatus(the.api, at)).toBe('')
      the.api.clock.advance(3 * HOUR_MS)
      await expect.poll(() => storedStatus(the.api, at)).toBe('USER_PROCESS_EXPIRED')
      expect(warned()).toBe(lines + 1)
      vendor.decide(session.id, 'approved', own(vendor))
      await post(the.api, vendor, vendor.message(session.id))
      await expect.poll(() => storedStatus(the.api, at)).toBe('COMPLETED')
    })
  })
}
