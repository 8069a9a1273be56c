import { api } from '@avouch/contract'
import { expect, test } from 'vitest'
import { RULES } from './rules.ts'

const actions = [...new Set(Object.values(api).map(({ limit }) => limit)), 'page', 'report'].filter(
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
  for (const [name, { action, subject, burst, most }] of Object.entries(RULES)) {
    if (action !== 'codes-wrong' && action !== 'sms') expect(name).toBe(`${action}.${subject}`)
    expect(burst).toBeGreaterThan(0)
    expect(most).toBeGreaterThan(burst)
  }
})
