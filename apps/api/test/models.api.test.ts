import { HOUR_MS, MINUTE_MS } from '@avouch/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { newAddress } from './support/address.ts'
import { digits, GOOD_PIN, newBrowser, refresh, registered, signInOn } from './support/builders.ts'
import { useTestApi } from './support/use-test-api.ts'
import { soak } from './support/soak.ts'

const the = useTestApi()
const RUNS = { numRuns: soak(5, 15) }

test('Thirty wrong PINs in all are compared in unrecognised browsers whatever is proven in between, and then not the right one [DEVICE-02]', async () => {
  const { number } = await registered(the.api)
  const guess = (pin: string) =>
    the.api.client(
      'prelogin',
      { body: { phone: digits(number), pin } },
      { address: newAddress(), cookie: newBrowser() },
    )
  const refused = { code: 'wrong_login_info' }
  for (const wrong of [9, 9, 9, 3]) {
    the.api.clock.advance(26 * HOUR_MS)
    await guess(GOOD_PIN)
    the.api.clock.advance(3 * HOUR_MS)
    // A right PIN alone does not reset the count: the SMS code does.
    await signInOn(the.api, newBrowser(), number)
    for (let n = 0; n < wrong; n++) await expect(guess('0000')).rejects.toMatchObject(refused)
  }
  the.api.clock.advance(26 * HOUR_MS)
  await expect(guess(GOOD_PIN)).rejects.toMatchObject(refused)
})

type Step = { kind: 'use'; back: number } | { kind: 'wait'; minutes: number } | { kind: 'revoke' }
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 8, arbitrary: fc.nat({ max: 3 }).map((back): Step => ({ kind: 'use', back })) },
  {
    weight: 4,
    arbitrary: fc.constantFrom(0.5, 2, 14, 16, 45, 61).map((minutes): Step => ({ kind: 'wait', minutes })),
  },
  { weight: 1, arbitrary: fc.constant<Step>({ kind: 'revoke' }) },
)

test('A session has one current and one next refresh token, and none outlives its end [R-11]', async () => {
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
