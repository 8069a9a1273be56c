import { expect, test } from 'vitest'
import { type Age, ageOn, createDayOf } from './birth-date.ts'

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
])('A birth date of %s is at %s: %s [KYC-48 VP-25]', (born, at, age) => {
  expect(ageOn(createDayOf('Europe/Berlin')(new Date(at)), born, 18)).toBe(age)
})

test.each<[zone: string, at: string, born: string, age: Age]>([
  ['Europe/London', '2026-03-01T23:30:00Z', '2008-03-02', 'under_age'],
  ['Pacific/Auckland', '2026-03-01T23:30:00Z', '2008-03-02', 'of_age'],
  ['America/New_York', '2026-03-02T04:59:59Z', '2008-03-02', 'under_age'],
  ['America/New_York', '2026-03-02T05:00:00Z', '2008-03-02', 'of_age'],
  // The night of 1 March, for who was born on 29 February.
  ['Europe/Berlin', '2026-02-28T22:59:59Z', '2008-02-29', 'under_age'],
  ['Europe/Berlin', '2026-02-28T23:00:00Z', '2008-02-29', 'of_age'],
  // The night before the clock goes forward and back, and the night after.
  ['Europe/Berlin', '2026-03-28T22:59:59Z', '2008-03-29', 'under_age'],
  ['Europe/Berlin', '2026-03-28T23:00:00Z', '2008-03-29', 'of_age'],
  ['Europe/Berlin', '2026-03-29T21:59:59Z', '2008-03-30', 'under_age'],
  ['Europe/Berlin', '2026-03-29T22:00:00Z', '2008-03-30', 'of_age'],
  ['Europe/Berlin', '2026-10-24T22:00:00Z', '2008-10-25', 'of_age'],
  ['Europe/Berlin', '2026-10-25T22:59:59Z', '2008-10-26', 'under_age'],
  ['Europe/Berlin', '2026-10-25T23:00:00Z', '2008-10-26', 'of_age'],
  // Here the clock goes forward at midnight: the day begins at one.
  ['Africa/Cairo', '2026-04-23T21:59:59Z', '2008-04-24', 'under_age'],
  ['Africa/Cairo', '2026-04-23T22:00:00Z', '2008-04-24', 'of_age'],
])('The day of %s decides: at %s who was born on %s is %s [VP-25]', (zone, at, born, age) => {
  expect(ageOn(createDayOf(zone)(new Date(at)), born, 18)).toBe(age)
})

test.each([16, 18, 21])('Of %i years a person is from the birthday on, neither earlier nor later [VP-25]', (age) => {
  const born = `${2026 - age}-05-10`
  expect(['2026-05-09', '2026-05-10', '2026-05-11'].map((day) => ageOn(day, born, age))).toEqual([
    'under_age',
    'of_age',
    'of_age',
  ])
})
