import { expect, test } from 'vitest'
import { detectLanguage, type LanguageSources } from './detect-language.ts'

const nothing: LanguageSources = { pathname: '/', search: '', cookie: '', stored: undefined, browser: [], htmlTag: '' }

test.each([
  ['en-US', 'en'],
  ['en', 'en'],
  ['de-DE', 'de'],
  ['fr-FR', 'de'],
  ['EN-gb', 'en'],
])('LANG-02 a browser in %s reads %s', (browser, language) => {
  expect(detectLanguage({ ...nothing, browser: [browser] })).toBe(language)
})

test('LANG-04 query, cookie, local storage, browser and html tag are asked in this order', () => {
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

test.each([
  ['en-US', 'en'],
  ['de-AT', 'de'],
  [undefined, 'en'],
] as const)(
  'LANG-03 LANG-04 a language that is not ours says nothing: a browser in %s reads %s',
  (browser, language) => {
    const said = { ...nothing, browser: browser === undefined ? [] : [browser] }
    expect(detectLanguage({ ...said, search: '?lng=fr', cookie: 'i18next=tlh', stored: 'xx' })).toBe(language)
    expect(detectLanguage({ ...said, search: '?lng=fr', stored: 'de-CH' })).toBe('de')
  },
)

test('LANG-03 English when nothing says anything', () => {
  expect(detectLanguage(nothing)).toBe('en')
})

test.each([
  ['/en/imprint', 'en'],
  ['/de/impressum', 'de'],
  ['/de/faq/', 'de'],
  ['/en/nothing', 'de'],
] as const)('LANG-07 %s is read in %s, whatever else is said', (pathname, language) => {
  expect(detectLanguage({ ...nothing, pathname, search: '?lng=de', stored: 'de' })).toBe(language)
})
