import { cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ensureBuilt } from '../setup/build.mjs'
import { lastLines, run } from '../setup/command.mjs'
import { inRoot } from '../setup/paths.mjs'
import { UserError } from '../setup/user-error.mjs'
import { bundleServer } from './bundle.mjs'
import { licencesOf, packagesOf, sbomOf } from './packages.mjs'

/** Native code, for the kind of machine that this is. */
const NATIVE = 'node_modules/@node-rs/argon2*'
const EMBEDDED = 'node_modules/@electric-sql/pglite'

/** @typedef {{ commit: string | undefined, sourceMaps: boolean, embedded: boolean }} Choice */

/** @param {string} path @param {unknown} content */
const writeJson = (path, content) => writeFileSync(path, `${JSON.stringify(content, null, 2)}\n`)

/**
 * Makes the folder that is deployed, with pages that are as new as their sources: it runs with Node alone, wherever it is copied to.
 * @param {string} folder
 * @param {Choice} choice
 */
export async function writeFolder(folder, { commit, sourceMaps, embedded }) {
  await ensureBuilt(['web', 'docs', 'consoles'])
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const files = await bundleServer(folder, { commit, sourceMaps })
  cpSync(inRoot('apps/web/dist'), join(folder, 'web'), { recursive: true })
  cpSync(inRoot('apps/docs/dist'), join(folder, 'docs'), { recursive: true })
  cpSync(inRoot('apps/console/dist'), join(folder, 'consoles'), { recursive: true })
  cpSync(inRoot('apps/api/migrations'), join(folder, 'migrations'), { recursive: true })
  const beside = [...globSync(NATIVE, { cwd: inRoot() }), ...(embedded ? [EMBEDDED] : [])]
  for (const path of beside) cpSync(inRoot(path), join(folder, path), { recursive: true })

  const { name, version, description, license, engines } = JSON.parse(readFileSync(inRoot('package.json'), 'utf8'))
  const product = { name, version, license, commit }
  const packages = packagesOf(files, beside)
  writeJson(join(folder, 'package.json'), {
    ...product,
    description,
    private: true,
    type: 'module',
    bin: { avouch: 'avouch.js' },
    engines: { ...engines, node: `>=${process.versions.node}` },
  })
  writeJson(join(folder, 'sbom.json'), sbomOf(packages, product))
  writeFileSync(join(folder, 'LICENSES.txt'), `${licencesOf(packages)}\n`)
  cpSync(inRoot('LICENSE'), join(folder, 'LICENSE'))
  cpSync(inRoot('tools/release/launcher.txt'), join(folder, 'avouch.js'))
  return { packages: packages.length }
}

/** Loads what a start loads, and what renders pages. */
const LOAD = `
  process.argv.push('avouch.js', '--help')
  await import('./avouch.js')
  await import('./web/.server/server.js')`

/**
 * Has the code compiled once, so that a start need not do it.
 * @param {string} folder
 */
export async function compile(folder) {
  const { code, output } = await run(process.execPath, ['--input-type=module', '--eval', LOAD], {
    cwd: folder,
    env: { NODE_COMPILE_CACHE: undefined },
  })
  if (code !== 0) throw new UserError(`What was built does not run:\n${lastLines(output, 10)}`)
}
