import { expect, test } from 'vitest'
import { digitsOf } from './digits.ts'

/** "0123456789" as each script writes it that the runtime knows, and nothing that is no digit. */
const SCRIPTS = Intl.supportedValuesOf('numberingSystem')
  .map((numberingSystem) => new Intl.NumberFormat('en', { numberingSystem, useGrouping: false }))
  .map((format) => Array.from({ length: 10 }, (_, digit) => format.format(digit)).join(''))
  .filter((digits) => /^\p{Nd}{10}$/u.test(digits))

test('The digits of every script are read as 0 to 9 [PHONE-09 PIN-01]', () => {
  expect(SCRIPTS.length).toBeGreaterThan(60)
  for (const digits of SCRIPTS) expect(digitsOf(digits)).toBe('0123456789')
})

test('Nothing but the digits of a typed text is kept [PHONE-09 PIN-01]', () => {
  expect(digitsOf('+49 (0) 151-23')).toBe('49015123')
  expect(digitsOf('1a92857')).toBe('192857')
  expect(digitsOf('\u202a٠١٥١\u202c‑۱۲３½²')).toBe('0151123')
})
