import { expect, test } from 'vitest'
import { acceptedLanguage, chooseLanguage } from './language.ts'

test.each([
  ['de-DE,de;q=0.9,en;q=0.8', 'de'],
  ['fr,en;q=0.5,de;q=0.4', 'en'],
  ['en;q=0.1, de;q=0.9', 'de'],
  ['de;q=0, en', 'en'],
  ['fr', 'en'],
  [undefined, 'en'],
])('a browser that asks for %s reads %s', (header, language) => {
  expect(acceptedLanguage(header)).toBe(language)
})

test('a choice counts before the browser, the newest first', () => {
  expect(chooseLanguage({ query: 'en', cookie: 'de', header: 'de' })).toBe('en')
  expect(chooseLanguage({ query: '<b>', cookie: 'de', header: 'en' })).toBe('de')
})
