import type { Language, PaperName } from '@avouch/contract'
import type { Paper } from '@avouch/phrases/papers'

type Loaded = Promise<{ paper: Paper }>

/** Each page in each language is a file of its own, which nobody loads who does not read it. */
const FILES: Record<PaperName, Record<Language, () => Loaded>> = {
  imprint: {
    en: () => import('@avouch/phrases/papers/en/imprint'),
    de: () => import('@avouch/phrases/papers/de/imprint'),
  },
  privacy: {
    en: () => import('@avouch/phrases/papers/en/privacy'),
    de: () => import('@avouch/phrases/papers/de/privacy'),
  },
  terms: {
    en: () => import('@avouch/phrases/papers/en/terms'),
    de: () => import('@avouch/phrases/papers/de/terms'),
  },
  faq: {
    en: () => import('@avouch/phrases/papers/en/faq'),
    de: () => import('@avouch/phrases/papers/de/faq'),
  },
  support: {
    en: () => import('@avouch/phrases/papers/en/support'),
    de: () => import('@avouch/phrases/papers/de/support'),
  },
  more: {
    en: () => import('@avouch/phrases/papers/en/more'),
    de: () => import('@avouch/phrases/papers/de/more'),
  },
  accessibility: {
    en: () => import('@avouch/phrases/papers/en/accessibility'),
    de: () => import('@avouch/phrases/papers/de/accessibility'),
  },
}

export const loadPaper = async (name: PaperName, language: Language): Promise<Paper> =>
  (await FILES[name][language]()).paper
