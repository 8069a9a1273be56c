import type { Localized } from './languages.ts'
import { LEGAL_PAGES, type LegalPageName } from './legal-pages.ts'

export type BrandLogo = {
  /** A path on this origin. */
  src: string
  /** In the dark scheme; null where one picture serves both. */
  darkSrc: string | null
  /** Size of the picture in its own units, to reserve its space. */
  width: number
  height: number
  /** The picture contains the name, so the page does not repeat it as text. */
  showsName: boolean
}

/** The operator's branding, except the colours, which are a style. */
export type Brand = {
  name: string
  /** The operator's company. */
  company: string
  /** null: our own mark. */
  logo: BrandLogo | null
  /** A path of our own pages, or an address elsewhere. */
  links: Readonly<Record<LegalPageName, Localized<string>>>
  /** Replaced phrases, by their key. */
  texts: Localized<Readonly<Record<string, string>>>
}

/** The default brand. */
export const DEFAULT_BRAND = {
  name: 'Avouch',
  company: 'Avouch',
  logo: null,
  links: LEGAL_PAGES,
  texts: { en: {}, de: {} },
} as const satisfies Brand
