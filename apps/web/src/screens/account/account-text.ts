import { inLanguage, type Localized } from '@avouch/contract'
import { fill, type TranslateOf } from '@avouch/phrases'
import { de } from '@avouch/phrases/account/de'
import { en } from '@avouch/phrases/account/en'
import { COMMON, useLanguage } from '#i18n/language.ts'
import { brand } from '#settings/page-settings.ts'

export type AccountText = keyof typeof en
const TEXTS: Localized<Readonly<Record<AccountText, string>>> = { en, de }

/** Translates the texts of the own account into the current language; a brand may have its own. */
export function useAccountText(): TranslateOf<typeof en> {
  const language = useLanguage()
  const texts = { ...inLanguage(TEXTS, language), ...inLanguage(brand.texts, language) }
  return (key, ...[slots]) => fill(texts[key], { ...COMMON, ...slots })
}
