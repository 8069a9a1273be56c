import { expect, test } from 'vitest'
import { remaining } from './countdown.ts'

test.each([
  [60_000, '01:00', true],
  [47_000, '00:47', true],
  [46_001, '00:47', true],
  [300_000, '05:00', true],
  [1, '00:01', true],
  [0, '00:00', false],
  [-5_000, '00:00', false],
])('A countdown that ends in %d ms says %s [CODE-03]', (left, label, running) => {
  expect(remaining(1_000_000 + left, 1_000_000)).toEqual({ label, running })
})
