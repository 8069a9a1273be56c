import { MINIMUM_AGE } from '@avouch/contract'
import type { PhraseKey, Slots } from '@avouch/phrases'
import { de as accountDe } from '@avouch/phrases/account/de'
import { en as accountEn } from '@avouch/phrases/account/en'
import { de } from '@avouch/phrases/de'
import { en } from '@avouch/phrases/en'
import { serverErrors } from '@avouch/phrases/server-errors'

export type TestLanguage = 'en' | 'de'

const RESOURCES = {
  en: { ...en, ...accountEn, ...serverErrors.en },
  de: { ...de, ...accountDe, ...serverErrors.de },
}
type Key = keyof typeof RESOURCES.en
const COMMON = { product: 'Avouch', age: MINIMUM_AGE }

/** Gives the words that a visitor reads, from the product's own phrases and its server's. */
export const textsOf =
  (language: TestLanguage, common: Record<string, string | number> = COMMON) =>
  <One extends Key>(key: One, slots?: One extends PhraseKey ? Slots<One> : Record<string, string | number>): string =>
    RESOURCES[language][key].replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) =>
      String(({ ...COMMON, ...common, ...slots } as Record<string, string | number>)[name]),
    )
export type Texts = ReturnType<typeof textsOf>

/** The words of the world outside that a visitor looks for. */
export const WORLD = {
  en: {
    askAge: 'Confirm that you are 18 or over',
    buy: 'Pay with the wallet',
    unlocked: 'What we learned about you',
    verified: 'Signature verified',
    adult: 'Mara, 34 Old enough.',
    skip: 'Skip',
    germany: 'Germany',
  },
  de: {
    askAge: 'Bestätige, dass du 18 oder älter bist',
    buy: 'Mit Guthaben bezahlen',
    unlocked: 'Was wir über dich erfahren haben',
    verified: 'Signatur geprüft',
    adult: 'Mara, 34 Alt genug.',
    skip: 'Überspringen',
    germany: 'Deutschland',
  },
} as const
