import { HOUR_MS, SECOND_MS } from '@avouch/contract'
import { beforeAll, expect, test } from 'vitest'
import { newAddress } from '#test/address.ts'
import { newNumber, sendSignUp } from '#test/builders.ts'
import { LIVES, type Life, prepareKeys } from '#test/lives.ts'
import { WAITS } from '#test/waits.ts'
import { soak } from '#test/soak.ts'
import { useTestApi } from '#test/use-test-api.ts'

// A process that computed in local time would show at the change of daylight saving.
process.env.TZ = 'Europe/Berlin'

const the = useTestApi({ LIMITS: 'intent.address=1/min' })
beforeAll(async () => {
  await prepareKeys(the.api)
  the.api.clock.hold()
})

/** Every which lifetime is looked at in a new process too; what it knows is the same for all. */
const STRIDE = soak(12, 1)

const rows = <T extends Life>(lives: readonly T[]) => lives.map((life) => [life.rule, life.what, life] as const)

/** Sets up the state again, so that no earlier call had an effect; moves the clock to the end plus an offset. */
async function atItsEnd({ begin, forMs }: Life, shiftMs: number) {
  the.api.place.address = newAddress()
  const { holds, endsAt } = await begin(the.api)
  const left = endsAt === undefined ? forMs : endsAt.getTime() - the.api.clock.now().getTime()
  the.api.clock.advance(left + shiftMs)
  return holds
}

test.each(rows(LIVES))(
  '%s: %s lasts to the second, and setting the clock back revives nothing [T-01 T-02]',
  async (...row) => {
    const [, , life] = row
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

test.each(rows(WAITS))('%s: %s lasts to the second [T-01]', async (_rule, _what, life) => {
  expect(await (await atItsEnd(life, -SECOND_MS))(), 'a second before its end').toBe(true)
  expect(await (await atItsEnd(life, 0))(), 'at its end').toBe(false)
  expect(await (await atItsEnd(life, SECOND_MS))(), 'a second after its end').toBe(false)
})
