/** More years than anyone lives: an earlier date, as `0000-01-01` and `1900-01-01`, is one that was never entered. */
const MOST_YEARS = 120

export type Age = 'of_age' | 'under_age' | 'unclear'

const DATE = /^(\d{4})(?:-(\d\d|XX)(?:-(\d\d|XX))?)?$/i
const isUnknown = (part: string | undefined): part is undefined => part === undefined || /^(?:00|XX)$/i.test(part)

/** The first and the last day of a date with an unknown month or day. */
function spanOf(date: string): [string, string] | undefined {
  const [, year, month, day] = DATE.exec(date) ?? []
  if (year === undefined) return undefined
  const [from, to] = isUnknown(month) ? ['01', '12'] : [month, month]
  if (!isUnknown(day)) return [`${year}-${from}-${day}`, `${year}-${to}-${day}`]
  const last = new Date(Date.UTC(Number(year), Number(to), 0)).getUTCDate()
  return [`${year}-${from}-01`, `${year}-${to}-${last}`]
}

/** The day so many years after another one, as text that compares like days do. */
const yearsAfter = (day: string, years: number) =>
  `${String(Number(day.slice(0, 4)) + years).padStart(4, '0')}${day.slice(4)}`

/** @returns undefined for a date that is no day, or of nobody alive */
function isSoOld(born: string, age: number, today: string): boolean | undefined {
  const date = new Date(`${born}T00:00:00Z`)
  const isDay = !Number.isNaN(date.getTime()) && date.toISOString().startsWith(born)
  if (!isDay || born > today || yearsAfter(born, MOST_YEARS) <= today) return undefined
  return yearsAfter(born, age) <= today
}

/** Reads which day it is in a time zone, as `2008-02-29`. */
export function createDayOf(timeZone: string): (at: Date) => string {
  const days = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
  return (at) => days.format(at)
}

/**
 * The one rule of ages. A birth date is `2008-02-29`, or has `00` or `XX` for an unknown part; where both ends of what
 * it may mean disagree, the age is unclear. Born on 29 February, a person is a year older on 1 March.
 * @param today as `createDayOf` reads it in AGE_TIME_ZONE
 */
export function ageOn(today: string, birthDate: string | null | undefined, minimumAge: number): Age {
  const [first, last] = spanOf(birthDate ?? '')?.map((day) => isSoOld(day, minimumAge, today)) ?? []
  if (first === undefined || first !== last) return 'unclear'
  return first ? 'of_age' : 'under_age'
}
