import { expect, test } from 'vitest'
import { loadNumberingPlans, maskedPhone, wholePhone, writtenPhone } from './phone.ts'

test('A number is masked so that only its owner knows it', () => {
  expect(maskedPhone('49', '01512 3456789')).toBe('+49\u00a0151\u00a0•••\u00a0789')
  expect(maskedPhone('43', '123')).toBe('+43\u00a0123')
})

test.each([
  ['49', '01512 3456789', '+49 1512 3456789'],
  ['49', '15123456789', '+49 1512 3456789'],
  ['47', '123', '+47 123'],
  ['225', '0789881234', '+225 07 89 88 1234'],
  ['225', '789881234', '+225 07 89 88 1234'],
  ['54', '111512345678', '+54 9 11 1234 5678'],
  ['52', '15512345678', '+52 55 1234 5678'],
])('The number +%s %s is written out as it is dialled [LOGIN-07 TEXT-04]', async (country, typed, written) => {
  await loadNumberingPlans()
  expect(writtenPhone(country, typed).replaceAll('\u00a0', ' ')).toBe(written)
})

test('The whole number has the zero with which it is dialled [PHONE-08]', async () => {
  await loadNumberingPlans()
  expect(wholePhone('225', '789881234')).toBe('+2250789881234')
  expect(wholePhone('49', '015112345678')).toBe('+4915112345678')
  expect(maskedPhone('225', '789881234')).toBe('+225\u00a0078\u00a0•••\u00a0234')
})
