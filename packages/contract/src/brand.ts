import type { Language } from './limits.ts'
import { LEGAL_PAGES, type LegalPageName } from './legal-pages.ts'

type Localized<Value> = Readonly<Record<Language, Value>>

export type BrandLogo = {
  /** On this origin. */
  src: string
  /** In the dark scheme; null where one picture serves both. */
  darkSrc: string | null
  /** Of the picture, in its own units: what the page needs to keep its place. */
  width: number
  height: number
  /** The picture says the name: it is not written beside it. */
  showsName: boolean
}

/** All that makes the pages an operator's own, but their colours, which come as a style. */
export type Brand = {
  name: string
  /** Who offers the product. */
  company: string
  /** null: our own mark. */
  logo: BrandLogo | null
  /** A path of our own pages, or an address elsewhere. */
  links: Readonly<Record<LegalPageName, Localized<string>>>
  /** Phrases that are said in other words, by their key. */
  texts: Localized<Readonly<Record<string, string>>>
}

/** Where no operator said otherwise. */
export const DEFAULT_BRAND = {
  name: 'Avouch',
  company: 'Avouch',
  logo: null,
  links: LEGAL_PAGES,
  texts: { en: {}, de: {} },
} as const satisfies Brand
