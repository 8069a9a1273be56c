import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { lastLines, run, runNpm } from '../setup/command.mjs'
import { cachePath, inRoot, PATH_OF_MACHINE, ROOT } from '../setup/paths.mjs'
import { say } from '../setup/say.mjs'
import { ensureBuilt } from '../setup/build.mjs'
import { withResources } from '../setup/temp-resources.mjs'
import { walkClients } from '../sdk/clients.mjs'
import { packPackage } from '../sdk/pack.mjs'

const PROGRAMS = ['use.mjs', 'use.cjs']
/** How a website runs a file in each runtime: the package of the registry that brings it, and the command in its folder. */
const RUNTIMES = [
  ...[20, 22, 24].map((major) => ({ name: `Node ${major}`, install: `node@${major}`, command: ['node/bin/node'] })),
  { name: 'Deno', install: 'deno', command: ['.bin/deno', 'run', '--allow-all'] },
  { name: 'Bun', install: 'bun', command: ['.bin/bun', 'run'] },
]

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
    const installed = await runNpm(['install', '--no-audit', '--no-fund', packed, 'react', install], {
      cwd: website,
      env,
    })
    if (installed.code !== 0) return `npm install: ${lastLines(installed.output, 5)}`
    const [program = '', ...args] = command
    for (const file of PROGRAMS) {
      const { code, output } = await run(join(website, 'node_modules', program), [...args, file], { cwd: website, env })
      if (code !== 0 || !output.endsWith('used\n')) return `${file}: ${lastLines(output, 10)}`
    }
    return undefined
  } finally {
    rmSync(website, { recursive: true, force: true })
  }
}

/** @param {string} name @param {string | undefined} failure */
const sayOutcome = (name, failure) => say(failure === undefined ? `ok   ${name}` : `FAIL ${name}: ${failure}`)

/** Clients in other languages, generated from the OpenAPI document of a product of their own. */
const tryClients = () =>
  withResources(async (resources) => {
    await ensureBuilt()
    const outcomes = await walkClients(resources)
    for (const { name, failure } of outcomes) sayOutcome(name, failure)
    return outcomes.every(({ failure }) => failure === undefined) ? 0 : 1
  })

/**
 * Packs the package for providers. With --everywhere it is also installed in an empty folder and used in every supported
 * runtime; with --clients, clients are generated from the OpenAPI document instead, and walk a provider's journey. Both need the
 * npm registry.
 * @param {string[]} args
 */
export async function main(args) {
  if (args.includes('--clients')) return tryClients()
  const { packed } = await packPackage(cachePath('sdk'))
  say(relative(ROOT, packed))
  if (!args.includes('--everywhere')) return 0
  let failed = 0
  for (const runtime of RUNTIMES) {
    const failure = await failureIn(runtime, packed)
    if (failure !== undefined) failed += 1
    sayOutcome(runtime.name, failure)
  }
  return failed === 0 ? 0 : 1
}
