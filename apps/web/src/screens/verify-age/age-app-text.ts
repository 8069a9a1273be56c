import { inLanguage, type Localized, type PresentationKind } from '@avouch/contract'
import { fill } from '@avouch/phrases'
import { de } from '@avouch/phrases/age-app/de'
import { en } from '@avouch/phrases/age-app/en'
import { createContext, useContext } from 'react'
import { brand } from '#settings/page-settings.ts'
import { COMMON, useLanguage } from '#i18n/language.ts'

export type AgeAppText = keyof typeof en
const TEXTS: Localized<Readonly<Record<AgeAppText, string>>> = { en, de }

/** The kind of app: some texts differ for an age app and an ID wallet. */
export const AskedKind = createContext<PresentationKind>('age_app')

type Slots = Readonly<Record<string, string | number>>

/** Gives the texts of this screen in the current language; a brand may have its own. */
export function useAgeAppText(): (key: AgeAppText, slots?: Slots) => string {
  const language = useLanguage()
  const kind = useContext(AskedKind)
  const texts = inLanguage(TEXTS, language)
  return (key, slots) => {
    const own = kind === 'id_wallet' ? key.replace('ageApp', 'idWallet') : key
    const used = own in texts ? (own as AgeAppText) : key
    return fill(inLanguage(brand.texts, language)[used] ?? texts[used], { ...COMMON, ...slots })
  }
}
