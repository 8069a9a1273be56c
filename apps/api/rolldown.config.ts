import { defineConfig } from 'rolldown'

const commit = process.env['BUILD_COMMIT']

export default defineConfig({
  input: ['src/main.ts', 'src/modules/trust/list-worker.ts'],
  platform: 'node',
  // Native modules, WASM and files next to the code can't be bundled.
  external: [/^@node-rs\//, /^@electric-sql\/pglite/, /^@fastify\/static/, 'pg-native'],
  // An image that knows its commit says so; a build in a working folder does not guess.
  ...(commit && { transform: { define: { __BUILD_COMMIT__: JSON.stringify(commit) } } }),
  output: { dir: 'dist', format: 'esm', sourcemap: true, cleanDir: true },
})
