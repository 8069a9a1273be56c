/** More years than anyone lives: an earlier date, as `0000-01-01` and `1900-01-01`, is one that was never entered. */
const MOST_YEARS = 120

const FULL_DATE = /^(\d{4})-(\d\d)-(\d\d)$/

/** The day so many years after another one, as text that compares like days do. */
const yearsAfter = (year: string, years: number, rest: string) =>
  `${String(Number(year) + years).padStart(4, '0')}${rest}`

/**
 * Tells if a person who was born that day is so old on another one, both as `2008-02-29`. Born on 29 February, a person is a year
 * older on 1 March. @returns undefined for a date that is no day, or of nobody alive
 */
export function isSoOld(birthDate: string, age: number, today: string): boolean | undefined {
  const [, year = '', month, day] = FULL_DATE.exec(birthDate) ?? []
  const date = new Date(`${year}-${month}-${day}T00:00:00Z`)
  const isDay = !Number.isNaN(date.getTime()) && date.toISOString().startsWith(birthDate)
  const rest = `-${month}-${day}`
  if (!isDay || birthDate > today || yearsAfter(year, MOST_YEARS, rest) <= today) return undefined
  return yearsAfter(year, age, rest) <= today
}
