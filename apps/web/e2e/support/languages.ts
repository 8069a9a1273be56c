import type { TestLanguage } from './texts.ts'

/** `npm run test:soak`: whatever is only more of the same is run there. */
export const IS_SOAK = process.env['SOAK'] === '1'

/** For tests of layout and text: each language has texts of its own length. */
export const EVERY_LANGUAGE: readonly TestLanguage[] = ['en', 'de']
/** For all other tests, which the language does not change: `npm run test:soak` goes through each. */
export const ONE_LANGUAGE: readonly TestLanguage[] = IS_SOAK ? EVERY_LANGUAGE : ['en']

/** Marks tests of rarer ways to promises that others hold: `npm run test:soak` alone runs them. */
export const SOAK_ONLY = { tag: ['@soak'] }

/** Marks tests of layout, which run in a phone's window as well. */
export const ALSO_ON_PHONE = { tag: ['@phone'] }
export const PHONE_ONLY = { tag: ['@phone-only'] }
/** German has the longest texts: the narrowest window shows these, and a desktop's the English ones. */
export const windowFor = (language: TestLanguage) => (language === 'de' ? PHONE_ONLY : {})
