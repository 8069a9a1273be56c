import { inLanguage, LANGUAGES, type Language, type Localized, MINIMUM_AGE } from '@avouch/contract'
import { fill } from '@avouch/phrases'
import type { ConsoleKey, ConsoleTexts, ConsoleTranslate } from '@avouch/phrases/console/texts'
import { create } from 'zustand'
import { brand } from '../settings.ts'

/** The key under which the visitors' pages store the language, too. */
const LANGUAGE_KEY = 'i18nextLng'

const LOADERS: Localized<() => Promise<ConsoleTexts>> = {
  en: async () => (await import('@avouch/phrases/console/en')).en,
  de: async () => (await import('@avouch/phrases/console/de')).de,
}

type Current = { language: Language; t: ConsoleTranslate }

const common: Readonly<Record<string, string | number>> = { product: brand.name, age: MINIMUM_AGE }
const translator =
  (texts: Partial<ConsoleTexts>): ConsoleTranslate =>
  (key: ConsoleKey, ...[slots]) =>
    fill(texts[key] ?? key, { ...common, ...slots })

const useCurrent = create<Current>(() => ({ language: 'en', t: translator({}) }))

/** Stores the choice; where the browser refuses, it lasts as long as the page. */
function stored(): string | null {
  try {
    return localStorage.getItem(LANGUAGE_KEY)
  } catch {
    // Site data are blocked.
    return null
  }
}

function keep(language: Language): void {
  try {
    localStorage.setItem(LANGUAGE_KEY, language)
  } catch {
    // As above.
  }
}

async function speak(language: Language): Promise<void> {
  const t = translator(await inLanguage(LOADERS, language)())
  document.documentElement.lang = language
  useCurrent.setState({ language, t })
}

/** Picks the chosen language, else the first of the browser's that is ours, else English. */
export const startLanguage = (): Promise<void> =>
  speak(
    [stored(), ...navigator.languages]
      .map((tag) => LANGUAGES.find((language) => tag?.toLowerCase().split('-')[0] === language))
      .find((language) => language !== undefined) ?? 'en',
  )

export async function switchLanguage(language: Language): Promise<void> {
  await speak(language)
  keep(language)
}

export const useLanguage = (): Language => useCurrent().language
export const useTranslate = (): ConsoleTranslate => useCurrent().t
