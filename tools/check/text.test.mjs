import { expect, test } from 'vitest'
import { problemsOfText, rulesAndTests } from './text.mjs'

/** Said of a text in a file, by default of a document. @type {[string, string, string?][]} */
const FOUND = [
  ['docs/a.md:1: a path of one machine', 'see /home/anna/a'],
  ['apps/a.ts:2: a comment without its verb', 'a\n  /** What it is. */', 'apps/a.ts'],
  ['docs/a.md:1: gone.md: a link that leads nowhere', '[gone](gone.md#here)'],
  ['docs/a.md:1: deploy: no such script', '`npm run deploy`'],
  ['docs/a.md:1: tools/gone.mjs: no such path', '`tools/gone.mjs`'],
  ['docs/a.md:1: apps/<name>/gone.ts: no such path', 'apps/<name>/gone.ts'],
]

test.each(FOUND)('A wrong text is reported as "%s"', (problem, text, path = 'docs/a.md') => {
  expect(problemsOfText(path, text)).toEqual([problem])
})

test('A document that names what is there is not reported', () => {
  const text = `[the entry](../tools/run.mjs#entry) and [npm](https://www.npmjs.com), \`npm start\`, \`npm ci\`, \`npm run dev\`,
    tools/<name>/*.mjs, apps/web/dist/gone and docs/rules.md.`
  expect(problemsOfText('docs/a.md', text)).toEqual([])
})

test('A rule that no test names is open, and an id without a rule is found', () => {
  const table =
    '| Id | Rule |\n|---|---|\n| PIN-01 | Four digits. |\n| A11Y-02 | Keys. |\n| PIN-03 | Hidden. |\n| PIN-07 | New. |'
  const code = `
    describe('PIN-01, A11Y-02: SHA-256 of it', () => {
      test.each([1])(\`PIN-05 \${1} isn't one\`, () => {})
      test('A PIN is hidden [PIN-03]', SOAK_ONLY, () => {})
      test('A PIN is new (PIN-07)', () => {})
      // 'PIN-07' is said here
    })`
  expect(rulesAndTests(table, [['a.test.ts', code]])).toEqual({
    problems: ['a.test.ts:3: no rule has the id PIN-05'],
    rules: 4,
    open: ['PIN-07'],
  })
  expect(rulesAndTests(`${table}\n| PIN-01 | Again. |`, []).problems).toHaveLength(1)
  expect(rulesAndTests('', []).problems).toHaveLength(1)
})
