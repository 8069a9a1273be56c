import { expect, test } from 'vitest'
import { looksLike, visibleName, visibleText } from './visible-name.ts'

const isName = (text: string) => visibleName.safeParse(text).success

test.each([
  'Kino Aurora',
  'Кино „Аврора“',
  '映画館',
  'سينما النور',
  'ร้านไวน์',
  '  Weinkontor ',
  'शराब',
  'Müller & Söhne (Köln)',
])('The name %s is allowed [PROV-31]', (name) => {
  expect(visibleName.parse(name)).toBe(name.trim())
})

test.each([
  ['nothing', ''],
  ['blanks', ' \u00a0\u3000'],
  ['a blank letter', '\u3164'],
  ['Braille without a dot', '\u2800'],
  ['a zero-width space', 'Kino\u200bAurora'],
  ['a line break', 'Kino\nAurora'],
  ['an override of the direction', 'Kino\u202eAurora'],
  ['a variation selector', 'Kino\ufe0f'],
  ['a tag', 'Kino\u{e0041}'],
  ['a private character', 'Kino\ue000'],
  ['a mark on what is before', '\u0301Kino'],
  ['a pile of marks', 'K\u0301\u0302\u0303\u0304ino'],
  ['signs alone', '— · —'],
])('A name with %s is refused [PROV-31]', (_what, name) => {
  expect(isName(name)).toBe(false)
})

test('A description may be signs alone, and is refused when it is too long or has characters that are not seen [PROV-31]', () => {
  const description = visibleText(20)
  expect(description.parse('☕ 12,50\u00a0€')).toBe('☕ 12,50\u00a0€')
  for (const text of ['\u3164', '\u2800', ' ', 'a\u200bb', 'x'.repeat(21)])
    expect(description.safeParse(text).success).toBe(false)
})

test.each([
  'Avouch',
  'Avouch Support',
  'ꓮꓦꓳꓴꓚꓧ',
  'Λvouch',
  'Avou©h',
  'GetAvouch',
  'A v o u c h',
  'Ävöuch',
  'Аvоuсh',
  'Ａｖｏｕｃｈ',
  '𝐀𝐯𝐨𝐮𝐜𝐡',
  'Av0uch',
  'Avоυсһ 24',
  'Αѵօսϲհ',
])('The name %s can be read as the product’s [PROV-31]', (name) => {
  expect(looksLike(name, 'Avouch')).toBe(true)
})

test.each(['Kino Aurora', 'Voucher Shop', 'Extra Vouchers', 'A Voucher', 'Ouch', 'Вино', '映画館'])(
  'The name %s cannot be read as the product’s [PROV-31]',
  (name) => {
    expect(looksLike(name, 'Avouch')).toBe(false)
  },
)

test('A product name that is short, or has several words, is recognised only as a whole [PROV-31]', () => {
  expect(looksLike('ID', 'iD')).toBe(true)
  expect(looksLike('1D Check', 'ID')).toBe(true)
  expect(looksLike('Ideal', 'ID')).toBe(false)
  expect(looksLike('Alterscheck-Plus GmbH', 'Alters Check Plus')).toBe(true)
  expect(looksLike('Check', 'Alters Check Plus')).toBe(false)
})
