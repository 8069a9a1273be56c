import { expect, test } from 'vitest'
import { isolated, withoutDirectionMarks } from './direction.ts'

test.each(['Kino Aurora', 'Café 18+', 'Кино „Аврора“', '映画館', '12,50 €', ''])(
  'LANG-09 in a sentence %s stays as it is',
  (text) => {
    expect(isolated(text)).toBe(text)
  },
)

test.each(['سينما النور', 'קולנוע (2)', 'Kino نور', '𞤀𞤣𞤤𞤢𞤥'])(
  'LANG-09 in a sentence %s does not change the direction of the text around it',
  (text) => {
    expect(isolated(text)).toBe(`\u2068${text}\u2069`)
  },
)

test.each([
  ['an override without an end', 'Kino\u202eAurora', 'KinoAurora'],
  ['an end without a beginning', 'Kino\u2069\u202c', 'Kino'],
  ['marks', '\u200eKino\u200f\u061c', 'Kino'],
])('LANG-09 %s is removed from a name', (_what, name, left) => {
  expect(withoutDirectionMarks(name)).toBe(left)
  expect(isolated(name)).toBe(left)
})

test("LANG-09 a name with an isolate's end cannot leave the surrounding isolate", () => {
  expect(isolated('نور\u2069\u202e!')).toBe('\u2068نور!\u2069')
})
