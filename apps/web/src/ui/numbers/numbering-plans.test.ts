import { getCountries, getCountryCallingCode, getExampleNumber } from 'libphonenumber-js/mobile'
import examples from 'libphonenumber-js/mobile/examples'
import { expect, test } from 'vitest'
import { numberingPlans, type Picked } from './numbering-plans.ts'

const arrived = (text: string, picked: Picked) => numberingPlans.read(text, { before: '', picked })

test.each([
  ['49', '1', '1'],
  ['49', '15123', '1512 3'],
  ['49', '15123456789', '1512 3456789'],
  ['49', '015123456789', '01512 3456789'],
  ['41', '791234567', '79 123 45 67'],
  ['225', '0789881234', '07 89 88 1234'],
  ['49', '', ''],
  ['49', '000', '000'],
])('The number +%s %s is written as %s where it is read [PHONE-08]', (dialCode, national, text) => {
  expect(numberingPlans.group(dialCode, national)).toBe(text)
})

const GERMANY = { country: 'DE', dialCode: '49' }
const SWITZERLAND = { country: 'CH', dialCode: '41' }
const STATES = { country: 'US', dialCode: '1' }
const ARGENTINA = { country: 'AR', dialCode: '54' }
const MEXICO = { country: 'MX', dialCode: '52' }

/** The field's value once a text was typed into it key by key. */
function typed(text: string, picked: Picked) {
  let field = { ...picked, national: '' }
  let draft: string | undefined
  for (const key of text) {
    const before = draft ?? field.national
    const found = numberingPlans.read(before + key, { before, picked: field })
    draft = typeof found === 'string' ? found : undefined
    field = typeof found === 'object' ? found : { ...field, national: (before + key).replaceAll(/\D/g, '') }
  }
  const left = numberingPlans.read(draft ?? field.national, { before: undefined, picked: field })
  return typeof left === 'object' ? left : field
}

const GERMAN = { ...GERMANY, national: '15112345678' }
const SWISS = { ...SWITZERLAND, national: '791234567' }

test.each([
  ['+49 151 12345678', GERMANY, GERMAN],
  ['+4915112345678', SWITZERLAND, GERMAN],
  ['004915112345678', GERMANY, GERMAN],
  ['011 49 151 12345678', STATES, GERMAN],
  ['4915112345678', GERMANY, GERMAN],
  ['41791234567', GERMANY, SWISS],
  ['12015550123', STATES, { ...STATES, national: '2015550123' }],
  ['+43 664 1234567', GERMANY, { country: 'AT', dialCode: '43', national: '6641234567' }],
  ['+225 07 89 88 12 34', GERMANY, { country: 'CI', dialCode: '225', national: '0789881234' }],
  ['011 15 1234 5678', ARGENTINA, { ...ARGENTINA, national: '91112345678' }],
  ['044 55 1234 5678', MEXICO, { ...MEXICO, national: '5512345678' }],
  ['+999 1512345678', GERMANY, { country: '', dialCode: '', national: '1512345678' }],
  ['+0151 12345678', GERMANY, { ...GERMANY, national: '015112345678' }],
])('The text %s is taken apart into country and number, at once and key by key [PHONE-09]', (text, picked, parts) => {
  expect(arrived(text, picked)).toEqual(parts)
  expect(typed(text, picked)).toEqual(parts)
})

test.each([
  '+49 (0)151 12345678',
  '+49.151.12345678',
  '\u202a+49\u00a0151\u200b12345678\u202c',
  '＋４９ １５１ １２３４５６７８',
  '٠٠٤٩١٥١١٢٣٤٥٦٧٨',
  'tel:+49-151-12345678;ext=5',
  '%2B4915112345678',
  'Mobil: +49 151 12345678 (privat)',
  '+49 151 12345678 (Zimmer 12)',
  'Tel. 2: +49 151 12345678, Fax: +49 30 1234567',
  'Festnetz +49 30 1234567, mobil +49 151 12345678',
  '%2B49%20151%2012345678',
  'whatsapp://send?phone=4915112345678',
])('What stands around a number is no part of it: %s [PHONE-09]', (text) => {
  expect(arrived(text, SWITZERLAND)).toEqual(GERMAN)
})

test.each([
  '0151 12345678 (+49)',
  'tel:0151-12345678;phone-context=+49',
  'max+1@shop.example, 0151 12345678',
  '030 1234567 / 0151 12345678',
  '+0151 12345678',
  'C++ 0151 12345678',
])('No digits from the middle of %s become a number of another country [PHONE-09]', (text) => {
  const { national, ...picked } = arrived(text, GERMANY) as typeof GERMAN
  expect({ ...picked, national: national.replace(/^0/, '') }).toEqual(GERMAN)
})

test('A national number stays one, with words around it [PHONE-09]', () => {
  const national = { ...GERMANY, national: '015112345678' }
  for (const text of ['0151 12345678', 'Tel 2: 0151 12345678', '030 1234567 Mobil 0151 12345678'])
    expect(arrived(text, GERMANY)).toEqual(national)
  expect(arrived('30 1234567', GERMANY)).toBeUndefined()
})

const EXAMPLES = getCountries().flatMap((country) => {
  const number = getExampleNumber(country, examples)
  return number === undefined ? [] : [{ country, dialCode: getCountryCallingCode(country), number }]
})

const EVERY = process.env['SOAK'] === '1' ? 1 : 8

test('A number of every country is taken apart in every notation, and its national one stays as it is [PHONE-09]', () => {
  expect(EXAMPLES.length).toBeGreaterThan(230)
  for (const { country, dialCode, number } of EXAMPLES.filter((_, index) => index % EVERY === 0)) {
    const at = { country, dialCode }
    const national: string = number.nationalNumber
    const parts = { dialCode, national }
    const whole = dialCode + national
    for (const text of [`+${whole}`, number.formatInternational(), `00${whole}`, `Mobil: +${dialCode} (0)${national}`])
      for (const found of [arrived(text, SWITZERLAND), arrived(text, at)])
        expect([text, found]).toEqual([text, expect.objectContaining(parts)])
    for (const text of [`+${whole}`, `00${whole}`, whole, national])
      expect([text, typed(text, at)]).toEqual([text, expect.objectContaining(parts)])
    expect(typed(number.formatNational(), at).dialCode).toBe(dialCode)
    expect(numberingPlans.dialled(dialCode, national.replace(/^0+/, ''))).toBe(national)
  }
})

test.each([
  ['49', '151', 'short'],
  ['49', '15123456789', undefined],
  ['49', '015123456789', undefined],
  ['49', '151234567890', 'long'],
  ['1', '201555012', 'short'],
  ['225', '789881234', undefined],
  ['54', '111512345678', undefined],
  ['52', '15512345678', undefined],
  ['999', '1', undefined],
])('The number +%s %s has a length that is %s [PHONE-11]', (dialCode, national, length) => {
  expect(numberingPlans.lengthOf(dialCode, national)).toBe(length)
})

test('No number of any country has an impossible length, in any notation [PHONE-11]', () => {
  for (const { dialCode, number } of EXAMPLES)
    for (const national of [
      number.nationalNumber,
      `0${number.nationalNumber}`,
      number.formatNational().replaceAll(/\D/g, ''),
    ])
      expect([dialCode, national, numberingPlans.lengthOf(dialCode, national)]).toEqual([dialCode, national, undefined])
})
