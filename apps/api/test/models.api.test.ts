import { HOUR_MS, MINUTE_MS, SECOND_MS } from '@avouch/contract'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { newAddress } from './support/address.ts'
import { digits, GOOD_PIN, refresh, registered } from './support/builders.ts'
import { holdTime, useTestApi } from './support/use-test-api.ts'
import { soak } from './support/soak.ts'

const the = useTestApi()
const RUNS = { numRuns: soak(5, 15) }

/** True when the guess was accepted, false when it was refused. */
const admitted = (attempt: Promise<unknown>) =>
  attempt.then(
    () => true,
    () => false,
  )

describe('the throttle', () => {
  /** A model of the product's table: the wait after the n-th wrong PIN in unknown browsers. */
  const WAIT_SECONDS = [0, 0, 0, 0, 30, 60, 300, 900, 3_600, 14_400]
  type Step = { kind: 'wrong' } | { kind: 'right' } | { kind: 'wait'; seconds: number }
  const step: fc.Arbitrary<Step> = fc.oneof(
    { weight: 6, arbitrary: fc.constant<Step>({ kind: 'wrong' }) },
    { weight: 1, arbitrary: fc.constant<Step>({ kind: 'right' }) },
    {
      weight: 4,
      arbitrary: fc
        .constantFrom(5, 31, 61, 301, 901, 3_601, 14_401)
        .map((seconds): Step => ({ kind: 'wait', seconds })),
    },
  )

  test('P-01 lets in and counts exactly what the table allows, for any sequence of guesses and waits', async () => {
    holdTime(the.api)
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 30 }), async (steps) => {
        const { number } = await registered(the.api)
        let failures = 0
        let wait = 0
        for (const taken of steps) {
          if (taken.kind === 'wait') {
            the.api.clock.advance(taken.seconds * SECOND_MS)
            wait = Math.max(0, wait - taken.seconds)
            continue
          }
          const open = wait === 0 && failures < 10
          const right = taken.kind === 'right'
          const body = { phone: digits(number), pin: right ? GOOD_PIN : '0000' }
          const guess = the.api.client('prelogin', { body }, { address: newAddress() })
          expect(await admitted(guess)).toBe(open && right)
          // A right PIN alone does not reset the count: the SMS code does.
          if (!open || right) continue
          failures += 1
          wait = WAIT_SECONDS[failures] ?? 0
        }
      }),
      RUNS,
    )
  })
})

describe('a session', () => {
  type Step = { kind: 'use'; back: number } | { kind: 'wait'; minutes: number } | { kind: 'revoke' }
  const step: fc.Arbitrary<Step> = fc.oneof(
    { weight: 8, arbitrary: fc.nat({ max: 3 }).map((back): Step => ({ kind: 'use', back })) },
    {
      weight: 4,
      arbitrary: fc.constantFrom(0.5, 2, 14, 16, 45, 61).map((minutes): Step => ({ kind: 'wait', minutes })),
    },
    { weight: 1, arbitrary: fc.constant<Step>({ kind: 'revoke' }) },
  )

  test('P-05 has one current and one next refresh token, and none outlives its end', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
        const { tokens } = await registered(the.api)
        const generations = [tokens.refresh_token]
        let [now, lastUse, promoted, current, live] = [0, 0, 0, 0, true]
        for (const taken of steps) {
          if (taken.kind === 'wait') {
            the.api.clock.advance(taken.minutes * MINUTE_MS)
            now += taken.minutes * MINUTE_MS
            continue
          }
          if (taken.kind === 'revoke') {
            await the.api.client('revoke', { body: { token: generations[0] ?? '' } })
            live = false
            continue
          }
          const used = Math.max(0, generations.length - 1 - taken.back)
          const inTime = live && now - lastUse < HOUR_MS && now < 12 * HOUR_MS
          const raced = used === current - 1 && now - promoted < MINUTE_MS
          const expected = inTime && (used >= current || raced)
          const answer = await refresh(the.api, generations[used] ?? '').catch(() => undefined)
          expect(answer !== undefined, `generation ${used} of ${current}`).toBe(expected)
          if (answer === undefined) {
            const staleTab = used === current - 1 && now - promoted < 15 * MINUTE_MS
            if (used < current && !staleTab) live = false
            continue
          }
          if (used > current) [current, promoted] = [used, now]
          if (!raced) lastUse = now
          generations[current + 1] = answer.refresh_token
          expect(generations.length).toBeLessThanOrEqual(current + 2)
        }
      }),
      RUNS,
    )
  })
})
