import { ERROR_CODES } from '@avouch/contract'
import { describe, expect, test } from 'vitest'
import { de } from './de.ts'
import { en } from './en.ts'
import { everyText, marksOf, slotsOf } from './every-text.ts'
import { serverErrors } from './server-errors.ts'
import { fill } from './translate.ts'

const languages = { en, de } as const
const said = await everyText()

describe('phrases', () => {
  test('German has exactly the keys of English', () => {
    expect(Object.keys(de).sort()).toEqual(Object.keys(en).sort())
  })

  test('ERR-01 every error code has a phrase in both languages', () => {
    for (const language of ['en', 'de'] as const)
      expect(Object.keys({ ...languages[language], ...serverErrors[language] })).toEqual(
        expect.arrayContaining(ERROR_CODES.map((code) => `error.${code}`)),
      )
  })

  test('every phrase has the same slots and marks in both languages', () => {
    const parts = (text: string) => [...slotsOf(text), '|', ...marksOf(text)].join(' ')
    const keys = Object.keys(en) as (keyof typeof en)[]
    expect(keys.length).toBeGreaterThan(100)
    expect(keys.filter((key) => parts(de[key]) !== parts(en[key]))).toEqual([])
  })

  test('every text is neither empty nor padded, and uses typographic quotes', () => {
    const wrong = said.filter(({ text }) => text === '' || text !== text.trim() || /["'`]|\.\.\./.test(text))
    expect(wrong).toEqual([])
  })

  test('the message for a required field is the one that was agreed', () => {
    expect(en['error.required']).toBe('Required')
    expect(de['error.required']).toBe('Pflichtangabe - bitte fülle das Feld aus')
  })

  test('LANG-09 a name that is read from right to left turns nothing of the sentence, another one stays as it is', () => {
    const said = (provider: string) => fill(en['complete.back'], { provider })
    expect(said('سينما (2)')).toBe('Return to \u2068سينما (2)\u2069')
    expect(said('Kino Aurora')).toBe('Return to Kino Aurora')
  })

  test('German says du, never Sie', () => {
    const formal = said.filter(({ language, text }) => language === 'de' && /\b(Ihre?[mnrs]?|Ihnen)\b/.test(text))
    expect(formal).toEqual([])
  })
})
