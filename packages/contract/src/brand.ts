import type { Language } from './limits.ts'

/** What an operator's pages link to. */
export const BRAND_LINKS = ['imprint', 'privacy', 'terms', 'faq', 'support', 'more', 'accessibility'] as const
export type BrandLink = (typeof BRAND_LINKS)[number]

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
  links: Readonly<Record<BrandLink, Localized<string>>>
  /** Phrases that are said in other words, by their key. */
  texts: Localized<Readonly<Record<string, string>>>
}

/** Where no operator said otherwise. */
export const DEFAULT_BRAND = {
  name: 'Avouch',
  company: 'Avouch',
  logo: null,
  links: {
    imprint: { en: '/en/imprint', de: '/de/impressum' },
    privacy: { en: '/en/privacy', de: '/de/datenschutz' },
    terms: { en: '/en/terms', de: '/de/agb' },
    faq: { en: '/en/faq', de: '/de/faq' },
    support: { en: '/en/support', de: '/de/hilfe' },
    more: { en: '/en/how-it-works', de: '/de/so-funktioniert-es' },
    accessibility: { en: '/en/accessibility', de: '/de/barrierefreiheit' },
  },
  texts: { en: {}, de: {} },
} as const satisfies Brand
