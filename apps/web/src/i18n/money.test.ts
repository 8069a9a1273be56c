import { expect, test } from 'vitest'
import { money } from './money.ts'

test.each([
  ['en', 1_999, 'EUR', '€19.99'],
  ['de', 1_999, 'EUR', '19,99 €'],
  ['de', 100_000, 'EUR', '1.000,00 €'],
  ['en', 1, 'EUR', '€0.01'],
  ['en', 500, 'JPY', 'JP¥500'],
] as const)('In %s the amount %d of %s is written %s [PAY-16]', (language, amount, currency, text) => {
  expect(money(language, amount, currency).replaceAll('\u00a0', ' ')).toBe(text)
})
