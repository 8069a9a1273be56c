import { HOUR_MS, LANGUAGE_ROWS, type Language, MINUTE_MS } from '@avouch/contract'

const format = (language: Language, options: Intl.DateTimeFormatOptions, at: string): string =>
  new Intl.DateTimeFormat(LANGUAGE_ROWS[language].locale, options).format(new Date(at))

/** Formats a calendar day such as 2026-11-21 in words. Such days have no time zone. */
export const dayText = (language: Language, day: string): string =>
  format(language, { dateStyle: 'long', timeZone: 'UTC' }, day)

/** Formats the day of a time, where the reader is. */
export const dateText = (language: Language, at: string): string => format(language, { dateStyle: 'long' }, at)

/** Formats a time to the minute, where the reader is. */
export const timeText = (language: Language, at: string): string =>
  format(language, { dateStyle: 'medium', timeStyle: 'short' }, at)

const HOUR_MINUTES = HOUR_MS / MINUTE_MS

/** Formats a number of one unit, in words. */
export const countText = (language: Language, unit: 'minute' | 'hour' | 'day', count: number): string =>
  new Intl.NumberFormat(LANGUAGE_ROWS[language].locale, { style: 'unit', unit, unitDisplay: 'long' }).format(count)

/** Formats a span: minutes up to two hours, then hours, both rounded up. */
export const spanText = (language: Language, minutes: number): string =>
  minutes <= 2 * HOUR_MINUTES
    ? countText(language, 'minute', minutes)
    : countText(language, 'hour', Math.ceil(minutes / HOUR_MINUTES))
