/** How a website runs a file in each runtime: the package of the registry that brings it, and the command in its folder. */
export const RUNTIMES = [
  { name: 'Node 20', install: 'node@20', command: ['node_modules/node/bin/node'] },
  { name: 'Node 22', install: 'node@22', command: ['node_modules/node/bin/node'] },
  { name: 'Node 24', install: 'node@24', command: ['node_modules/node/bin/node'] },
  { name: 'Deno', install: 'deno', command: ['node_modules/.bin/deno', 'run', '--allow-all'] },
  { name: 'Bun', install: 'bun', command: ['node_modules/.bin/bun', 'run'] },
]
