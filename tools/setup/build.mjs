import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { withLock } from '#folder-lock'
import { lastLines, run, runTool } from './command.mjs'
import { UserError } from './user-error.mjs'
import { cachePath, inRoot } from './paths.mjs'
import { step } from './say.mjs'

/** @typedef {{ name: string, folder: string, inputs?: string[], result: string, tool?: string, runs: string[][] }} Part inputs: files and folders beside its own; tool: Node itself where it is left out */

const bundle = { tool: 'rolldown', runs: [['-c', 'rolldown.config.ts']] }
/** With another value, which a test runner or a shell may set, the renderer of the pages is built against React for development. */
const ENV = { NODE_ENV: 'production' }
const viteBuild = ['build', '--logLevel', 'warn']

/** @type {Part[]} */
const PARTS = [
  {
    name: 'web',
    folder: 'apps/web',
    result: 'dist/.server/server.js',
    tool: 'vite',
    runs: [viteBuild, [...viteBuild, '-c', 'vite.server.config.ts']],
  },
  { name: 'consoles', folder: 'apps/console', result: 'dist/console.html', tool: 'vite', runs: [viteBuild] },
  { name: 'api', folder: 'apps/api', result: 'dist/main.js', ...bundle },
  { name: 'sandbox', folder: 'apps/sandbox', result: 'dist/main.js', ...bundle },
  {
    name: 'docs',
    folder: 'apps/docs',
    inputs: ['docs/providers.md', 'docs/providers', 'examples', 'apps/web/public', 'apps/api/src/http', 'tools/sdk'],
    result: 'dist/index.html',
    runs: [['build/main.ts'], [inRoot('tools/sdk/pack.mjs'), 'dist']],
  },
]

const COMMON_INPUTS = ['package-lock.json', 'tsconfig.base.json', 'packages']
const NOT_AN_INPUT = /[\\/](?:node_modules|dist|test|e2e|\.cache|\.next|[^\\/]*\.(?:test|spec)\.tsx?)$/

/** @param {string} path @param {import('node:crypto').Hash} hash */
function addToHash(path, hash) {
  if (NOT_AN_INPUT.test(path)) return
  if (statSync(inRoot(path)).isDirectory())
    for (const name of readdirSync(inRoot(path)).sort()) addToHash(join(path, name), hash)
  else hash.update(`${path}\0`).update(readFileSync(inRoot(path)))
}

/** @param {Part} part */
function fingerprint(part) {
  const hash = createHash('sha256').update(JSON.stringify([part, ENV, process.version]))
  for (const input of [...COMMON_INPUTS, ...(part.inputs ?? []), part.folder]) addToHash(input, hash)
  return hash.digest('hex')
}

/** @param {Part} part */
const stampPath = (part) => cachePath(`built-${part.name}`)

/** @param {Part} part */
function isFresh(part) {
  if (!existsSync(inRoot(part.folder, part.result)) || !existsSync(stampPath(part))) return false
  return readFileSync(stampPath(part), 'utf8') === fingerprint(part)
}

/** @param {Part} part */
async function build(part) {
  const options = { cwd: inRoot(part.folder), env: ENV }
  for (const args of part.runs) {
    const running = part.tool ? runTool(part.tool, args, options) : run(process.execPath, args, options)
    const { code, output } = await running
    if (code !== 0) throw new UserError(`Building ${part.folder} failed:\n${lastLines(output, 25)}`)
  }
  writeFileSync(stampPath(part), fingerprint(part))
}

/**
 * Builds what is older than its sources.
 * @param {string[]} [names]
 */
export async function ensureBuilt(names = PARTS.map((part) => part.name)) {
  const stale = () => PARTS.filter((part) => names.includes(part.name) && !isFresh(part))
  if (stale().length === 0) return
  await withLock(cachePath('build.lock'), async () => {
    const parts = stale()
    if (parts.length === 0) return
    // One that fails waits for the others: nothing builds on behind the message.
    const building = () => Promise.allSettled(parts.map(build))
    const outcomes = await step(`Building ${parts.map((part) => part.name).join(', ')}`, building)
    const failed = outcomes.find((outcome) => outcome.status === 'rejected')
    if (failed) throw failed.reason
  })
}
