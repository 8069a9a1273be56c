import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync, mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { runTool } from '../setup/command.mjs'
import { inRoot } from '../setup/paths.mjs'

const ROWS = 'packages/contract/src/languages.ts'
const PHRASES = `
import type { PhraseKey } from '../translate.ts'

export const phrases = { 'action.back': 'Retour' } as const satisfies Partial<Record<PhraseKey, string>>
`
const READS_FRENCH = `
import { en } from '@avouch/phrases/en'
import { expect, test, vi } from 'vitest'
import { detectLanguage } from './detect-language.ts'

vi.stubGlobal('document', { querySelector: () => null })
const { loadPhrases } = await import('./language.ts')

test('reads French, and English for the rest', async () => {
  const browser = { pathname: '/', search: '', cookie: '', stored: undefined, browser: ['fr-CH'], htmlTag: '' }
  expect(detectLanguage(browser)).toBe('fr')
  expect(await loadPhrases('fr', 'rest')).toEqual({ ...en, 'action.back': 'Retour' })
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

const copy = mkdtempSync(join(tmpdir(), 'avouch-language-'))
afterAll(() => rmSync(copy, { recursive: true, force: true }))

/** The sources, and the installed packages: ours by link into the copy. */
function copyTree() {
  const filter = (/** @type {string} */ path) => !/^(?!.*node_modules).*[\\/](?:dist|\.cache|\.data)$/.test(path)
  for (const part of ['apps', 'packages', 'tools', 'package.json', 'tsconfig.base.json', 'vitest.config.ts'])
    cpSync(inRoot(part), join(copy, part), { recursive: true, verbatimSymlinks: true, filter })
  const ours = join('node_modules', '@avouch')
  cpSync(inRoot(ours), join(copy, ours), { recursive: true, verbatimSymlinks: true })
  for (const name of readdirSync(inRoot('node_modules')))
    if (name !== '@avouch') symlinkSync(inRoot('node_modules', name), join(copy, 'node_modules', name))
}

test('LANG-01 LANG-03 another language is one row and one file: it compiles, is read, registers, and needs no migration', async () => {
  copyTree()
  const rows = readFileSync(join(copy, ROWS), 'utf8')
  const files = {
    [ROWS]: rows.replace('\n} as const', "\n  fr: { name: 'Français', locale: 'fr-FR', complete: false },\n} as const"),
    'packages/phrases/src/partial/fr.ts': PHRASES,
    'apps/web/src/i18n/french.test.ts': READS_FRENCH,
    'apps/api/test/french.embedded.test.ts': REGISTERS_IN_FRENCH,
  }
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(copy, path)), { recursive: true })
    writeFileSync(join(copy, path), text)
  }
  // With SOAK=1 all projects that read the list, too.
  const projects = ['packages', ...(process.env['SOAK'] === '1' ? ['apps/api', 'apps/web', 'apps/sandbox'] : [])]
  for (const project of projects)
    expect(await runTool('tsc', ['-p', project, '--noEmit'], { cwd: copy })).toEqual({ code: 0, output: '' })
  const words = ['run', '--project', 'unit', '--project', 'api-pglite', 'french']
  const tested = await runTool('vitest', words, { cwd: copy })
  expect(tested).toEqual({ code: 0, output: expect.stringMatching(/Tests .*2 passed/) })
})
