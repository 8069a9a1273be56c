import { expect, test } from 'vitest'
import { phoneGroups } from './phone-groups.ts'

test.each([
  ['49', '1', '1'],
  ['49', '15123', '1512 3'],
  ['49', '15123456789', '1512 3456789'],
  ['49', '015123456789', '01512 3456789'],
  ['43', '66412345678', '664 12345678'],
  ['41', '791234567', '79 123 45 67'],
  ['1', '2015550123', '201 555 0123'],
  ['', '15123', '15123'],
  ['49', '', ''],
  ['49', '000', '000'],
])('PHONE-08 +%s %s is grouped as %s', (dialCode, national, text) => {
  expect(phoneGroups.group(dialCode, national)).toBe(text)
})

test('PHONE-08 grouping changes no digit, whatever is typed', () => {
  for (const dialCode of ['49', '1', '44', '7', '383', '999', '0', '4'])
    for (let length = 0; length <= 14; length += 1)
      for (const digit of ['0', '1', '7', '9']) {
        const national = digit.repeat(length)
        expect(phoneGroups.group(dialCode, national).replaceAll(/\D/g, '')).toBe(national)
      }
})

test.each([
  ['+49 1512 3456789', { country: 'DE', dialCode: '49', national: '15123456789' }],
  ['0043 664 12345678', { country: 'AT', dialCode: '43', national: '66412345678' }],
  ['+49 (0)1512 3456789', { country: 'DE', dialCode: '49', national: '15123456789' }],
  ['+1 201 555 0123', { country: 'US', dialCode: '1', national: '2015550123' }],
  ['+999 1', undefined],
  ['+', undefined],
])('PHONE-09 %s is taken apart', (text, parts) => {
  expect(phoneGroups.split(text)).toEqual(parts)
})

test('PHONE-06 a number is whole when it has as many digits as one of its country', () => {
  expect(phoneGroups.isWhole('49', '15123456789')).toBe(true)
  expect(phoneGroups.isWhole('49', '015123456789')).toBe(true)
  expect(phoneGroups.isWhole('49', '15')).toBe(false)
  expect(phoneGroups.isWhole('', '15123456789')).toBe(false)
})
