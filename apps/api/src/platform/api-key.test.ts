import { expect, test } from 'vitest'
import { isDamaged, isLiveKey, newApiKey } from './api-key.ts'

test('An API key says what it is for, and carries a checksum [PROV-10]', () => {
  for (const live of [true, false]) {
    const key = newApiKey(live)
    expect(key).toMatch(live ? /^avpk_live_[\w-]{43}[0-9a-z]{7}$/ : /^avpk_test_[\w-]{43}[0-9a-z]{7}$/)
    expect([isLiveKey(key), isDamaged(key)]).toEqual([live, false])
  }
})

test('A mistyped API key is known as one, and a key that was made by hand is not [PROV-10]', () => {
  const key = newApiKey(true)
  for (const at of [10, 30, key.length - 1])
    expect(isDamaged(key.slice(0, at) + (key[at] === 'x' ? 'y' : 'x') + key.slice(at + 1))).toBe(true)
  expect(isDamaged(`avpk_test_${'A'.repeat(43)}`)).toBe(false)
  expect(isDamaged('a-key-of-somebody')).toBe(false)
})
