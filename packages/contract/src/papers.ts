import type { Language } from './limits.ts'
import { plainPath } from './plain-path.ts'

/** The pages behind the footer and the help links, with an address in each language. */
export const PAPERS = {
  imprint: { en: '/en/imprint', de: '/de/impressum' },
  privacy: { en: '/en/privacy', de: '/de/datenschutz' },
  terms: { en: '/en/terms', de: '/de/agb' },
  faq: { en: '/en/faq', de: '/de/faq' },
  support: { en: '/en/support', de: '/de/hilfe' },
  more: { en: '/en/how-it-works', de: '/de/so-funktioniert-es' },
  accessibility: { en: '/en/accessibility', de: '/de/barrierefreiheit' },
} as const satisfies Record<string, Record<Language, string>>

export type PaperName = keyof typeof PAPERS
export type PaperAddress = (typeof PAPERS)[PaperName][Language]

export const PAPER_NAMES = Object.keys(PAPERS) as PaperName[]
export const PAPER_ADDRESSES = PAPER_NAMES.flatMap((name): PaperAddress[] => [PAPERS[name].en, PAPERS[name].de])

/** Which one stands at an address, and in which language; none at any other. */
export function paperAt(pathname: string): { name: PaperName; language: Language } | undefined {
  const address = plainPath(pathname)
  const name = PAPER_NAMES.find((one) => PAPERS[one].en === address || PAPERS[one].de === address)
  return name === undefined ? undefined : { name, language: PAPERS[name].en === address ? 'en' : 'de' }
}
