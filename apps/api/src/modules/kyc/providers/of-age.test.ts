import { expect, test } from 'vitest'
import { type Age, createAgeOf } from './of-age.ts'

const NOON = '2026-03-01T12:00:00Z'

test.each<[born: string | null | undefined, at: string, age: Age]>([
  ['2008-03-01', NOON, 'of_age'],
  ['2008-03-02', NOON, 'under_age'],
  // Born on 29 February: of age on 1 March of a year without one.
  ['2008-02-29', '2026-02-28T12:00:00Z', 'under_age'],
  ['2008-02-29', NOON, 'of_age'],
  ['2008-02-29', '2028-02-29T12:00:00Z', 'of_age'],
  // The day begins in Berlin, two hours before UTC in summer and one in winter.
  ['2008-03-02', '2026-03-01T22:59:59Z', 'under_age'],
  ['2008-03-02', '2026-03-01T23:00:00Z', 'of_age'],
  ['2008-07-02', '2026-07-01T22:00:00Z', 'of_age'],
  // Unknown parts: both ends of what they may mean.
  ['2007-00-00', NOON, 'of_age'],
  ['2007', NOON, 'of_age'],
  ['2008-XX-XX', NOON, 'unclear'],
  ['2009-XX-00', NOON, 'under_age'],
  ['2008-02-XX', NOON, 'of_age'],
  ['2008-02-00', '2026-02-28T12:00:00Z', 'unclear'],
  ['2008-03-xx', NOON, 'unclear'],
  ['2008-04', NOON, 'under_age'],
  ['2007-XX-15', NOON, 'of_age'],
  // No day, or nobody's.
  [null, NOON, 'unclear'],
  [undefined, NOON, 'unclear'],
  ['', NOON, 'unclear'],
  ['2008-02-30', NOON, 'unclear'],
  ['2008-13-01', NOON, 'unclear'],
  ['01.03.2008', NOON, 'unclear'],
  ['2026-03-02', NOON, 'unclear'],
  ['1905-01-01', NOON, 'unclear'],
  ['0000-00-00', NOON, 'unclear'],
])('A birth date of %s is at %s: %s [KYC-48]', (born, at, age) => {
  expect(createAgeOf('Europe/Berlin')(born, new Date(at))).toBe(age)
})

test('The day of another time zone decides where the operator sets it [KYC-48]', () => {
  const at = new Date('2026-03-01T23:30:00Z')
  expect(createAgeOf('Europe/London')('2008-03-02', at)).toBe('under_age')
  expect(createAgeOf('Pacific/Auckland')('2008-03-02', at)).toBe('of_age')
})
