import type { Language } from '@avouch/contract'

/** How dates, times and numbers are written for who reads a language. */
export const LOCALES = { en: 'en-GB', de: 'de-DE' } as const satisfies Record<Language, string>

/** A day such as 2026-11-21, in words. Days have no time zone. */
export const longDate = (language: Language, day: string): string =>
  new Intl.DateTimeFormat(LOCALES[language], { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(day))
