import { execa } from 'execa'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { inRoot } from '../setup/paths.mjs'

const copy = mkdtempSync(join(tmpdir(), 'avouch-language-'))
afterAll(() => rmSync(copy, { recursive: true, force: true }))

const NOT_COPIED = new Set(['node_modules', 'dist', '.cache', '.data'])
const ROWS = 'packages/contract/src/languages.ts'
const END_OF_ROWS = '} as const satisfies Record<string, LanguageRow>'
/** Projects that are compiled: those with the list and its phrases; with SOAK=1 all that reads them too. */
const COMPILED = ['packages', ...(process.env['SOAK'] === '1' ? ['apps/api', 'apps/web', 'apps/sandbox'] : [])]
const PHRASES = 'packages/phrases/src/partial/fr.ts'

/** @param {string} path @param {string} text */
function write(path, text) {
  mkdirSync(join(copy, path, '..'), { recursive: true })
  writeFileSync(join(copy, path), text)
}

/** The sources as they are, and the installed packages: ours by link into the copy. */
function copyTree() {
  const parts = ['apps', 'packages', 'tools', 'package.json', 'tsconfig.base.json', 'vitest.config.ts']
  for (const part of parts)
    cpSync(inRoot(part), join(copy, part), { recursive: true, filter: (path) => !NOT_COPIED.has(basename(path)) })
  mkdirSync(join(copy, 'node_modules', '@avouch'), { recursive: true })
  for (const name of readdirSync(inRoot('node_modules')))
    if (name !== '@avouch') symlinkSync(inRoot('node_modules', name), join(copy, 'node_modules', name))
  for (const name of readdirSync(inRoot('node_modules', '@avouch'))) {
    const ours = realpathSync(inRoot('node_modules', '@avouch', name)).slice(inRoot().length)
    symlinkSync(join(copy, ours), join(copy, 'node_modules', '@avouch', name))
    const own = inRoot(ours, 'node_modules')
    if (existsSync(own)) symlinkSync(own, join(copy, ours, 'node_modules'))
  }
}

/** A row, and a file with ten phrases that a machine made. */
async function addFrench() {
  const { en } = await import(inRoot('packages', 'phrases', 'src', 'en.ts'))
  const rows = readFileSync(join(copy, ROWS), 'utf8')
  expect(rows).toContain(END_OF_ROWS)
  write(
    ROWS,
    rows.replace(END_OF_ROWS, `  fr: { name: 'Français', locale: 'fr-FR', complete: false },\n${END_OF_ROWS}`),
  )
  const phrases = Object.entries(en)
    .slice(0, 10)
    .map(([key, text]) => `  ${JSON.stringify(key)}: ${JSON.stringify(`[fr] ${text}`)},\n`)
  write(
    PHRASES,
    `import type { PhraseKey } from '../translate.ts'\n\nexport const phrases = {\n${phrases.join('')}} as const satisfies Partial<Record<PhraseKey, string>>\n`,
  )
}

const READS_FRENCH = `
import { en } from '@avouch/phrases/en'
import { expect, test, vi } from 'vitest'
import { detectLanguage } from './detect-language.ts'

vi.stubGlobal('document', { querySelector: () => null })
const { loadPhrases } = await import('./language.ts')

test('reads French, and English for the rest', async () => {
  const browser = { pathname: '/', search: '', cookie: '', stored: undefined, browser: ['fr-CH'], htmlTag: '' }
  expect(detectLanguage(browser)).toBe('fr')
  const phrases = await loadPhrases('fr', 'rest')
  const french = Object.values(phrases).filter((text) => text.startsWith('[fr]'))
  expect(french).toHaveLength(10)
  expect(phrases['complete.back']).toBe(en['complete.back'])
  expect(Object.keys(phrases).sort()).toEqual(Object.keys(en).sort())
})`

const REGISTERS_IN_FRENCH = `
import { expect, test } from 'vitest'
import { beginSignIn, confirmCode, digits, GOOD_PIN, newNumber } from '#test/builders.ts'
import { useTestApi } from '#test/use-test-api.ts'

const the = useTestApi()

test('registers in French', async () => {
  const number = newNumber()
  const body = { phone: digits(number), password: GOOD_PIN, language: 'fr', data_collection_consent: false } as const
  await the.api.client('signup', { body })
  const { access_token: bearer } = await confirmCode(the.api, await beginSignIn(the.api, number, GOOD_PIN))
  expect((await the.api.client('me', {}, { bearer })).data).toMatchObject({ language: 'fr' })
})`

test('LANG-01 LANG-03 another language is one row and one file: it compiles, is read, registers, and needs no migration', async () => {
  copyTree()
  await addFrench()
  write('apps/web/src/i18n/french.test.ts', READS_FRENCH)
  write('apps/api/test/french.embedded.test.ts', REGISTERS_IN_FRENCH)
  const bin = (/** @type {string} */ name) => inRoot('node_modules', '.bin', name)
  const options = { cwd: copy, reject: false }
  const compiled = COMPILED.map((project) => execa(bin('tsc'), ['-p', project, '--noEmit'], options))
  const tested = execa(bin('vitest'), ['run', '--project', 'unit', '--project', 'api-pglite', 'french'], options)
  const results = await Promise.all([...compiled, tested])
  expect(results.flatMap(({ failed, stdout }) => (failed ? [stdout] : []))).toEqual([])
  expect((await tested).stdout).toMatch(/Tests .*2 passed/)
})
