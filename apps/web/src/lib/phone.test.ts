import { expect, test } from 'vitest'
import { digitsOf, maskedPhone, writtenPhone } from '#lib/phone.ts'

test('a number is shown so that only its owner knows it', () => {
  expect(maskedPhone('49', '01512 3456789')).toBe('+49\u00a0151\u00a0•••\u00a0789')
  expect(maskedPhone('43', '123')).toBe('+43\u00a0123')
})

test('LOGIN-07 a number is written out for whoever has to check it', () => {
  expect(writtenPhone('49', '01512 3456789')).toBe('+49\u00a015123456789')
})

test('PHONE-02 PIN-02 only digits are kept', () => {
  expect(digitsOf('+49 (0) 151-23')).toBe('49015123')
  expect(digitsOf('1a92857')).toBe('192857')
})
