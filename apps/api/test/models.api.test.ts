import { HOUR_MS, MINUTE_MS } from '@avouch/contract'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { newAddress } from './support/address.ts'
import { digits, GOOD_PIN, newBrowser, refresh, registered, signInOn } from './support/builders.ts'
import { useTestApi } from './support/use-test-api.ts'
import { soak } from './support/soak.ts'

const the = useTestApi()
const RUNS = { numRuns: soak(5, 15) }

/** True when the PIN was right, also where the number has had its SMS for now. */
const isRight = (attempt: Promise<unknown>) =>
  attempt.then(
    () => true,
    (error: unknown) => (error as { code?: string }).code === 'cannot_send_sms',
  )

describe('PINs in browsers that are not recognised', () => {
  type Step = 'wrong' | 'right' | 'proof' | 'wait'
  const step: fc.Arbitrary<Step> = fc.oneof(
    { weight: 12, arbitrary: fc.constant<Step>('wrong') },
    { weight: 2, arbitrary: fc.constant<Step>('right') },
    { weight: 1, arbitrary: fc.constant<Step>('proof') },
    { weight: 2, arbitrary: fc.constant<Step>('wait') },
  )

  test('Unrecognised browsers are let in and counted as the rules allow, in any order of guesses, proofs and waits [P-01]', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 40 }), async (steps) => {
        const { number } = await registered(the.api)
        let [failures, total] = [0, 0]
        for (const taken of steps) {
          if (taken === 'wait') {
            the.api.clock.advance(24 * HOUR_MS)
            continue
          }
          const open = failures < 10 && total < 30
          const right = taken !== 'wrong'
          const body = { phone: digits(number), pin: right ? GOOD_PIN : '0000' }
          const cookie = newBrowser()
          const guess = the.api.client('prelogin', { body }, { address: newAddress(), cookie })
          expect(await isRight(guess)).toBe(open && right)
          if (!open) continue
          if (!right) [failures, total] = [failures + 1, total + 1]
          // A right PIN alone does not reset the count: the SMS code does.
          if (taken !== 'proof') continue
          the.api.clock.advance(3 * HOUR_MS)
          await signInOn(the.api, cookie, number)
          failures = 0
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

  test('A session has one current and one next refresh token, and none outlives its end [P-05]', async () => {
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
