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

/** A text in both languages, "English|Deutsch"; without the bar it is the same in both. */
export type Words = string

const VALUE = '\0'

/** Picks the text of a language: t(WORDS), or t`Hello ${name}|Hallo ${name}`. A bar in a value cuts nothing. */
export const textsIn =
  (language: Language) =>
  (words: Words | TemplateStringsArray, ...values: readonly (string | number)[]): string => {
    const [en = '', de = en] = (typeof words === 'string' ? words : words.join(VALUE)).split('|')
    const first = language === 'de' && de !== en ? en.split(VALUE).length - 1 : 0
    const parts = (language === 'de' ? de : en).split(VALUE)
    return parts.reduce((said, part, at) => said + String(values[first + at - 1]).replaceAll('|', '│') + part)
  }

const localeOf = (language: Language) => (language === 'de' ? 'de-DE' : 'en-GB')

const CENTS = 100

/** Minor units as people read them. */
export const money = (amount: number, currency: string, language: Language): string =>
  new Intl.NumberFormat(localeOf(language), { style: 'currency', currency }).format(amount / CENTS).replace('-', '−')

export const moment = (at: string, language: Language, style: Intl.DateTimeFormatOptions): string =>
  new Date(at).toLocaleString(localeOf(language), style)
