import type { Language } from '@avouch/contract'

type Localized = Readonly<Record<Language, string>>

/** All that an operator changes to make the product their own; colours are the tokens of styles.css. */
export const brand = {
  name: 'Avouch',
  links: {
    imprint: { en: 'https://avouch.example/en/imprint', de: 'https://avouch.example/de/impressum' },
    privacy: { en: 'https://avouch.example/en/privacy', de: 'https://avouch.example/de/datenschutz' },
    terms: { en: 'https://avouch.example/en/terms', de: 'https://avouch.example/de/agb' },
    support: { en: 'https://avouch.example/en/support', de: 'https://avouch.example/de/hilfe' },
    faq: { en: 'https://avouch.example/en/faq', de: 'https://avouch.example/de/faq' },
    more: { en: 'https://avouch.example/en/how-it-works', de: 'https://avouch.example/de/so-funktioniert-es' },
  } satisfies Record<string, Localized>,
} as const
