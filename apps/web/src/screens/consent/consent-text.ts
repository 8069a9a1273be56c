import { fill } from '@avouch/phrases'
import { de } from '@avouch/phrases/consent/de'
import { en } from '@avouch/phrases/consent/en'
import { brand } from '#settings/brand.ts'
import { COMMON, useLanguage } from '#i18n/language.ts'

const TEXTS = { en, de } as const
export type ConsentText = keyof typeof en

/** The texts of this part in the language that is on; a brand may have its own. */
export function useConsentText(): (key: ConsentText) => string {
  const language = useLanguage()
  return (key) => fill(brand.texts[language][key] ?? TEXTS[language][key], COMMON)
}
