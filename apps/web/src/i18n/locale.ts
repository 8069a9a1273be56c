import { LANGUAGE_ROWS, type Language } from '@avouch/contract'

/** A day such as 2026-11-21, in words. Days have no time zone. */
export const longDate = (language: Language, day: string): string =>
  new Intl.DateTimeFormat(LANGUAGE_ROWS[language].locale, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(day))

/** A moment in milliseconds since the epoch, as the visitor's clock shows it. */
export const clockTime = (language: Language, moment: number): string =>
  new Intl.DateTimeFormat(LANGUAGE_ROWS[language].locale, { timeStyle: 'short' }).format(moment)
