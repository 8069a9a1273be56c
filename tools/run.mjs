#!/usr/bin/env node
// Entry of the npm scripts. Runs on Node 20 with nothing installed; the work itself runs on the pinned Node.
import { UserError } from './setup/user-error.mjs'
import { ensureInstalled } from './setup/install.mjs'
import { continueOnPinnedNode } from './setup/node.mjs'
import { cachePath } from './setup/paths.mjs'

/** @type {Record<string, () => Promise<{ main: (args: string[]) => Promise<number> }>>} */
const COMMANDS = {
  start: () => import('./commands/start.mjs'),
  dev: () => import('./commands/dev.mjs'),
  build: () => import('./commands/build.mjs'),
  check: () => import('./commands/check.mjs'),
  test: () => import('./commands/test.mjs'),
  // Every count at its full size: long random runs, every kill, both windows and both languages.
  'test:soak': () => ((process.env['SOAK'] = '1'), import('./commands/test.mjs')),
  avouch: () => import('./commands/avouch.mjs'),
  bench: async () => ({ main: (await import('./commands/measure.mjs')).bench }),
  load: async () => ({ main: (await import('./commands/measure.mjs')).load }),
  'bench:web': async () => ({ main: (await import('./commands/measure.mjs')).web }),
  sim: async () => ({ main: (await import('./commands/measure.mjs')).sim }),
  screens: () => import('./commands/screens.mjs'),
}

const [name = '', ...args] = process.argv.slice(2)

try {
  const load = COMMANDS[name]
  if (!load) throw new UserError(`Unknown command "${name}": ${Object.keys(COMMANDS).join(', ')} are there.`)
  await ensureInstalled()
  // A process that is begun from here loads its code as compiled before: a server starts in two thirds of the time.
  process.env['NODE_COMPILE_CACHE'] ??= cachePath('compiled')
  const code = (await continueOnPinnedNode()) ?? (await (await load()).main(args))
  process.exit(code)
} catch (error) {
  const said = error instanceof UserError ? error.message : error
  if (said) console.error(said)
  process.exit(1)
}
