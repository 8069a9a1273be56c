import { MINIMUM_AGE } from '@avouch/contract'
import { isSoOld } from '#platform/birth-date.ts'

export type Age = 'of_age' | 'under_age' | 'unclear'

const DATE = /^(\d{4})(?:-(\d\d|XX)(?:-(\d\d|XX))?)?$/i
const isUnknown = (part: string | undefined): part is undefined => part === undefined || /^(?:00|XX)$/i.test(part)

/** The first and the last day that a date may mean of which month or day is unknown. */
function spanOf(date: string): [string, string] | undefined {
  const [, year, month, day] = DATE.exec(date) ?? []
  if (year === undefined) return undefined
  const [from, to] = isUnknown(month) ? ['01', '12'] : [month, month]
  if (!isUnknown(day)) return [`${year}-${from}-${day}`, `${year}-${to}-${day}`]
  const last = new Date(Date.UTC(Number(year), Number(to), 0)).getUTCDate()
  return [`${year}-${from}-01`, `${year}-${to}-${last}`]
}

/**
 * Compares dates of birth with the day that it is now in a time zone: `2008-02-29`, or with `00` or `XX` for what a document does
 * not say. Where both ends of what it may mean disagree, the age is unclear.
 */
export function createAgeOf(timeZone: string) {
  const days = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
  return (birthDate: string | null | undefined, now: Date): Age => {
    const today = days.format(now)
    const [first, last] = spanOf(birthDate ?? '')?.map((day) => isSoOld(day, MINIMUM_AGE, today)) ?? []
    if (first === undefined || first !== last) return 'unclear'
    return first ? 'of_age' : 'under_age'
  }
}
export type AgeOf = ReturnType<typeof createAgeOf>
