import { type CheckKind, inLanguage, type Language, legalPageAt, MINIMUM_AGE } from '@avouch/contract'
import { fill, type PhraseKey, type Translate } from '@avouch/phrases'
import { createStore } from 'zustand'
import { brand, settings } from '#settings/page-settings.ts'
import { detectLanguage, LANGUAGE_KEY } from './detect-language.ts'
import { useNow } from '#api/store.ts'
import { inBrowser, readCookies, readItem, writeItem } from '#api/storage.ts'

export type Phrases = Readonly<Partial<Record<PhraseKey, string>>>

// Own code: no library of this size has slots checked by the compiler and loads a language in parts (docs/decisions/0119).

/** Texts of the first page, of the pages until a code is confirmed, and of those after it. A set includes those before it. */
const SETS = ['first', 'sign-in', 'rest'] as const
export type PhraseSet = (typeof SETS)[number]
export const setsUpTo = (last: PhraseSet): readonly PhraseSet[] => SETS.slice(0, SETS.indexOf(last) + 1)

type Part = PhraseSet | CheckKind | 'partial'
type Loaders = Readonly<Partial<Record<Part, () => Promise<{ phrases: Phrases }>>>>

/** Loads a part of a language. `eid` and `both` have the sentences about a check that is not by camera alone. */
const LOADERS: Readonly<Record<Language, Loaders>> = {
  en: {
    first: () => import('@avouch/phrases/en/first'),
    'sign-in': () => import('@avouch/phrases/en/sign-in'),
    rest: () => import('@avouch/phrases/en/rest'),
    eid: () => import('@avouch/phrases/en/eid'),
    both: () => import('@avouch/phrases/en/both'),
  },
  de: {
    first: () => import('@avouch/phrases/de/first'),
    'sign-in': () => import('@avouch/phrases/de/sign-in'),
    rest: () => import('@avouch/phrases/de/rest'),
    eid: () => import('@avouch/phrases/de/eid'),
    both: () => import('@avouch/phrases/de/both'),
  },
}

/** Loads the phrases of a language, with the brand's own texts. An incomplete language is filled up with English. */
export async function loadPhrases(language: Language, last: PhraseSet): Promise<Phrases> {
  const parts: Part[] = [...setsUpTo(last), 'partial', settings.identityCheck.kind]
  const loaded = await Promise.all(parts.map(async (part) => (LOADERS[language][part] ?? LOADERS.en[part])?.()))
  return Object.assign({}, ...loaded.map((part) => part?.phrases), inLanguage(brand.texts, language)) as Phrases
}

/** Slots with the same value in every text. */
export const COMMON: Readonly<Record<string, string | number>> = { product: brand.name, age: MINIMUM_AGE }

const translator =
  (phrases: Phrases): Translate =>
  (key, ...[slots]) =>
    fill(phrases[key] ?? key, { ...COMMON, ...slots })

type Wanted = { language: Language; set: PhraseSet }
type Current = Wanted & { t: Translate }

let wanted: Wanted = { language: 'en', set: 'first' }
const current = createStore<Current>(() => ({ ...wanted, t: translator({}) }))

export const setPhrases = (given: Wanted, phrases: Phrases): void =>
  current.setState({ ...given, t: translator(phrases) })

/** Loads again if another language or set was requested meanwhile. */
async function loadWanted(): Promise<void> {
  const asked = wanted
  const phrases = await loadPhrases(asked.language, asked.set)
  if (asked !== wanted) return loadWanted()
  document.documentElement.lang = asked.language
  setPhrases(asked, phrases)
}

/** @param keep false where the address names a language that the visitor did not choose */
export async function switchLanguage(language: Language, { keep = true } = {}): Promise<void> {
  wanted = { ...wanted, language }
  await loadWanted()
  if (keep) writeItem(inBrowser, LANGUAGE_KEY, language)
}

export const hasPhrases = (set: PhraseSet): boolean => setsUpTo(current.getState().set).includes(set)

/** Loads a set of the current language. */
export async function ensurePhrases(set: PhraseSet): Promise<void> {
  if (hasPhrases(set)) return
  if (!setsUpTo(wanted.set).includes(set)) wanted = { ...wanted, set }
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

export const useLanguage = (): Language => useNow(current).language

/** Translates into the current language. */
export const useTranslate = (): Translate => useNow(current).t

/** Translates outside of components, for notifications. */
export const currentTranslate = (): Translate => current.getState().t
export const currentLanguage = (): Language => current.getState().language
