import { describe, expect, test } from 'vitest'
import { idiomsIn, IDIOMS } from './idioms.mjs'

/** @param {string} idiom */
const camelCase = (idiom) => idiom.replaceAll(/ (\w)/g, (_match, letter) => letter.toUpperCase())

/** path, and the source with the idiom at its place @type {[string, string, (idiom: string) => string][]} */
const PLACES = [
  ['a comment', 'apps/api/src/a.ts', (idiom) => `const a = 1\n// Closed by ${idiom} else.\n`],
  ['a doc comment', 'apps/api/src/a.ts', (idiom) => `/**\n * Closed\n * by ${idiom} else. */\nexport const a = 1\n`],
  ['a name', 'apps/web/src/a.tsx', (idiom) => `export const ${camelCase(idiom)} = 1\n`],
  ['the title of a test', 'apps/api/src/a.test.ts', (idiom) => `test('refuses ${idiom} else', () => {})\n`],
  ['the title of a group', 'apps/api/src/a.test.ts', (idiom) => `describe.skip(\`${idiom} else\`, () => {})\n`],
  ['a row of titles', 'apps/api/src/a.test.ts', (idiom) => `test.each([['${idiom} else']])('%s', () => {})\n`],
  ['a document', 'docs/a.md', (idiom) => `# A\n\nClosed by ${idiom} else.\n`],
  ['a style sheet', 'apps/web/src/a.css', (idiom) => `/* Closed by ${idiom} else. */\n`],
  ['a migration', 'apps/api/migrations/a.sql', (idiom) => `-- Closed by ${idiom} else.\nselect 1;\n`],
]
const PLANTED = PLACES.flatMap(([place, path, plant]) =>
  IDIOMS.map((idiom) => ({ place, path, idiom, source: plant(idiom) })),
)

describe('plain words', () => {
  test.each(PLANTED)('“$idiom” is refused in $place', ({ path, idiom, source }) => {
    expect(idiomsIn(path, source).join('\n').toLowerCase()).toContain(`“${idiom}”`)
  })

  test.each(IDIOMS)('“%s” is refused in the name of a file', (idiom) => {
    expect(idiomsIn(`docs/for-${idiom.replaceAll(' ', '-')}.md`, '')).toHaveLength(1)
  })

  test('an idiom on two lines of a comment is found at its first', () => {
    expect(idiomsIn('a.ts', '/**\n * The owner is\n * told the reason.\n */\nexport const a = 1\n')).toEqual([
      'a.ts:2: say it without “is told”',
    ])
  })

  test('a text for visitors is left alone', () => {
    expect(idiomsIn('packages/phrases/src/en.ts', "export const en = { close: 'Tell nobody your PIN.' }\n")).toEqual([])
  })

  test('a longer word is left alone', () => {
    expect(idiomsIn('a.md', 'A renewed page stands beside it.')).toEqual([])
  })
})
