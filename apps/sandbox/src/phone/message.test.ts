import { expect, test } from 'vitest'
import { findCode, formatNumber, readNumber, splitLinks, splitText } from './message.ts'

test.each([
  ['407183 is your code. Never share it.', '407183'],
  ['Your code: 000123\n\n@localhost #000123', '000123'],
  ['Your review is done.', undefined],
  ['Call 4915123456789', undefined],
  ['Your way in: http://localhost/w#7k2m123456tz8w0r', undefined],
])('the code of %j is %s', (text, code) => {
  expect(findCode(text)).toBe(code)
})

test('the line for the browser is separated from the words', () => {
  expect(splitText('407183 is your code.\n\n@localhost #407183')).toEqual({
    words: '407183 is your code.',
    bound: '@localhost #407183',
  })
})

test.each([
  ['+4915123456789', '+4915123456789'],
  [' 4915123456789', '+4915123456789'],
  ['+49 1512 3456789', '+4915123456789'],
  ['12', undefined],
  [undefined, undefined],
])('%j in an address means %s', (typed, number) => {
  expect(readNumber(typed)).toBe(number)
})

test('numbers are grouped', () => {
  expect(formatNumber('+4915123456789')).toBe('+49 1512 345 6789')
})

test('a link stands between the words', () => {
  expect(splitLinks('Your way in: http://localhost:3000/w#7k2m9q4x1tz8w0re\nOne use.')).toEqual([
    { text: 'Your way in: ', isLink: false },
    { text: 'http://localhost:3000/w#7k2m9q4x1tz8w0re', isLink: true },
    { text: '\nOne use.', isLink: false },
  ])
})
