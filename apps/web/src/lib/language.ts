import { type Language, LANGUAGES, MINIMUM_AGE } from '@avouch/contract'
import i18next from 'i18next'
import LanguageDetector from 'i18next-browser-languagedetector'
import { brand } from '#lib/brand.ts'

const PHRASES = {
  en: async () => (await import('@avouch/phrases/en')).en,
  de: async () => (await import('@avouch/phrases/de')).de,
} as const satisfies Record<Language, () => Promise<Record<string, string>>>

export const isLanguage = (text: string | undefined): text is Language => text === 'en' || text === 'de'
export const currentLanguage = (): Language => (isLanguage(i18next.language) ? i18next.language : 'en')

const showInDocument = (language: string) => {
  document.documentElement.lang = language
}

/** English when the language that is found contains "en", German otherwise. */
export async function startLanguage(): Promise<void> {
  i18next.on('languageChanged', showInDocument)
  await i18next
    .use(LanguageDetector)
    .use({
      type: 'backend',
      read: async (language: string) => (isLanguage(language) ? await PHRASES[language]() : {}),
    })
    .init({
      supportedLngs: LANGUAGES,
      fallbackLng: 'en',
      load: 'languageOnly',
      keySeparator: false,
      nsSeparator: false,
      interpolation: { escapeValue: false, defaultVariables: { product: brand.name, age: MINIMUM_AGE } },
      detection: {
        order: ['querystring', 'cookie', 'localStorage', 'navigator', 'htmlTag'],
        lookupQuerystring: 'lng',
        caches: ['localStorage'],
        convertDetectedLanguage: (found: string) => (found.toLowerCase().includes('en') ? 'en' : 'de'),
      },
    })
}

export const switchLanguage = async (language: Language): Promise<void> => void (await i18next.changeLanguage(language))
