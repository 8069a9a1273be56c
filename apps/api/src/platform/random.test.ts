import { expect, test } from 'vitest'
import { random } from './random.ts'

test('random bytes are as many as were asked for, and none are given twice', () => {
  const all = Array.from({ length: 2_000 }, (_, i) => random(8 + (i % 40)))
  expect(all.map(({ length }) => length)).toEqual(all.map((_, i) => 8 + (i % 40)))
  expect(new Set(all.map((bytes) => bytes.toString('hex', 0, 8))).size).toBe(2_000)
  expect(random(10_000)).toHaveLength(10_000)
})
