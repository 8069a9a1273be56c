import { inLanguage, type Language, type LegalPageName, type Localized } from '@avouch/contract'
import type { LegalPage } from '@avouch/phrases/legal-pages'
import type { View } from '@avouch/design/jsx-runtime'
import { LegalPageScreen } from './legal-page-screen.tsx'
import { openLegalPage } from './open-legal-page.ts'

type Loaded = Promise<{ legalPage: LegalPage }>

/** Chunks of the legal pages, one for each page and language. */
const FILES: Record<LegalPageName, Localized<() => Loaded>> = {
  imprint: {
    en: () => import('@avouch/phrases/legal-pages/en/imprint'),
    de: () => import('@avouch/phrases/legal-pages/de/imprint'),
  },
  privacy: {
    en: () => import('@avouch/phrases/legal-pages/en/privacy'),
    de: () => import('@avouch/phrases/legal-pages/de/privacy'),
  },
  terms: {
    en: () => import('@avouch/phrases/legal-pages/en/terms'),
    de: () => import('@avouch/phrases/legal-pages/de/terms'),
  },
  faq: {
    en: () => import('@avouch/phrases/legal-pages/en/faq'),
    de: () => import('@avouch/phrases/legal-pages/de/faq'),
  },
  support: {
    en: () => import('@avouch/phrases/legal-pages/en/support'),
    de: () => import('@avouch/phrases/legal-pages/de/support'),
  },
  more: {
    en: () => import('@avouch/phrases/legal-pages/en/more'),
    de: () => import('@avouch/phrases/legal-pages/de/more'),
  },
  erasure: {
    en: () => import('@avouch/phrases/legal-pages/en/erasure'),
    de: () => import('@avouch/phrases/legal-pages/de/erasure'),
  },
  accessibility: {
    en: () => import('@avouch/phrases/legal-pages/en/accessibility'),
    de: () => import('@avouch/phrases/legal-pages/de/accessibility'),
  },
}

/** Creates the screen of a legal page, with its text. */
export async function legalPage(name: LegalPageName, language: Language): Promise<{ Screen: View }> {
  const { legalPage: page } = await inLanguage(FILES[name], language)()
  return { Screen: () => <LegalPageScreen page={page} onFollow={openLegalPage} /> }
}
