import { LANGUAGE_ROWS, WALLET_CURRENCY } from '@avouch/contract'
import { useLanguage } from './language.ts'

/** Formats times, days and numbers in a language. Times are in the reader's time zone. */
export function useFormat() {
  const { locale } = LANGUAGE_ROWS[useLanguage()]
  const format = (options: Intl.DateTimeFormatOptions) => {
    const formatter = new Intl.DateTimeFormat(locale, options)
    return (moment: string | Date) => formatter.format(new Date(moment))
  }
  return {
    time: format({ dateStyle: 'medium', timeStyle: 'medium' }),
    minute: format({ dateStyle: 'medium', timeStyle: 'short' }),
    day: format({ dateStyle: 'medium' }),
    /** A day in UTC, as 2026-11-23. */
    utcDay: format({ day: 'numeric', month: 'short', timeZone: 'UTC' }),
    /** A month in UTC, as 2026-11. */
    utcMonth: format({ month: 'long', year: 'numeric', timeZone: 'UTC' }),
    /** Seconds, in minutes from one on. */
    duration: (seconds: number) =>
      (seconds < 60 ? seconds : seconds / 60).toLocaleString(locale, {
        style: 'unit',
        unit: seconds < 60 ? 'second' : 'minute',
        unitDisplay: 'long',
      }),
    /** An amount in cents. */
    money: (cents: number) => (cents / 100).toLocaleString(locale, { style: 'currency', currency: WALLET_CURRENCY }),
    number: (value: number) => value.toLocaleString(locale),
    percent: (share: number) => share.toLocaleString(locale, { style: 'percent', maximumFractionDigits: 0 }),
  }
}
