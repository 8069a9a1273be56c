import { HOUR_MS, SECOND_MS } from '@avouch/contract'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { newAddress } from '#test/address.ts'
import { confirmCode, newNumber, sendSignUp, signUp } from '#test/builders.ts'
import { DAY_MS, LIVES, type Life, prepareKeys, refusedAs, underAge } from '#test/lives.ts'
import { soak } from '#test/soak.ts'
import { WITH_PASSKEYS } from '#test/passkeys.ts'
import { useTestApi } from '#test/use-test-api.ts'

// A process that computed in local time would show at the change of daylight saving.
process.env.TZ = 'Europe/Berlin'

const the = useTestApi({ LIMITS: 'intent.address=1/min', ...WITH_PASSKEYS })
beforeAll(() => prepareKeys(the.api))
// At a whole second, as a signature has it: an end that a command printed moves the clock by a part of one.
beforeEach(() => the.api.clock.hold())

/** Every which lifetime is looked at in a new process too; what it knows is the same for all. */
const STRIDE = soak(12, 1)

/** Sets up the state again, so that no earlier call had an effect; moves the clock to the end plus an offset. */
async function atItsEnd({ begin, forMs }: Life, shiftMs: number) {
  the.api.place.address = newAddress()
  const { holds, endsAt } = await begin(the.api)
  const left = endsAt === undefined ? forMs : endsAt.getTime() - the.api.clock.now().getTime()
  the.api.clock.advance(left + shiftMs)
  return holds
}

test.each(LIVES)(
  '$rule: $what lasts to the second, and setting the clock back revives nothing [T-01 T-02]',
  async (life) => {
    expect(await (await atItsEnd(life, -SECOND_MS))(), 'a second before its end').toBe(true)
    expect(await (await atItsEnd(life, 0))(), 'at its end').toBe(life.last === 'included')
    const holds = await atItsEnd(life, SECOND_MS)
    expect(await holds(), 'a second after its end').toBe(false)
    await sendSignUp(the.api, newNumber())
    the.api.clock.advance(-HOUR_MS)
    try {
      expect(await holds(), 'when the clock was set back').toBe(false)
      if (LIVES.indexOf(life) % STRIDE > 0) return
      await the.api.restart()
      expect(await holds(), 'in a new process, which knows the time of the last event').toBe(false)
    } finally {
      the.api.clock.advance(HOUR_MS)
    }
  },
)

test('The stop of registrations after under age lasts 30 days, to the second [AGE-05 T-01]', async () => {
  const { number } = await underAge(the.api)
  const holds = async () => refusedAs('under_age_18', confirmCode(the.api, await signUp(the.api, number)))
  the.api.clock.advance(30 * DAY_MS - SECOND_MS)
  expect(await holds()).toBe(true)
  the.api.clock.advance(SECOND_MS)
  expect(await holds()).toBe(false)
})
