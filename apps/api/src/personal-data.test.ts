import { KEPT_AFTER_ERASURE } from '@avouch/contract'
import { expect, test } from 'vitest'
import { AFTER_ERASURE } from './personal-data.ts'

test('Each kind of data that visitors read about has its rows in the security page [ACCOUNT-14]', () => {
  const kinds = new Set(AFTER_ERASURE.flatMap(({ kind }) => kind ?? []))
  expect([...kinds].sort()).toEqual(Object.keys(KEPT_AFTER_ERASURE).sort())
})
