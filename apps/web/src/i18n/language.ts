import { inLanguage, type Language, legalPageAt, type Localized, MINIMUM_AGE } from '@avouch/contract'
import { fill, type PhraseKey, type Translate } from '@avouch/phrases'
import { useSyncExternalStore } from 'react'
import { brand } from '#settings/brand.ts'
import { detectLanguage, LANGUAGE_KEY } from './detect-language.ts'
import { inBrowser, readCookies, readItem, writeItem } from '#api/storage.ts'

export type Phrases = Readonly<Partial<Record<PhraseKey, string>>>
type Loaders = Localized<() => Promise<Phrases>>

/** Each language is loaded when it is read, and beyond the first page when that is left. */
const FIRST: Loaders = {
  en: async () => (await import('@avouch/phrases/en/first')).first,
  de: async () => (await import('@avouch/phrases/de/first')).first,
}
const WHOLE: Loaders = {
  en: async () => (await import('@avouch/phrases/en')).en,
  de: async () => (await import('@avouch/phrases/de')).de,
}
/** What languages that are not complete say themselves. */
const PARTIAL = import.meta.glob<Phrases>('./*.ts', {
  base: '../../../../packages/phrases/src/partial',
  import: 'phrases',
})

/** The phrases of a language, and in the operator's words where a brand has some. */
export const loadPhrases = async (language: Language, { whole }: { whole: boolean }): Promise<Phrases> => ({
  ...(await inLanguage(whole ? WHOLE : FIRST, language)()),
  ...inLanguage(brand.texts, language),
  ...(await PARTIAL[`./${language}.ts`]?.()),
})

/** Slots that are the same in every text. */
export const COMMON: Readonly<Record<string, string | number>> = { product: brand.name, age: MINIMUM_AGE }

const translator =
  (phrases: Phrases): Translate =>
  (key, ...[slots]) =>
    fill(phrases[key] ?? key, { ...COMMON, ...slots })

type Wanted = {
  language: Language
  /** Every phrase, not those of the first page alone. */
  whole: boolean
}
type Current = Wanted & { t: Translate }

let wanted: Wanted = { language: 'en', whole: false }
let current: Current = { ...wanted, t: translator({}) }
const listeners = new Set<() => void>()

function say(asked: Wanted, phrases: Phrases): void {
  current = { ...asked, t: translator(phrases) }
}

/** The language of the page that is rendered next, where pages are rendered. */
export const speak = (language: Language, phrases: Phrases): void => say({ language, whole: true }, phrases)

/** What is wanted may change while it is loaded. */
async function loadWanted(): Promise<void> {
  const asked = wanted
  const phrases = await loadPhrases(asked.language, asked)
  if (asked !== wanted) return loadWanted()
  say(asked, phrases)
  document.documentElement.lang = asked.language
  for (const listener of listeners) listener()
}

/** keep: false where the address names a language that the visitor did not choose. */
export async function switchLanguage(language: Language, { keep = true } = {}): Promise<void> {
  wanted = { ...wanted, language }
  await loadWanted()
  if (keep) writeItem(inBrowser, LANGUAGE_KEY, language)
}

export const isWholeLanguage = (): boolean => current.whole

/** Every phrase is there, not those of the first page alone. */
export async function wholeLanguage(): Promise<void> {
  if (current.whole) return
  wanted = { ...wanted, whole: true }
  await loadWanted()
}

export const startLanguage = (): Promise<void> =>
  switchLanguage(
    detectLanguage({
      pathname: window.location.pathname,
      search: window.location.search,
      cookie: readCookies(),
      stored: readItem(inBrowser, LANGUAGE_KEY),
      browser: navigator.languages,
      htmlTag: document.documentElement.lang,
    }),
    { keep: legalPageAt(window.location.pathname) === undefined },
  )

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
const getCurrent = () => current

export const useLanguage = (): Language => useSyncExternalStore(subscribe, getCurrent, getCurrent).language

/** The phrases of the language that is on. */
export const useTranslate = (): Translate => useSyncExternalStore(subscribe, getCurrent, getCurrent).t

/** For notifications, which are written once and outside of a screen. */
export const currentTranslate = (): Translate => current.t
export const currentLanguage = (): Language => current.language
