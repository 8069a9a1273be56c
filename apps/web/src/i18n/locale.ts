import { LANGUAGE_ROWS, type Language } from '@avouch/contract'

/** A day such as 2026-11-21, in words. Days have no time zone. */
export const longDate = (language: Language, day: string): string =>
  new Intl.DateTimeFormat(LANGUAGE_ROWS[language].locale, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(day))
