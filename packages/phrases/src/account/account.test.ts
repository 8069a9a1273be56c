import { KEPT_AFTER_ERASURE, SECURITY_EVENTS } from '@avouch/contract'
import { expect, test } from 'vitest'
import { marksOf, slotsOf } from '../every-text.ts'
import { de } from './de.ts'
import { en } from './en.ts'

test('What is left of a deleted account, and each security event, has words in both languages [ACCOUNT-25]', () => {
  const named = [
    ...Object.keys(KEPT_AFTER_ERASURE).map((kind) => `account.kept.${kind}`),
    ...SECURITY_EVENTS.map((kind) => `account.event.${kind}`),
  ]
  for (const texts of [en, de])
    expect(
      Object.keys(texts)
        .filter((key) => /^account\.(?:kept|event)\./.test(key))
        .sort(),
    ).toEqual(named.sort())
})

test('The texts of the account have the same slots in both languages', () => {
  for (const [key, text] of Object.entries(en)) {
    const other = de[key as keyof typeof en]
    expect([key, ...slotsOf(other), ...marksOf(other)]).toEqual([key, ...slotsOf(text), ...marksOf(text)])
  }
})
