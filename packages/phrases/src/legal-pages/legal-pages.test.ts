import { LEGAL_PAGE_NAMES } from '@avouch/contract'
import { describe, expect, test } from 'vitest'
import { marksOf, readLegalPage, slotsOf, textsOfBlock, textsOfLegalPage } from '../every-text.ts'
import { type Block, CHECK_SLOTS, OPERATOR_SLOTS } from './legal-page.ts'

const shapeOf = (block: Block): unknown =>
  typeof block === 'object' && 'answer' in block
    ? block.answer.map(shapeOf)
    : [typeof block === 'string' ? 'text' : Object.keys(block), textsOfBlock(block).length]

const KNOWN_SLOTS = [
  'product',
  'age',
  'vendor',
  ...Object.keys(OPERATOR_SLOTS.en),
  ...Object.keys(CHECK_SLOTS.en.camera),
]
const KNOWN_MARKS = ['b', 'mail', 'privacyMail', 'securityMail', 'tel', 'docs', 'accountData', ...LEGAL_PAGE_NAMES]
const PLACEHOLDER = /lorem|ipsum|todo|tbd|xxx|\[|\]|…|beispieltext|platzhalter|placeholder/i

describe.each(LEGAL_PAGE_NAMES)('the page %s', (name) => {
  test('A legal page says the same in both languages, section by section, under the same anchors [GEN-13]', async () => {
    const [en, de] = await Promise.all([readLegalPage('en', name), readLegalPage('de', name)])
    expect(de.sections.map(({ id }) => id)).toEqual(en.sections.map(({ id }) => id))
    expect(new Set(en.sections.map(({ id }) => id)).size).toBe(en.sections.length)
    for (const [index, { body }] of en.sections.entries()) {
      const other = de.sections[index]?.body ?? []
      expect(other.map(shapeOf)).toEqual(body.map(shapeOf))
      const texts = other.flatMap(textsOfBlock)
      for (const [at, text] of body.flatMap(textsOfBlock).entries())
        expect([...marksOf(texts[at] ?? ''), ...slotsOf(texts[at] ?? '')]).toEqual([...marksOf(text), ...slotsOf(text)])
    }
  })

  test.each(['en', 'de'] as const)('A legal page has no unknown placeholder in %s [GEN-13]', async (language) => {
    const page = await readLegalPage(language, name)
    for (const { id } of page.sections) expect(id).toMatch(/^[a-z][a-z-]*$/)
    for (const text of textsOfLegalPage(page)) {
      expect(text).not.toMatch(PLACEHOLDER)
      for (const slot of slotsOf(text)) expect(KNOWN_SLOTS).toContain(slot)
      for (const mark of marksOf(text)) expect(KNOWN_MARKS).toContain(mark)
    }
  })
})
