import { expect, test } from 'vitest'
import { findCode, readNumber } from './message.ts'

test.each([
  ['407183 is your code. Never share it.', '407183'],
  ['Your code: 000123\n\n@localhost #000123', '000123'],
  ['Your review is done.', undefined],
  ['Call 4915123456789', undefined],
  ['K7QM-2X9P-4TRW is your code. Never share it.\n\n@localhost #K7QM-2X9P-4TRW', 'K7QM-2X9P-4TRW'],
])('The code in the message %j is %s', (text, code) => {
  expect(findCode(text)).toBe(code)
})

test.each([
  ['+4915123456789', '+4915123456789'],
  [' 4915123456789', '+4915123456789'],
  ['+49 1512 3456789', '+4915123456789'],
  ['12', undefined],
  [undefined, undefined],
])('The number %j in an address means %s', (typed, number) => {
  expect(readNumber(typed)).toBe(number)
})
