import { cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'rolldown'
import { ensureBuilt } from '../setup/build.mjs'
import { lastLines, run } from '../setup/command.mjs'
import { inRoot } from '../setup/paths.mjs'
import { UserError } from '../setup/user-error.mjs'
import { licencesOf, packagesOf, sbomOf } from './packages.mjs'

/** The program, and what it runs in a thread of its own. */
const PROGRAMS = { main: 'src/main.ts', 'list-worker': 'src/modules/trust/list-worker.ts' }
/** Native code can't be bundled; the embedded engine is for demonstration, and stays out. */
const OUTSIDE = [/^@node-rs\//, /^@electric-sql\/pglite/, 'pg-native']
/** Native code, for the kind of machine that this is. */
const NATIVE = 'node_modules/@node-rs/argon2*'
const EMBEDDED = 'node_modules/@electric-sql/pglite'
/** Paths that are copied as they are, and their names in the folder. */
const COPIED = {
  'apps/web/dist': 'web',
  'apps/docs/dist': 'docs',
  'apps/console/dist': 'consoles',
  'apps/api/migrations': 'migrations',
  LICENSE: 'LICENSE',
  'tools/release/launcher.txt': 'avouch.js',
}

/** @typedef {{ commit: string | undefined, sourceMaps: boolean, embedded: boolean }} Choice */

/**
 * The server and the operator's command line as one file, and another one for each thread. Names are kept: they are in logs and errors. No ES module: an import
 * of Node's own modules reads every export, of which one loads an HTTP client that nothing here uses.
 * @param {string} folder
 * @param {Choice} choice
 * @returns {Promise<string[]>} the files that it was made of
 */
async function bundleServer(folder, { commit, sourceMaps: sourcemap }) {
  const shape = /** @type {const} */ ({ format: 'cjs', codeSplitting: false, minify: true, keepNames: true })
  const bundles = await build(
    Object.entries(PROGRAMS).map(([name, input]) => ({
      cwd: inRoot('apps', 'api'),
      input,
      platform: /** @type {const} */ ('node'),
      external: OUTSIDE,
      // A package of the OpenID Connect provider evaluates code; it is not ours to warn about.
      checks: { eval: false },
      ...(commit && { transform: { define: { __BUILD_COMMIT__: JSON.stringify(commit) } } }),
      output: { ...shape, file: join(folder, 'server', `${name}.cjs`), sourcemap },
    })),
  )
  return bundles.flatMap(({ output }) => output.flatMap((part) => (part.type === 'chunk' ? part.moduleIds : [])))
}

/**
 * Makes the folder that is deployed, with pages that are as new as their sources: it runs with Node alone, wherever it is copied to.
 * @param {string} folder
 * @param {Choice} choice
 */
export async function writeFolder(folder, choice) {
  await ensureBuilt()
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const files = await bundleServer(folder, choice)
  for (const [from, to] of Object.entries(COPIED)) cpSync(inRoot(from), join(folder, to), { recursive: true })
  const beside = [...globSync(NATIVE, { cwd: inRoot() }), ...(choice.embedded ? [EMBEDDED] : [])]
  for (const path of beside) cpSync(inRoot(path), join(folder, path), { recursive: true })

  const { commit } = choice
  const { name, version, description, license, engines } = JSON.parse(readFileSync(inRoot('package.json'), 'utf8'))
  const packages = await packagesOf([...files, ...beside.map((path) => inRoot(path))])
  const runs = {
    type: 'module',
    bin: { avouch: 'avouch.js' },
    engines: { ...engines, node: `>=${process.versions.node}` },
  }
  const written = {
    'package.json': { name, version, license, commit, description, private: true, ...runs },
    'sbom.json': sbomOf(packages, { name, version, license, commit }),
  }
  for (const [file, content] of Object.entries(written))
    writeFileSync(join(folder, file), `${JSON.stringify(content, null, 2)}\n`)
  writeFileSync(join(folder, 'LICENSES.txt'), `${licencesOf(packages)}\n`)
  return { packages: packages.length }
}

/** Loads what a start loads, and what renders pages. */
const LOAD = `
  process.argv.push('avouch.js', '--help')
  await import('./avouch.js')
  await import('./web/.server/server.js')`

/** Has the code compiled once, so that a start need not do it. @param {string} folder */
export async function compile(folder) {
  const env = { NODE_COMPILE_CACHE: undefined }
  const { code, output } = await run(process.execPath, ['--input-type=module', '--eval', LOAD], { cwd: folder, env })
  if (code !== 0) throw new UserError(`What was built does not run:\n${lastLines(output, 10)}`)
}
