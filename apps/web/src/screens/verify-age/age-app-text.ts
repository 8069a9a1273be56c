import { inLanguage, type Localized } from '@avouch/contract'
import { fill } from '@avouch/phrases'
import { de } from '@avouch/phrases/age-app/de'
import { en } from '@avouch/phrases/age-app/en'
import { brand } from '#settings/brand.ts'
import { COMMON, useLanguage } from '#i18n/language.ts'

export type AgeAppText = keyof typeof en
const TEXTS: Localized<Readonly<Record<AgeAppText, string>>> = { en, de }

type Slots = Readonly<Record<string, string | number>>

/** The texts of this screen in the language that is on; a brand may have its own. */
export function useAgeAppText(): (key: AgeAppText, slots?: Slots) => string {
  const language = useLanguage()
  return (key, slots) =>
    fill(inLanguage(brand.texts, language)[key] ?? inLanguage(TEXTS, language)[key], { ...COMMON, ...slots })
}
