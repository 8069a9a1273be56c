import { type Language, MINIMUM_AGE, legalPageAt } from '@avouch/contract'
import { fill, type PhraseKey, type Translate } from '@avouch/phrases'
import { useSyncExternalStore } from 'react'
import { brand } from '#settings/brand.ts'
import { detectLanguage, LANGUAGE_KEY } from './detect-language.ts'
import { readItem, writeItem } from '#api/storage.ts'

type Phrases = Readonly<Partial<Record<PhraseKey, string>>>

/** Each language is loaded when it is read, and beyond the first page when that is left. */
const FIRST = {
  en: async () => (await import('@avouch/phrases/en/first')).first,
  de: async () => (await import('@avouch/phrases/de/first')).first,
} as const satisfies Record<Language, () => Promise<Phrases>>
const WHOLE = {
  en: async () => (await import('@avouch/phrases/en')).en,
  de: async () => (await import('@avouch/phrases/de')).de,
} as const satisfies Record<Language, () => Promise<Phrases>>

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
const inBrowser = () => window.localStorage

function say(asked: Wanted, phrases: Phrases): void {
  current = { ...asked, t: translator({ ...phrases, ...brand.texts[asked.language] }) }
}

/** The language of the page that is rendered next, where pages are rendered. */
export const speak = (language: Language, phrases: Phrases): void => say({ language, whole: true }, phrases)

/** What is wanted may change while it is loaded. */
async function loadWanted(): Promise<void> {
  const asked = wanted
  const phrases = await (asked.whole ? WHOLE : FIRST)[asked.language]()
  if (asked !== wanted) return loadWanted()
  say(asked, phrases)
  document.documentElement.lang = asked.language
  for (const listener of listeners) listener()
}

/** keep: false where the address asks for a language, and nobody has chosen it. */
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
      cookie: document.cookie,
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
