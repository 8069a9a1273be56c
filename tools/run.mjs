#!/usr/bin/env node
// Entry of the npm scripts. Runs on Node 20 with nothing installed; the work itself runs on the pinned Node.
import { UserError } from './setup/user-error.mjs'
import { ensureInstalled } from './setup/install.mjs'
import { continueOnPinnedNode } from './setup/node.mjs'
import { cachePath, requireBuildableFolder } from './setup/paths.mjs'

/** Commands that share a file with another one. @type {Record<string, string>} */
const FILES = { 'test:soak': 'test', bench: 'measure', 'bench:web': 'measure', load: 'measure', sim: 'measure' }

const [name = '', ...args] = process.argv.slice(2)

/** @returns {Promise<number>} */
async function command() {
  const { main } = await import(`./commands/${FILES[name] ?? name}.mjs`)
  return main(args, name)
}

try {
  requireBuildableFolder()
  await ensureInstalled()
  // A process that is begun from here loads its code as compiled before: a server starts in two thirds of the time.
  process.env['NODE_COMPILE_CACHE'] ??= cachePath('compiled')
  process.exit((await continueOnPinnedNode()) ?? (await command()))
} catch (error) {
  const said = error instanceof UserError ? error.message : error
  if (said) console.error(said)
  process.exit(1)
}
