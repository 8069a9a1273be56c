import { defineConfig } from 'rolldown'

export default defineConfig({
  input: 'src/main.ts',
  platform: 'node',
  // Native modules, WASM and files beside the code can't be bundled.
  external: [/^@node-rs\//, /^@electric-sql\/pglite/, /^@fastify\/static/, /^@scalar\//, 'pg-native'],
  output: { dir: 'dist', format: 'esm', sourcemap: true, cleanDir: true },
})
