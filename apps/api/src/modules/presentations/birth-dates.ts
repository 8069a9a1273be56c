import { must } from './refused.ts'

const FULL_DATE = /^(\d{4})-(\d\d)-(\d\d)$/

/**
 * Whether a person who was born that day is so old today (UTC). The date ends here: no caller sees it, and no refusal names
 * it. Born on 29 February, a person is a year older on 1 March. @throws Refused
 */
export function compareBirthDate(value: unknown, asked: number, now: Date): 'yes' | 'no' {
  const [, year = '', month, day] = (typeof value === 'string' ? FULL_DATE.exec(value) : null) ?? []
  const date = new Date(`${year}-${month}-${day}T00:00:00Z`)
  const isDay = !Number.isNaN(date.getTime()) && date.toISOString().startsWith(`${year}-${month}-${day}`)
  must(isDay && date <= now, 'age_not_shown', 'no birth date')
  return `${String(Number(year) + asked).padStart(4, '0')}-${month}-${day}` <= now.toISOString().slice(0, 10)
    ? 'yes'
    : 'no'
}
