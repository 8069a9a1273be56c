import { expect, test } from 'vitest'
import { isolated, withoutDirectionMarks } from './direction.ts'

test.each(['Kino Aurora', 'Café 18+', 'Кино „Аврора“', '映画館', '12,50 €', ''])(
  'In a sentence the name %s stays as it is [LANG-09]',
  (text) => {
    expect(isolated(text)).toBe(text)
  },
)

test.each(['سينما النور', 'קולנוע (2)', 'Kino نور', '𞤀𞤣𞤤𞤢𞤥'])(
  'In a sentence the right-to-left name %s does not change the direction of the text around it [LANG-09]',
  (text) => {
    expect(isolated(text)).toBe(`\u2068${text}\u2069`)
  },
)

test.each([
  ['an override without an end', 'Kino\u202eAurora', 'KinoAurora'],
  ['an end without a beginning', 'Kino\u2069\u202c', 'Kino'],
  ['marks', '\u200eKino\u200f\u061c', 'Kino'],
])('A mark of direction is removed from a name: %s [LANG-09]', (_what, name, left) => {
  expect(withoutDirectionMarks(name)).toBe(left)
  expect(isolated(name)).toBe(left)
})
