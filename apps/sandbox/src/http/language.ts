import { LANGUAGES, type Language } from '@avouch/contract'
import { createContext } from 'react'

/** The language of the page that is rendered. */
export const PageLanguage = createContext<Language>('en')

export const isLanguage = (value: unknown): value is Language => LANGUAGES.some((known) => known === value)

/** A text in both languages, "English|Deutsch"; without the bar it is the same in both. */
export type Words = string

const VALUE = '\0'
const CENTS = 100

/** Says things in a language: t(WORDS), or t`Hello ${name}|Hallo ${name}`. A bar in a value cuts nothing. */
export function textsIn(language: Language) {
  const locale = language === 'de' ? 'de-DE' : 'en-GB'
  function text(words: Words | TemplateStringsArray = '', ...values: readonly (string | number)[]): string {
    const [en = '', de = en] = (typeof words === 'string' ? words : words.join(VALUE)).split('|')
    const first = language === 'de' && de !== en ? en.split(VALUE).length - 1 : 0
    const parts = (language === 'de' ? de : en).split(VALUE)
    return parts.reduce((said, part, at) => said + String(values[first + at - 1]).replaceAll('|', '│') + part)
  }
  return Object.assign(text, {
    language,
    money: (amount: number, currency: string): string =>
      new Intl.NumberFormat(locale, { style: 'currency', currency }).format(amount / CENTS).replace('-', '−'),
    /** A day and its month stand on one line. */
    moment: (at: string, style: Intl.DateTimeFormatOptions): string =>
      new Date(at).toLocaleString(locale, style).replace(/(\d\.?) (?=\p{L})/gu, '$1\u{a0}'),
  })
}
export type Texts = ReturnType<typeof textsIn>
