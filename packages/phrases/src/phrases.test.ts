import { ERROR_CODES } from '@avouch/contract'
import { describe, expect, test } from 'vitest'
import { de } from './de.ts'
import { en } from './en.ts'

const languages = { en, de } as const
const entries = Object.entries(languages).flatMap(([language, phrases]) =>
  Object.entries(phrases).map(([key, text]) => ({ language, key, text })),
)
const slots = (text: string) => Array.from(text.matchAll(/\{\{(\w+)\}\}/g), ([, name]) => name).sort()
const tags = (text: string) => Array.from(text.matchAll(/<\/?(\w+)>/g), ([tag]) => tag).sort()

describe('phrases', () => {
  test('German has exactly the keys of English', () => {
    expect(Object.keys(de).sort()).toEqual(Object.keys(en).sort())
  })

  test('ERR-01 every error code has a phrase in both languages', () => {
    for (const phrases of Object.values(languages))
      expect(Object.keys(phrases)).toEqual(expect.arrayContaining(ERROR_CODES.map((code) => `error.${code}`)))
  })

  test.each(Object.keys(en) as (keyof typeof en)[])('%s has the same slots and marks in both languages', (key) => {
    expect(slots(de[key])).toEqual(slots(en[key]))
    expect(tags(de[key])).toEqual(tags(en[key]))
  })

  test.each(entries)('$language $key is neither empty nor padded and uses typographic quotes', ({ text }) => {
    expect(text).toBe(text.trim())
    expect(text).not.toBe('')
    expect(text).not.toMatch(/["'`]|\.\.\./)
  })

  test('the message for a required field is the one that was agreed', () => {
    expect(en['error.required']).toBe('Required')
    expect(de['error.required']).toBe('Pflichtangabe - bitte fülle das Feld aus')
  })

  test('German says du, never Sie', () => {
    for (const text of Object.values(de)) expect(text).not.toMatch(/\b(Ihre?[mnrs]?|Ihnen)\b/)
  })
})
