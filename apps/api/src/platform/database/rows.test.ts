import { expect, test } from 'vitest'
import { storedLanguage } from './rows.ts'

test('LANG-01 an account in a language that was taken off the list is read in English', () => {
  expect(storedLanguage.parse('de')).toBe('de')
  expect(storedLanguage.parse('xx')).toBe('en')
})
