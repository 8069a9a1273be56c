import { api } from '@avouch/contract'
import { expect, test } from 'vitest'
import { RULE_NAMES, RULE_TABLE, rulesWith } from './rules.ts'

const actions = [...new Set(Object.values(api).map(({ limit }) => limit)), 'page', 'logo', 'report'].filter(
  (action) => action !== 'none',
)
/** Servers and phones, which keep no cookie. */
const WITHOUT_BROWSER = ['provider', 'holder']
const MONEY = { centsPerDay: 1_000, shares: { proven: 0.5, trusted: 0.2, other: 0.2, reset: 0.05, spare: 0.05 } }

test.each(actions)('LIMIT-01 the calls of the action %s are limited for an address and for a browser', (action) => {
  expect(RULE_NAMES).toContain(`${action}.address`)
  if (!WITHOUT_BROWSER.includes(action)) expect(RULE_NAMES).toContain(`${action}.browser`)
})

test.each([0.001, 1, 100])('LIMIT-01 with the factor %d each limit has room for one, and more come back', (factor) => {
  for (const { name } of RULE_TABLE) {
    const { atOnce, most } = rulesWith({ overrides: [], factor }, MONEY)[name]
    expect(atOnce).toBeGreaterThanOrEqual(1)
    expect(most).toBeGreaterThan(atOnce)
  }
})

test('LIMIT-01 P-01 no setting changes how many PINs and codes of a number may be wrong', () => {
  for (const name of ['pin.account', 'pin.sign-up', 'code.guesses', 'money.proven', 'trusted.network']) {
    const overrides = [{ name, burst: 1_000, most: 2_000, perMs: 1_000 }]
    expect(() => rulesWith({ overrides, factor: 1 }, MONEY)).toThrow('entry 1 names a limit that does not exist')
  }
})
