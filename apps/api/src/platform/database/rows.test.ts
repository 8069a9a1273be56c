import { expect, test } from 'vitest'
import { storedLanguage } from './rows.ts'

test('An account in a language that was taken off the list is read in English [LANG-01]', () => {
  expect(storedLanguage.parse('de')).toBe('de')
  expect(storedLanguage.parse('xx')).toBe('en')
})
