import type { Language } from './limits.ts'
import { plainPath } from './plain-path.ts'

/** The pages behind the footer and the help links, with an address in each language. */
export const LEGAL_PAGES = {
  imprint: { en: '/en/imprint', de: '/de/impressum' },
  privacy: { en: '/en/privacy', de: '/de/datenschutz' },
  terms: { en: '/en/terms', de: '/de/agb' },
  faq: { en: '/en/faq', de: '/de/faq' },
  support: { en: '/en/support', de: '/de/hilfe' },
  more: { en: '/en/how-it-works', de: '/de/so-funktioniert-es' },
  accessibility: { en: '/en/accessibility', de: '/de/barrierefreiheit' },
} as const satisfies Record<string, Record<Language, string>>

export type LegalPageName = keyof typeof LEGAL_PAGES
export type LegalPageAddress = (typeof LEGAL_PAGES)[LegalPageName][Language]

export const LEGAL_PAGE_NAMES = Object.keys(LEGAL_PAGES) as LegalPageName[]
export const LEGAL_PAGE_ADDRESSES = LEGAL_PAGE_NAMES.flatMap((name): LegalPageAddress[] => [
  LEGAL_PAGES[name].en,
  LEGAL_PAGES[name].de,
])

/** The page at an address and its language; none for other addresses. */
export function legalPageAt(pathname: string): { name: LegalPageName; language: Language } | undefined {
  const address = plainPath(pathname)
  const name = LEGAL_PAGE_NAMES.find((one) => LEGAL_PAGES[one].en === address || LEGAL_PAGES[one].de === address)
  return name === undefined ? undefined : { name, language: LEGAL_PAGES[name].en === address ? 'en' : 'de' }
}
