import { MINIMUM_AGE, OLDEST_AGE } from '@avouch/contract'
import { ageOn } from '../../platform/birth-date.ts'
import { must } from './refused.ts'

const ELEMENT = /^age_over_(\d\d)$/

/** The name of the element that says whether a person is at least so old. */
export const elementOf = (age: number): string => `age_over_${String(age).padStart(2, '0')}`

/**
 * The ages that decide whether a person is so old, the best first: the age itself, then the next higher ones, of
 * which true is a yes, then lower ones, of which false is a no. 18 ends both rows: every proof has it.
 */
export function decisiveAges(asked: number): number[] {
  const oldest = asked > MINIMUM_AGE ? OLDEST_AGE : MINIMUM_AGE
  const higher = Array.from({ length: oldest - asked + 1 }, (_, n) => asked + n)
  const lower = Array.from({ length: Math.max(0, asked - MINIMUM_AGE) }, (_, n) => asked - 1 - n)
  return [...higher, ...lower]
}

type Said = 'yes' | 'no' | undefined

/**
 * Reads what an element of a proof says about the age that was asked for: older than a higher one is a yes, younger than a lower
 * one a no, anything else says nothing. @throws Refused for an age that is neither true nor false
 */
export function readAge(element: unknown, value: unknown, asked: number): Said {
  const shown = typeof element === 'string' ? ELEMENT.exec(element)?.[1] : undefined
  if (shown === undefined) return undefined
  must(typeof value === 'boolean', 'not_a_proof_of_age', 'neither true nor false')
  if (value) return Number(shown) >= asked ? 'yes' : undefined
  return Number(shown) <= asked ? 'no' : undefined
}

/** Compares a birth date with the day that it is. The date ends here: no caller sees it, and no refusal names it. */
export function compareBirthDate(value: unknown, asked: number, today: string): Said {
  const age = ageOn(today, typeof value === 'string' ? value : undefined, asked)
  return age === 'unclear' ? undefined : age === 'of_age' ? 'yes' : 'no'
}

/** Combines the answers of all elements. @throws Refused for a contradiction, and if nothing decides */
export function agreed(said: readonly Said[]): 'yes' | 'no' {
  const [answer, ...others] = new Set(said.filter((one) => one !== undefined))
  must(answer !== undefined, 'age_not_shown', 'nothing that decides')
  must(others.length === 0, 'not_a_proof_of_age', 'a contradiction')
  return answer
}
