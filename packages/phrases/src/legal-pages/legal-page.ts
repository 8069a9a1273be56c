import type { Localized } from '@avouch/contract'

/** Text with slots such as {{company}}, {{vendor}} (of the identity check, with a space before it, or nothing) and marks such as <privacy>…</privacy>, as in every phrase. */
export type Block =
  | string
  | { readonly list: readonly string[] }
  | { readonly steps: readonly string[] }
  | { readonly facts: readonly (readonly [term: string, said: string])[] }
  /** Said where documents, SMS and money are not real, and nowhere else. */
  | { readonly sandbox: string }
  | { readonly question: string; readonly answer: readonly Block[] }

export type Section = {
  /** The anchor, the same in every language. */
  readonly id: string
  readonly heading: string
  readonly body: readonly Block[]
}

/** A page to read: what stands behind the footer. */
export type LegalPage = {
  readonly title: string
  readonly lede: string
  readonly sections: readonly Section[]
}

/** The day of the last change of any of them. */
export const LEGAL_PAGES_CHANGED = '2026-11-28'

/** Invented name, address and numbers: the post code belongs to no town, the telephone numbers are reserved for films. */
const OPERATOR = {
  company: 'Avouch Demo GmbH',
  person: 'Erika Mustermann',
  street: 'Musterstraße 00',
  mail: 'hello@avouch.example',
  privacyMail: 'privacy@avouch.example',
  securityMail: 'security@avouch.example',
  tel: '+493023125123',
} as const

type OperatorSlots = Readonly<Record<keyof typeof OPERATOR | 'town' | 'phone', string>>
export const OPERATOR_SLOTS: Localized<OperatorSlots> = {
  en: { ...OPERATOR, town: '00000 Musterstadt, Germany', phone: '+49 30 23125 123' },
  de: { ...OPERATOR, town: '00000 Musterstadt', phone: '030 23125 123' },
}
