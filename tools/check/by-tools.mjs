import { globSync } from 'node:fs'
import { relative } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { packPackage } from '../sdk/pack.mjs'
import { run } from '../setup/command.mjs'
import { cachePath, inRoot, ROOT } from '../setup/paths.mjs'
import { filesBelow, read } from './tree.mjs'

/** @param {Promise<import('../setup/command.mjs').Result>} running */
async function problemsOf(running) {
  const { code, output } = await running
  return code === 0 ? [] : [output.trim() || `exit code ${code}`]
}

const KNIP = ['knip', '--no-progress', '--no-config-hints']
/** Tools that look at everything, each with its words. */
const TOOLS = {
  lint: ['oxlint', '--type-aware', '--deny-warnings', '--report-unused-disable-directives', '--format=unix'],
  format: ['biome', 'format', '--colors=off', '--max-diagnostics=20', '--reporter=summary', '.'],
  unused: KNIP,
  // Packages that product code uses and its own package.json does not have for it.
  undeclared: [...KNIP, '--production', '--strict', '--include', 'unlisted'],
}
/** @param {keyof typeof TOOLS} name @param {{ cwd?: string }} [options] */
export function ask(name, options) {
  const [tool = '', ...words] = TOOLS[name]
  return problemsOf(run(tool, words, options))
}
/** Looks at the pages that are made of the code. */
export const checkWritten = () =>
  problemsOf(run(process.execPath, [inRoot('apps/docs/build/write-pages.ts'), '--check']))

/** Every tsconfig.json is a project; every TypeScript file belongs to one, or its errors would go unnoticed. */
export async function checkTypes() {
  const files = filesBelow()
  const seen = new Set()
  const problems = []
  for (const project of files.filter((path) => path.endsWith('/tsconfig.json'))) {
    const flags = ['-p', project, '--noEmit', '--listFiles', '--pretty', 'false', '--singleThreaded']
    const { code, output } = await run('tsc', flags)
    const lines = output.trim().split('\n')
    for (const line of lines) if (line.startsWith(ROOT)) seen.add(relative(ROOT, line).replaceAll('\\', '/'))
    if (code !== 0) problems.push(...lines.filter((text) => !text.startsWith('/')))
  }
  const unseen = files.filter((path) => /\.(?:ts|tsx|mts)$/.test(path) && !seen.has(path))
  return [...problems, ...unseen.map((path) => `${path}: no tsconfig.json includes it`)]
}

const INSTALLED = ['dependencies', 'devDependencies', 'optionalDependencies']
/** Finds what a clean install would refuse, without asking the registry as npm does, and packages that are not named by one exact version. */
export async function checkLock() {
  const { packages } = JSON.parse(read('package-lock.json'))
  return globSync(['package.json', '{apps,packages}/*/package.json'], { cwd: inRoot() }).flatMap((path) => {
    const own = JSON.parse(read(path))
    const locked = packages[path.replace(/\/?package\.json$/, '')] ?? {}
    const differing = [...INSTALLED, 'peerDependencies'].filter((kind) => !isDeepStrictEqual(own[kind], locked[kind]))
    const named = INSTALLED.flatMap((kind) => Object.entries(own[kind] ?? {}))
    const ranges = named.filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(version))
    return [
      ...differing.map((kind) => `${path}: its ${kind} differ from package-lock.json, which npm install writes`),
      ...ranges.map(([name, version]) => `${path}: ${name} is ${version}, not one exact version`),
    ]
  })
}

/** The package for providers as it is published: its files, its exports, and its types for every way to import it. */
export async function checkPackage() {
  const packed = await packPackage(cachePath('sdk'))
  const untyped = ['--exclude-entrypoints', './button.global.js', './package.json']
  return [
    ...(await problemsOf(run('publint', [packed, '--strict']))),
    ...(await problemsOf(run('attw', [packed, '--profile', 'node16', '--no-color', '--no-emoji', ...untyped]))),
  ]
}
