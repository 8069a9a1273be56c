import { inLanguage, type Localized } from '@avouch/contract'
import { fill } from '@avouch/phrases'
import { de } from '@avouch/phrases/consent/de'
import { en } from '@avouch/phrases/consent/en'
import { brand } from '#settings/page-settings.ts'
import { COMMON, useLanguage } from '#i18n/language.ts'

export type ConsentText = keyof typeof en
const TEXTS: Localized<Readonly<Record<ConsentText, string>>> = { en, de }

/** Gives the texts of this part in the current language; a brand may have its own. */
export function useConsentText(): (key: ConsentText) => string {
  const language = useLanguage()
  return (key) => fill(inLanguage(brand.texts, language)[key] ?? inLanguage(TEXTS, language)[key], COMMON)
}
