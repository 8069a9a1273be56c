import { must } from './refused.ts'

/** More years than anyone lives: an earlier date, as `0000-01-01` and `1900-01-01`, is one that was never entered. */
const MOST_YEARS = 120

const FULL_DATE = /^(\d{4})-(\d\d)-(\d\d)$/

/** The day so many years after another one, as text that compares like days do. */
const yearsAfter = (year: string, years: number, rest: string) =>
  `${String(Number(year) + years).padStart(4, '0')}${rest}`

/**
 * Whether a person who was born that day is so old today (UTC). The date ends here: no caller sees it, and no refusal names
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
