import { expect, test } from 'vitest'
import { decisiveAges } from './ages.ts'

test.each([
  [12, [12, 13, 14, 15, 16, 17, 18]],
  [16, [16, 17, 18]],
  [18, [18]],
  [19, [19, 20, 21, 18]],
  [21, [21, 20, 19, 18]],
])('METHOD-04 whether a person is %s is decided by the elements of %s', (asked, ages) => {
  expect(decisiveAges(asked)).toEqual(ages)
})
