import { MINIMUM_AGE, OLDEST_AGE } from '@avouch/contract'
import { must } from './refused.ts'

const ELEMENT = /^age_over_(\d\d)$/

/** The name of the element that says whether a person is at least so old. */
export const elementOf = (age: number): string => `age_over_${String(age).padStart(2, '0')}`

/**
 * The ages whose elements decide whether a person is so old, the best first: the age itself, then the next higher ones, of
 * which true is a yes, then lower ones, of which false is a no. 18 ends both rows: every proof has it.
 */
export function decisiveAges(asked: number): number[] {
  const oldest = asked > MINIMUM_AGE ? OLDEST_AGE : MINIMUM_AGE
  const higher = Array.from({ length: oldest - asked + 1 }, (_, n) => asked + n)
  const lower = Array.from({ length: Math.max(0, asked - MINIMUM_AGE) }, (_, n) => asked - 1 - n)
  return [...higher, ...lower]
}

/**
 * Reads what an element of a proof says about the age that was asked for: older than a higher one is a yes, younger than a lower
 * one a no. @throws Refused for everything else
 */
export function readAge(element: unknown, value: unknown, asked: number): 'yes' | 'no' {
  const shown = typeof element === 'string' ? ELEMENT.exec(element)?.[1] : undefined
  must(shown !== undefined, 'not_a_proof_of_age', 'another element')
  must(typeof value === 'boolean', 'not_a_proof_of_age', 'neither true nor false')
  if (value && Number(shown) >= asked) return 'yes'
  must(!value && Number(shown) <= asked, 'age_not_shown', 'another age')
  return 'no'
}

/** More years than anyone lives: an earlier date, as `0000-01-01` and `1900-01-01`, is one that was never entered. */
const MOST_YEARS = 120

const FULL_DATE = /^(\d{4})-(\d\d)-(\d\d)$/

/** The day so many years after another one, as text that compares like days do. */
const yearsAfter = (year: string, years: number, rest: string) =>
  `${String(Number(year) + years).padStart(4, '0')}${rest}`

/**
 * Tells if a person who was born that day is so old today (UTC). The date ends here: no caller sees it, and no refusal names
 * it. Born on 29 February, a person is a year older on 1 March. @throws Refused
 */
export function compareBirthDate(value: unknown, asked: number, now: Date): 'yes' | 'no' {
  const [, year = '', month, day] = (typeof value === 'string' ? FULL_DATE.exec(value) : null) ?? []
  const date = new Date(`${year}-${month}-${day}T00:00:00Z`)
  const isDay = !Number.isNaN(date.getTime()) && date.toISOString().startsWith(`${year}-${month}-${day}`)
  const [today, rest] = [now.toISOString().slice(0, 10), `-${month}-${day}`]
  const isOfSomeone = isDay && date <= now && yearsAfter(year, MOST_YEARS, rest) > today
  must(isOfSomeone, 'age_not_shown', 'no birth date')
  return yearsAfter(year, asked, rest) <= today ? 'yes' : 'no'
}
