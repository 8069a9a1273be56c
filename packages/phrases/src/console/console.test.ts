import { ERROR_CODES } from '@avouch/contract'
import { expect, test } from 'vitest'
import { marksOf, slotsOf } from '../every-text.ts'
import { de } from './de.ts'
import { en } from './en.ts'

const keys = Object.keys(en) as (keyof typeof en)[]
const ofConsoles = keys.filter((key) => !key.startsWith('error.'))
const german = ofConsoles.map((key): string => de[key])

test('The consoles say everything in both languages, every error too [LANG-01]', () => {
  expect(Object.keys(de).sort()).toEqual(Object.keys(en).sort())
  expect(keys).toEqual(expect.arrayContaining(ERROR_CODES.map((code) => `error.${code}`)))
  const parts = (text: string) => [...slotsOf(text), '|', ...marksOf(text)].join(' ')
  expect(keys.filter((key) => parts(de[key]) !== parts(en[key]))).toEqual([])
})

test('No text of the consoles is empty, and quotes and dots are typographic [LANG-01]', () => {
  const texts = [...ofConsoles.map((key): string => en[key]), ...german]
  expect(texts.filter((text) => text === '' || text !== text.trim() || /["'`]|\.\.\.| {2}/.test(text))).toEqual([])
})

test('The German of the consoles has no English words, and says du [LANG-01]', () => {
  expect(german.filter((text) => /\b(the|and|your|you|with|for|this|of)\b/.test(text))).toEqual([])
  expect(german.filter((text) => /\b(Ihre?[mnrs]?|Ihnen)\b|\p{L}+en Sie\b/u.test(text))).toEqual([])
})
