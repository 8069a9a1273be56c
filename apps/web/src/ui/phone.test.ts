import { expect, test } from 'vitest'
import { maskedPhone, writtenPhone } from './phone.ts'

test('a number is shown so that only its owner knows it', () => {
  expect(maskedPhone('49', '01512 3456789')).toBe('+49\u00a0151\u00a0•••\u00a0789')
  expect(maskedPhone('43', '123')).toBe('+43\u00a0123')
})

test.each([
  ['49', '01512 3456789', '+49 151 2345 6789'],
  ['49', '15123456789', '+49 151 2345 6789'],
  ['1', '2025550123', '+1 202 555 0123'],
  ['43', '6641234567', '+43 664 123 4567'],
  ['49', '123456789012', '+49 123 456 789 012'],
  ['47', '123', '+47 123'],
])('LOGIN-07 TEXT-04 +%s %s is written out to be checked', (country, typed, written) => {
  expect(writtenPhone(country, typed).replaceAll('\u00a0', ' ')).toBe(written)
})
