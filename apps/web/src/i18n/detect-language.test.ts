import { expect, test } from 'vitest'
import { detectLanguage, type LanguageSources } from './detect-language.ts'

const nothing: LanguageSources = { pathname: '/', search: '', cookie: '', stored: undefined, browser: [], htmlTag: '' }

test.each([
  ['en-US', 'en'],
  ['en', 'en'],
  ['de-DE', 'de'],
  ['fr-FR', 'de'],
  ['EN-gb', 'en'],
])('A browser in %s reads %s [LANG-02]', (browser, language) => {
  expect(detectLanguage({ ...nothing, browser: [browser] })).toBe(language)
})

test('The language is asked for in query, cookie, local storage, browser and html tag, in this order [LANG-04]', () => {
  const all = {
    pathname: '/',
    search: '?lng=de',
    cookie: 'a=b; i18next=en',
    stored: 'de',
    browser: ['en-US'],
    htmlTag: 'de',
  }
  expect(detectLanguage(all)).toBe('de')
  expect(detectLanguage({ ...all, search: '' })).toBe('en')
  expect(detectLanguage({ ...all, search: '', cookie: '' })).toBe('de')
  expect(detectLanguage({ ...all, search: '', cookie: '', stored: undefined })).toBe('en')
  expect(detectLanguage({ ...all, search: '', cookie: '', stored: undefined, browser: [] })).toBe('de')
})

test('A language that is not the product’s says nothing, and English is read where nothing else is said [LANG-02 LANG-04]', () => {
  const said = { ...nothing, search: '?lng=fr', cookie: 'i18next=tlh', stored: 'xx' }
  expect(detectLanguage(said)).toBe('en')
  expect(detectLanguage({ ...said, browser: ['de-AT'] })).toBe('de')
  expect(detectLanguage({ ...said, stored: 'de-CH' })).toBe('de')
})

test.each([
  ['/en/imprint', 'en'],
  ['/de/impressum', 'de'],
  ['/de/faq/', 'de'],
  ['/en/nothing', 'de'],
] as const)('The page %s is read in %s, whatever else is said [LANG-07]', (pathname, language) => {
  expect(detectLanguage({ ...nothing, pathname, search: '?lng=de', stored: 'de' })).toBe(language)
})
