import { describe, expect, test } from 'vitest'
import { idsIn, ruleIds } from './coverage.mjs'
import { importsOf, testTitlesOf } from './parse.mjs'
import { problemsOfDocument, problemsOfRecords, problemsOfSettings } from './docs.mjs'

describe('what documents name', () => {
  const problemsOf = (/** @type {string} */ text) => problemsOfDocument('docs/a.md', text, ['start', 'test', 'dev'])

  test.each([
    'see [the tools](../tools/run.mjs#entry) and [npm](https://www.npmjs.com)',
    '`npm start`, `npm test` and `npm run dev`',
    '`tools/setup/node.mjs`, `tools/<name>/*.mjs` and docs/rules.md.',
  ])('may be there: %s', (text) => {
    expect(problemsOf(text)).toEqual([])
  })

  test.each([
    ['[gone](gone.md)', 'gone.md'],
    ['npm run deploy', 'deploy'],
    ['`tools/gone.mjs`', 'tools/gone.mjs'],
    ['apps/<name>/gone.ts', 'apps/<name>/gone.ts'],
  ])('is missed when it is not: %s', (text, missing) => {
    expect(problemsOf(text)).toEqual([expect.stringContaining(missing)])
  })
})

describe('decision records', () => {
  const one = 'docs/decisions/0007-one.md'
  const another = 'docs/decisions/0007-another.md'

  test('have a number each, in path and title', () => {
    expect(problemsOfRecords([one, 'docs/rules.md'], () => '# 7. One')).toEqual([])
  })

  test('of one number are found, and a title with another number', () => {
    expect(problemsOfRecords([one, another], () => '# 7. One')).toEqual([`${another}: 0007 is taken`])
    expect(problemsOfRecords([one], () => '# 8. One')).toEqual([`${one}: the title has another number`])
  })
})

describe('settings', () => {
  const operating = (/** @type {string} */ name) => `## Settings of the product\n| ${name} | what |`

  test('are described, each one that is read', () => {
    expect(problemsOfSettings('z.object({\n  PORT: port,\n})', operating('PORT'))).toEqual([])
  })

  test('that are read and not described, or described and not read, are found', () => {
    const problems = problemsOfSettings('z.object({\n  PORT: port,\n})', operating('HOST'))
    expect(problems).toEqual([expect.stringContaining('PORT is missing'), expect.stringContaining('no setting HOST')])
  })
})

describe('rules and tests', () => {
  test('rules are the rows of the tables', () => {
    expect(ruleIds('| Id | Rule |\n|---|---|\n| PIN-01 | Four digits. |\n| A11Y-02 | Keys. |')).toEqual([
      'PIN-01',
      'A11Y-02',
    ])
  })

  test('a title may name several rules', () => {
    expect(idsIn('PIN-03, A11Y-02: SHA-256 and UTF-8 are no rules')).toEqual(['PIN-03', 'A11Y-02'])
  })

  test('titles are found wherever a test gets one', () => {
    const source = `
      describe('one', () => {
        test('two', () => {})
        test.each([1])('three %i', () => {})
        test.each\`a\${1}\`('four', () => {})
        it.skip(\`five \${1}\`, () => {})
        other('six')
      })`
    expect(testTitlesOf('a.test.ts', source).map(({ title }) => title)).toEqual([
      'one',
      'two',
      'three %i',
      'four',
      'five …',
    ])
  })

  test('a test that a soak alone runs is known as one', () => {
    const source = "test('one', SOAK_ONLY, () => {}); test('two', ALSO_ON_PHONE, () => {}); test('three', () => {})"
    const found = testTitlesOf('a.spec.ts', source)
    expect(found.map(({ title, soakOnly }) => [title, soakOnly])).toEqual([
      ['one', true],
      ['two', false],
      ['three', false],
    ])
  })

  test('imports of all kinds are found', () => {
    const source = `import a from 'a'; import type { B } from 'b'; export * from 'c'; export type { D } from 'd'
      void import('e'); type F = import('f').F; require('g'); import 'h'`
    const found = importsOf('a.ts', source).imports
    expect(found.map(({ specifier }) => specifier).toSorted()).toEqual(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'])
    expect(
      found
        .filter(({ typeOnly }) => typeOnly)
        .map(({ specifier }) => specifier)
        .toSorted(),
    ).toEqual(['b', 'd', 'f'])
  })
})
