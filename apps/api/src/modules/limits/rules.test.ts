import { api } from '@avouch/contract'
import { expect, test } from 'vitest'
import { type Rule, RULES, rulesWith } from './rules.ts'

const actions = [...new Set(Object.values(api).map(({ limit }) => limit)), 'page', 'logo', 'report'].filter(
  (action) => action !== 'none',
)
/** Partners' servers are no browsers. */
const OF_SERVERS = ['provider']

test.each(actions)('LIMIT-01 the calls of the action %s are limited for an address and for a browser', (action) => {
  const names = Object.keys(RULES)
  expect(names).toContain(`${action}.address`)
  if (!OF_SERVERS.includes(action)) expect(names).toContain(`${action}.browser`)
})

test('LIMIT-01 a limit is named by its action and its subject, and has room for one at least', () => {
  for (const [name, { action, subject, burst, most, perMs }] of Object.entries<Rule>(RULES)) {
    if (!['code', 'sms', 'pin'].includes(action)) expect(name).toBe(`${action}.${subject}`)
    expect(burst).toBeGreaterThan(0)
    if (perMs === null) expect(most).toBe(burst)
    else expect(most).toBeGreaterThan(burst)
  }
})

test('LIMIT-01 P-01 no setting changes how many PINs may be wrong', () => {
  const counts = (rules: Record<string, Rule>) =>
    Object.entries(rules).filter(([name]) => name.startsWith('pin.') || name === 'code.after-pin')
  expect(counts(rulesWith({ overrides: [], factor: 100 }))).toEqual(counts(RULES))
  for (const [name] of counts(RULES)) {
    const overrides = [{ name, burst: 1_000, most: 2_000, perMs: 1_000 }]
    expect(() => rulesWith({ overrides, factor: 1 })).toThrow(/names a limit that does not exist/)
  }
})
