import type { Language } from '@avouch/contract'

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

const amount = (language: Language, value: number, unit: 'second' | 'minute' | 'hour' | 'day') =>
  new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(value)

/** How long a check has been waiting, in words. Runs on the server and in the browser. */
export function waitingTime(since: Date, now: Date, language: Language): string {
  const seconds = Math.max(0, Math.floor((now.getTime() - since.getTime()) / 1_000))
  if (seconds < MINUTE) return amount(language, seconds, 'second')
  if (seconds < HOUR) return amount(language, Math.floor(seconds / MINUTE), 'minute')
  if (seconds < DAY) {
    const minutes = Math.floor((seconds % HOUR) / MINUTE)
    return `${amount(language, Math.floor(seconds / HOUR), 'hour')} ${amount(language, minutes, 'minute')}`
  }
  return amount(language, Math.floor(seconds / DAY), 'day')
}
