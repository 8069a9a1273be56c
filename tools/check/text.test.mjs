import { describe, expect, test } from 'vitest'
import { IDIOMS, problemsOfRecords, problemsOfSettings, problemsOfText, rulesAndTests } from './text.mjs'

/** In camelCase, as a name has it. @param {string} idiom */
const asName = (idiom) => idiom.replaceAll(/ (\w)/g, (_match, letter) => letter.toUpperCase())

/** Places of an idiom: path, and the text with it @type {[string, (idiom: string) => string][]} */
const PLACES = [
  ['apps/api/src/a.ts', (idiom) => `const a = 'it is'\n// Closed by ${idiom} else.\n`],
  [
    'apps/api/src/a.ts',
    (idiom) => `/**\n * Closed\n * by ${idiom.replace(' ', '\n * ')} else. */\nexport const a = 1\n`,
  ],
  ['apps/web/src/a.tsx', (idiom) => `export const ${asName(idiom)} = 1\n`],
  ['apps/api/src/a.test.ts', (idiom) => `test('refuses ${idiom} else', () => {})\n`],
  ['apps/api/src/a.test.ts', (idiom) => `describe.skip(\`${idiom} else\`, () => {})\n`],
  ['apps/api/src/a.test.ts', (idiom) => `test.each([['${idiom} else']])('%s', () => {})\n`],
  ['docs/a.md', (idiom) => `# A\n\nClosed by ${idiom} else.\n`],
  ['apps/web/src/a.css', (idiom) => `/* Closed by ${idiom} else. */\n`],
  ['apps/api/migrations/a.sql', (idiom) => `-- Closed by ${idiom} else.\nselect 1;\n`],
]

describe('plain words', () => {
  test.each(IDIOMS)('“%s” is refused in names, comments, titles and documents', (idiom) => {
    for (const [path, plant] of PLACES)
      expect(problemsOfText(path, plant(idiom)).join()).toMatch(new RegExp(`:\\d.*“${idiom}”`, 'i'))
    expect(problemsOfText(`docs/for-${idiom.replaceAll(' ', '-')}.md`, '')).toHaveLength(1)
  })

  test('a text for visitors and a longer word are left alone', () => {
    expect(problemsOfText('packages/phrases/src/a.ts', "const a = { b: 'Tell nobody.', c: `${d} anew` }\n")).toEqual([])
    expect(problemsOfText('docs/a.md', 'A renewed page stands beside it.')).toEqual([])
  })
})

/** @type {[string, string, string?][]} */
const FOUND = [
  ['docs/a.md:1: a path of one machine', 'see /home/anna/a'],
  ['docs/a.md:2: a file that is not in the repository', 'see\nshared/notes.md'],
  ['apps/a.ts:1: unfinished work', '// TODO', 'apps/a.ts'],
  ['docs/a.md:1: a tracker that the reader may not have', 'issue #7'],
  ['docs/a.md:1: a conflict of a merge', '<<<<<<< main'],
  ['apps/a.css: more than 400 lines', 'a {}\n'.repeat(401), 'apps/a.css'],
  ['docs/a.md:1: gone.md: a link that leads nowhere', '[gone](gone.md#here)'],
  ['docs/a.md:1: deploy: no such script', '`npm run deploy`'],
  ['docs/a.md:1: tools/gone.mjs: no such path', '`tools/gone.mjs`'],
  ['docs/a.md:1: apps/<name>/gone.ts: no such path', 'apps/<name>/gone.ts'],
]

describe('a text', () => {
  test.each(FOUND)('%s', (problem, text, path = 'docs/a.md') => {
    expect(problemsOfText(path, text)).toEqual([problem])
  })

  test.each([
    '[the tools](../tools/run.mjs#entry) and [npm](https://www.npmjs.com)',
    '`npm start`, `npm test`, `npm ci` and `npm run dev`',
    '`tools/setup/node.mjs`, `tools/<name>/*.mjs`, apps/web/dist/gone and docs/rules.md.',
  ])('may name what is there: %s', (text) => {
    expect(problemsOfText('docs/a.md', text)).toEqual([])
  })

  test('of a decision has a number of its own in path and title', () => {
    const one = 'docs/decisions/0007-one.md'
    expect(problemsOfRecords([[one, '# 7. One']])).toEqual([])
    expect(problemsOfRecords([[one, '# 8. One']])).toHaveLength(1)
    expect(
      problemsOfRecords([
        [one, '# 7. One'],
        ['docs/decisions/0007-two.md', '# 7. Two'],
      ]),
    ).toHaveLength(1)
  })

  test('describes each setting that is read, and no other', () => {
    const page = (/** @type {string} */ name) => `## Settings of the product\n| ${name} | what |`
    expect(problemsOfSettings('z.object({\n  PORT: port,\n})', page('PORT'))).toEqual([])
    expect(problemsOfSettings('z.object({\n  PORT: port,\n})', page('HOST')).join()).toMatch(/PORT.*HOST/)
    expect(problemsOfSettings('', '')).toHaveLength(1)
  })
})

test('a rule that no test names by day is open, and an id without a rule is found', () => {
  const table =
    '| Id | Rule |\n|---|---|\n| PIN-01 | Four digits. |\n| A11Y-02 | Keys. |\n| PIN-03 | Hidden. |\n| PIN-04 | New. |'
  const code = `
    describe('PIN-01, A11Y-02: SHA-256 of it', () => {
      test.each([1])(\`PIN-05 \${1} isn't one\`, () => {})
      test('PIN-03 is long', SOAK_ONLY, () => {})
      // 'PIN-04' is said here
    })`
  expect(rulesAndTests(table, [['a.test.ts', code]])).toEqual({
    problems: ['a.test.ts:3: no rule has the id PIN-05'],
    rules: 4,
    open: ['PIN-03', 'PIN-04'],
  })
  expect(rulesAndTests(`${table}\n| PIN-01 | Again. |`, []).problems).toHaveLength(1)
  expect(rulesAndTests('', []).problems).toHaveLength(1)
})
