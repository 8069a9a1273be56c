import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { withLock } from '#folder-lock'
import { lastLines, runNpm } from './command.mjs'
import { cachePath, inRoot, ROOT } from './paths.mjs'
import { step } from './say.mjs'
import { UserError } from './user-error.mjs'

const SOURCES = ['package-lock.json', 'tsconfig.base.json', '{apps,packages,docs,examples,tools/sdk}/**']
const NO_SOURCE = /(?:^|[\\/])(?:node_modules|dist|test|e2e|\.cache|\.next|[^\\/]*\.(?:test|spec)\.tsx?)$/
const STAMP = cachePath('built')
/** With another value, which a test runner or a shell may set, the renderer of the pages is built against React for development. */
const ENV = { NODE_ENV: 'production' }

function fingerprint() {
  const hash = createHash('sha256')
  for (const path of globSync(SOURCES, { cwd: ROOT, exclude: (name) => NO_SOURCE.test(name) }).sort())
    if (statSync(inRoot(path)).isFile()) hash.update(path).update(readFileSync(inRoot(path)))
  return hash.digest('hex')
}

const isFresh = () =>
  existsSync(STAMP) &&
  globSync('apps/*', { cwd: ROOT }).every((app) => existsSync(inRoot(app, 'dist'))) &&
  readFileSync(STAMP, 'utf8') === fingerprint()

/** Builds all apps where a source has changed since the last time. */
export async function ensureBuilt() {
  if (isFresh()) return
  await withLock(cachePath('build.lock'), async () => {
    if (!isFresh()) await step('Building', build)
  })
}

async function build() {
  const before = fingerprint()
  const { code, output } = await runNpm(['run', 'build', '--workspaces', '--if-present'], { env: ENV })
  if (code !== 0) throw new UserError(`The build failed:\n${lastLines(output, 25)}`)
  writeFileSync(STAMP, before)
}
