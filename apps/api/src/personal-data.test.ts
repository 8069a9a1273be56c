import { HOUR_MS, KEPT_AFTER_ERASURE } from '@avouch/contract'
import { expect, test } from 'vitest'
import { RULE_TABLE } from './modules/rate-limits/index.ts'
import { GUESSES, SENDS } from './modules/sign-in/index.ts'
import { AFTER_ERASURE } from './personal-data.ts'
import { rateOf } from './platform/gcra.ts'

test('Each kind of data that visitors read about has its rows in the security page [ACCOUNT-14]', () => {
  const kinds = new Set(AFTER_ERASURE.flatMap(({ kind }) => kind ?? []))
  expect([...kinds].sort()).toEqual(Object.keys(KEPT_AFTER_ERASURE).sort())
})

/** Rows stay for an hour after their levels have run off, and a walk finds them within another one. */
const SWEPT_WITHIN_MS = 3 * HOUR_MS
const leastDays = (rooms: readonly number[]) => Math.ceil((Math.max(...rooms) + SWEPT_WITHIN_MS) / (24 * HOUR_MS))

test('Levels of limits and codes are gone after the days that visitors read [ACCOUNT-14]', () => {
  const limits = RULE_TABLE.filter(({ inMemory }) => !inMemory).map((rule) => rateOf(rule).room)
  expect(leastDays(limits)).toBe(KEPT_AFTER_ERASURE.limit_levels[0])
  expect(leastDays([GUESSES.room, SENDS.room])).toBe(KEPT_AFTER_ERASURE.code_levels[0])
})
