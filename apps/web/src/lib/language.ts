import { type Language, MINIMUM_AGE, paperAt } from '@avouch/contract'
import { fill, type PhraseKey, type Translate } from '@avouch/phrases'
import { useSyncExternalStore } from 'react'
import { brand } from '#lib/brand.ts'
import { detectLanguage, LANGUAGE_KEY } from '#lib/detect-language.ts'
import { readItem, writeItem } from '#lib/storage.ts'

type Phrases = Readonly<Record<PhraseKey, string>>

/** Each language is loaded when it is read. German has every phrase of English: what is missing does not compile. */
const PHRASES = {
  en: async (): Promise<Phrases> => (await import('@avouch/phrases/en')).en,
  de: async (): Promise<Phrases> => (await import('@avouch/phrases/de')).de,
} as const satisfies Record<Language, () => Promise<Phrases>>

/** Slots that are the same in every text. */
export const COMMON: Readonly<Record<string, string | number>> = { product: brand.name, age: MINIMUM_AGE }

const translator =
  (phrases: Partial<Phrases>): Translate =>
  (key, ...[slots]) =>
    fill(phrases[key] ?? key, { ...COMMON, ...slots })

type Current = { language: Language; t: Translate }

let current: Current = { language: 'en', t: translator({}) }
const listeners = new Set<() => void>()
const inBrowser = () => window.localStorage

/** keep: false where the address asks for a language, and nobody has chosen it. */
export async function switchLanguage(language: Language, { keep = true } = {}): Promise<void> {
  current = { language, t: translator({ ...(await PHRASES[language]()), ...brand.texts[language] }) }
  document.documentElement.lang = language
  if (keep) writeItem(inBrowser, LANGUAGE_KEY, language)
  for (const listener of listeners) listener()
}

export const startLanguage = (): Promise<void> =>
  switchLanguage(
    detectLanguage({
      pathname: window.location.pathname,
      search: window.location.search,
      cookie: document.cookie,
      stored: readItem(inBrowser, LANGUAGE_KEY),
      browser: navigator.languages,
      htmlTag: document.documentElement.lang,
    }),
    { keep: paperAt(window.location.pathname) === undefined },
  )

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
const getCurrent = () => current

export const useLanguage = (): Language => useSyncExternalStore(subscribe, getCurrent).language

/** The phrases of the language that is on. */
export const useTranslate = (): Translate => useSyncExternalStore(subscribe, getCurrent).t

/** For notifications, which are written once and outside of a screen. */
export const currentTranslate = (): Translate => current.t
export const currentLanguage = (): Language => current.language
