import type { Language } from '@avouch/contract'

const CENTS = 100

/** Minor units as people read them. */
export const money = (amount: number, currency: string, language: Language): string =>
  new Intl.NumberFormat(language === 'de' ? 'de-DE' : 'en-GB', { style: 'currency', currency }).format(amount / CENTS)
