import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { lastLines, run } from '../setup/command.mjs'
import { cachePath, inRoot, PATH_OF_MACHINE, ROOT } from '../setup/paths.mjs'
import { say } from '../setup/say.mjs'
import { packPackage } from '../sdk/pack.mjs'
import { RUNTIMES } from '../sdk/runtimes.mjs'

const PROGRAMS = ['use.mjs', 'use.cjs']

/**
 * Installs the package and a runtime from the registry in an empty folder, and runs a website's code there.
 * @param {typeof RUNTIMES[number]} runtime
 * @param {string} packed
 * @returns {Promise<string | undefined>} what failed
 */
async function failureIn({ install, command }, packed) {
  const website = mkdtempSync(join(tmpdir(), 'avouch-website-'))
  try {
    cpSync(inRoot('packages', 'provider-sdk', 'consumers'), website, { recursive: true })
    const env = { PATH: PATH_OF_MACHINE }
    const installed = await run('npm', ['install', '--no-audit', '--no-fund', packed, 'react', install], {
      cwd: website,
      env,
    })
    if (installed.code !== 0) return `npm install: ${lastLines(installed.output, 5)}`
    const [program = '', ...args] = command
    for (const file of PROGRAMS) {
      const { code, output } = await run(join(website, program), [...args, file], { cwd: website, env })
      if (code !== 0 || !output.endsWith('used\n')) return `${file}: ${lastLines(output, 10)}`
    }
    return undefined
  } finally {
    rmSync(website, { recursive: true, force: true })
  }
}

/**
 * Packs the package for providers. With --everywhere it is also installed in an empty folder and used in every supported
 * runtime, which needs the npm registry.
 * @param {string[]} args
 */
export async function main(args) {
  const { packed } = await packPackage(cachePath('sdk'))
  say(relative(ROOT, packed))
  if (!args.includes('--everywhere')) return 0
  let failed = 0
  for (const runtime of RUNTIMES) {
    const failure = await failureIn(runtime, packed)
    if (failure !== undefined) failed += 1
    say(failure === undefined ? `ok   ${runtime.name}` : `FAIL ${runtime.name}: ${failure}`)
  }
  return failed === 0 ? 0 : 1
}
