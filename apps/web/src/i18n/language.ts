import { inLanguage, type Language, legalPageAt, MINIMUM_AGE } from '@avouch/contract'
import { fill, type PhraseKey, type Translate } from '@avouch/phrases'
import { createContext, useContext } from 'react'
import { createStore } from 'zustand'
import { brand } from '#settings/page-settings.ts'
import { detectLanguage, LANGUAGE_KEY } from './detect-language.ts'
import { useNow } from '#api/store.ts'
import { inBrowser, readCookies, readItem, writeItem } from '#api/storage.ts'

export type Phrases = Readonly<Partial<Record<PhraseKey, string>>>

// No library of this size has the compiler check slots, and loads a language by parts (docs/decisions/0119).

/** Texts of the first page, until a code is confirmed, and after it. A set comes with those before it. */
const SETS = ['first', 'sign-in', 'rest'] as const
export type PhraseSet = (typeof SETS)[number]
export const setsUpTo = (last: PhraseSet): readonly PhraseSet[] => SETS.slice(0, SETS.indexOf(last) + 1)

/** Each language is loaded when it is read, and a set when it is needed; what a language that is not complete says is one file. */
const LOADERS = import.meta.glob<Phrases>(['./{en,de}/{first,sign-in,rest}.ts', './partial/*.ts'], {
  base: '../../../../packages/phrases/src',
  import: 'phrases',
})

/** The phrases of a language, and in the operator's words where a brand has some. One that is not complete says the others in English. */
export async function loadPhrases(language: Language, last: PhraseSet): Promise<Phrases> {
  const named = (file: string) => LOADERS[`./${file}.ts`]
  const sets = setsUpTo(last).map((set) => (named(`${language}/${set}`) ?? named(`en/${set}`))?.())
  const said = await Promise.all([...sets, named(`partial/${language}`)?.()])
  return { ...(Object.assign({}, ...said) as Phrases), ...inLanguage(brand.texts, language) }
}

/** Slots that are the same in every text. */
export const COMMON: Readonly<Record<string, string | number>> = { product: brand.name, age: MINIMUM_AGE }

const translator =
  (phrases: Phrases): Translate =>
  (key, ...[slots]) =>
    fill(phrases[key] ?? key, { ...COMMON, ...slots })

type Wanted = { language: Language; set: PhraseSet }
type Current = Wanted & { t: Translate }

let wanted: Wanted = { language: 'en', set: 'first' }
const current = createStore<Current>(() => ({ ...wanted, t: translator({}) }))

const inWords = (asked: Wanted, phrases: Phrases): Current => ({ ...asked, t: translator(phrases) })
const say = (asked: Wanted, phrases: Phrases): void => current.setState(inWords(asked, phrases))

/** Loads again if another language or set is wanted by then. */
async function loadWanted(): Promise<void> {
  const asked = wanted
  const phrases = await loadPhrases(asked.language, asked.set)
  if (asked !== wanted) return loadWanted()
  document.documentElement.lang = asked.language
  say(asked, phrases)
}

/** keep: false where the address names a language that the visitor did not choose. */
export async function switchLanguage(language: Language, { keep = true } = {}): Promise<void> {
  wanted = { ...wanted, language }
  await loadWanted()
  if (keep) writeItem(inBrowser, LANGUAGE_KEY, language)
}

export const hasPhrases = (set: PhraseSet): boolean => setsUpTo(current.getState().set).includes(set)

/** Loads a set of the language that is on. */
export async function needPhrases(set: PhraseSet): Promise<void> {
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

/** The language of one page, where pages are rendered. */
export const LanguageOfPage = createContext<Current | undefined>(undefined)
export const languageOfPage = (language: Language, phrases: Phrases) => inWords({ language, set: 'rest' }, phrases)

function useCurrent(): Current {
  const now = useNow(current)
  return useContext(LanguageOfPage) ?? now
}
export const useLanguage = (): Language => useCurrent().language

/** The phrases of the language that is on. */
export const useTranslate = (): Translate => useCurrent().t

/** For notifications, which are written once and outside of a screen. */
export const currentTranslate = (): Translate => current.getState().t
export const currentLanguage = (): Language => current.getState().language
