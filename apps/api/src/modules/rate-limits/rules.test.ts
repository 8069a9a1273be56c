import { expect, test } from 'vitest'
import { rulesWith } from './rules.ts'

const MONEY = { centsPerDay: 1_000, shares: { proven: 0.5, trusted: 0.2, other: 0.2, reset: 0.05, spare: 0.05 } }

test('No setting changes how many PINs and codes of a number may be wrong [LIMIT-01 DEVICE-02]', () => {
  for (const name of ['pin.account', 'pin.sign-up', 'code.guesses', 'money.proven', 'trusted.network']) {
    const overrides = [{ name, burst: 1_000, most: 2_000, perMs: 1_000 }]
    expect(() => rulesWith({ overrides, factor: 1 }, MONEY)).toThrow('entry 1 names a limit that does not exist')
  }
})
