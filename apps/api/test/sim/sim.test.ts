import { expect, test } from 'vitest'
import { soak } from '../support/soak.ts'
import { ATTACKS } from './attacks.ts'
import { KINDS } from './people.ts'
import { simulate, type Span } from './simulate.ts'

/** A tenth of the people, and of what attackers do, for days. */
const SMALL: Span = {
  town: { accounts: 300, logInsADay: 200, newcomersADay: 40, resetsADay: 8 },
  usualDays: 2,
  attackDays: 2,
  seed: 1,
}
const attackOf = (name: string) => {
  const attack = ATTACKS.find((one) => one.name.startsWith(name))
  return attack && { ...attack, everyMs: attack.everyMs * (attack.owner === true ? 1 : 10) }
}

const ALL = [
  'none',
  'one number, 2,000 addresses',
  '50 SIMs',
  'resets of all',
  'one PIN each',
  'newcomers from 300',
  'stopping Turkey',
]

test.each(ALL.slice(0, soak(4, ALL.length)))(
  'P-01 CODE-09 CODE-17 SMS-09 simulated people get in, and attackers have ten PINs and ten codes a day: %s',
  async (name) => {
    const { tally, there, most } = await simulate(attackOf(name), SMALL)
    expect(tally['known browser'].asked).toBeGreaterThan(100)
    for (const one of [tally, there])
      expect(KINDS.filter((kind) => one[kind].refused > 0.01 * one[kind].asked)).toEqual([])
    expect(most.pinsUntilProof).toBeLessThanOrEqual(10)
    expect(most.codesADay).toBeLessThanOrEqual(10)
  },
)

test('P-01 the simulation gives the same answer each time', async () => {
  expect(await simulate(undefined, SMALL)).toEqual(await simulate(undefined, SMALL))
})
