import { ERROR_CODES } from '@avouch/contract'
import { expect, test } from 'vitest'
import { de } from './de.ts'
import { en } from './en.ts'
import { marksOf, OF_KINDS, slotsOf } from './every-text.ts'
import { serverErrors } from './server-errors.ts'
import { fill } from './translate.ts'

const languages = { en, de } as const

test('The German phrases have exactly the keys of the English ones', () => {
  expect(Object.keys(de).sort()).toEqual(Object.keys(en).sort())
})

test('Every error code has a phrase in both languages [ERR-01]', () => {
  for (const language of ['en', 'de'] as const)
    expect(Object.keys({ ...languages[language], ...serverErrors[language] })).toEqual(
      expect.arrayContaining(ERROR_CODES.map((code) => `error.${code}`)),
    )
})

const parts = (text: string) => [...slotsOf(text), '|', ...marksOf(text)].join(' ')

test('Every phrase has the same slots and marks in both languages', () => {
  const keys = Object.keys(en) as (keyof typeof en)[]
  expect(keys.length).toBeGreaterThan(100)
  expect(keys.filter((key) => parts(de[key]) !== parts(en[key]))).toEqual([])
})

test('What takes the place of a phrase has its slots and marks, and other words [KYC-39]', () => {
  for (const language of ['en', 'de'] as const)
    for (const texts of Object.values(OF_KINDS[language]))
      for (const [key, text] of Object.entries(texts)) {
        const usual = languages[language][key as keyof typeof en]
        expect(parts(text)).toBe(parts(usual))
        expect(text).not.toBe(usual)
      }
})

test('The message for a required field has the agreed words in both languages [ERR-04]', () => {
  expect(en['error.required']).toBe('Required')
  expect(de['error.required']).toBe('Pflichtangabe - bitte fülle das Feld aus')
})

test('A name that is read from right to left is isolated in its sentence, and another one stays as it is [LANG-09]', () => {
  const said = (provider: string) => fill(en['complete.back'], { provider })
  expect(said('سينما (2)')).toBe('Return to \u2068سينما (2)\u2069')
  expect(said('Kino Aurora')).toBe('Return to Kino Aurora')
})
