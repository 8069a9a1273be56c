import { LANGUAGES, type Language } from '@avouch/contract'

export const isLanguage = (value: unknown): value is Language => LANGUAGES.some((known) => known === value)

/** The first language of the browser's list that we speak; English when there is none. */
export function acceptedLanguage(header: string | undefined): Language {
  const ranked = (header ?? '')
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.trim().toLowerCase().split(';')
      const quality = parameters.map((parameter) => /^\s*q=([\d.]+)/.exec(parameter)?.[1]).find(Boolean)
      return { tag: tag.split('-')[0], quality: Number(quality ?? 1) }
    })
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality)
  return ranked.map(({ tag }) => tag).find(isLanguage) ?? 'en'
}

type Wishes = { query?: unknown; cookie?: string | undefined; header?: string | undefined }

/** What was just chosen, then what was chosen before, then what the browser asks for. */
export function chooseLanguage({ query, cookie, header }: Wishes): Language {
  return [query, cookie].find(isLanguage) ?? acceptedLanguage(header)
}

/** A text for visitors, for tables; English stands in where there is no German one. */
export type Words = readonly [en: string, de?: string]
/** Picks the text of a language. */
export const textsIn =
  (language: Language) =>
  (...[en, de = en]: Words): string =>
    language === 'de' ? de : en

const localeOf = (language: Language) => textsIn(language)('en-GB', 'de-DE')

const CENTS = 100

/** Minor units as people read them. */
export const money = (amount: number, currency: string, language: Language): string =>
  new Intl.NumberFormat(localeOf(language), { style: 'currency', currency }).format(amount / CENTS).replace('-', '−')

export const moment = (at: string, language: Language, style: Intl.DateTimeFormatOptions): string =>
  new Date(at).toLocaleString(localeOf(language), style)
