import { inLanguage, type Language, type Localized } from './languages.ts'
import { plainPath } from './plain-path.ts'

/** The pages behind the footer and the help links, with an address in each language. */
export const LEGAL_PAGES = {
  imprint: { en: '/en/imprint', de: '/de/impressum' },
  privacy: { en: '/en/privacy', de: '/de/datenschutz' },
  terms: { en: '/en/terms', de: '/de/agb' },
  faq: { en: '/en/faq', de: '/de/faq' },
  support: { en: '/en/support', de: '/de/hilfe' },
  more: { en: '/en/how-it-works', de: '/de/so-funktioniert-es' },
  erasure: { en: '/en/delete', de: '/de/loeschen' },
  accessibility: { en: '/en/accessibility', de: '/de/barrierefreiheit' },
} as const satisfies Record<string, Localized<string>>

export type LegalPageName = keyof typeof LEGAL_PAGES
type Addresses = (typeof LEGAL_PAGES)[LegalPageName]
export type LegalPageAddress = Addresses[keyof Addresses]
type LegalPageIn = { name: LegalPageName; language: Language; address: LegalPageAddress }

export const LEGAL_PAGE_NAMES = Object.keys(LEGAL_PAGES) as LegalPageName[]
/** Every page in every language that it is written in. */
export const LEGAL_PAGES_BY_LANGUAGE = LEGAL_PAGE_NAMES.flatMap((name) =>
  (Object.entries(LEGAL_PAGES[name]) as [Language, LegalPageAddress][]).map(
    ([language, address]): LegalPageIn => ({ name, language, address }),
  ),
)
export const LEGAL_PAGE_ADDRESSES = LEGAL_PAGES_BY_LANGUAGE.map(({ address }) => address)

/** The address of a page in a language; of the English page where it is not written in that language. */
export const legalPageAddress = (name: LegalPageName, language: Language): LegalPageAddress =>
  inLanguage<LegalPageAddress>(LEGAL_PAGES[name], language)

/** The page at an address and its language; none for other addresses. */
export function legalPageAt(pathname: string): LegalPageIn | undefined {
  const path = plainPath(pathname)
  return LEGAL_PAGES_BY_LANGUAGE.find(({ address }) => address === path)
}
