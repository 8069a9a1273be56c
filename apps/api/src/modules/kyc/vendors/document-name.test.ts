import { expect, test } from 'vitest'
import { documentName } from './document-name.ts'

const named = (country: string | null, number: string | null, kind: 'id_card' | 'passport' | undefined = 'id_card') =>
  documentName({ country, kind, number })

test('A document has one name, however its country and number are written [KYC-50]', () => {
  const name = 'DEU:id_card:L01X00T47'
  for (const country of ['DE', 'DEU', 'de', ' d ']) expect(named(country, 'L01X00T47')).toBe(name)
  for (const number of ['l01x00t47', ' L01 X00-T47 ', 'Ｌ０１Ｘ００Ｔ４７']) expect(named('DE', number)).toBe(name)
  expect(named('DE', 'L01X00T47', 'passport')).not.toBe(name)
  expect(named('AT', 'L01X00T47')).toBe('AUT:id_card:L01X00T47')
})

test.each([
  ['without a country', null, 'L01X00T47'],
  ['of a country that there is not', 'ZZ', 'L01X00T47'],
  ['without a number', 'DE', null],
  ['with four characters', 'DE', 'A-B-1 2'],
  ['that is blacked out', 'DE', 'REDACTION'],
  ['of crosses', 'DE', 'XXXXXXXXX'],
])('A document %s has no name [KYC-50]', (_what, country, number) => {
  expect(named(country, number)).toBeUndefined()
})

test('A document of an unknown kind has no name [KYC-50]', () => {
  expect(documentName({ country: 'DE', kind: undefined, number: 'L01X00T47' })).toBeUndefined()
})
