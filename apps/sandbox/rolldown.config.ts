import { readdirSync, readFileSync } from 'node:fs'
import { defineConfig } from 'rolldown'

const assets = new URL('./assets/', import.meta.url)

export default defineConfig([
  {
    input: 'src/main.ts',
    platform: 'node',
    transform: { define: { 'process.env.NODE_ENV': '"production"' } },
    output: { dir: 'dist', format: 'esm', entryFileNames: 'main.js', sourcemap: true, codeSplitting: false },
  },
  {
    input: 'browser/page.ts',
    platform: 'browser',
    output: { dir: 'dist/public', format: 'esm', entryFileNames: 'page.js', minify: true },
    plugins: [
      {
        name: 'style sheets and icons',
        generateBundle() {
          for (const fileName of readdirSync(assets))
            this.emitFile({ type: 'asset', fileName, source: readFileSync(new URL(fileName, assets), 'utf8') })
        },
      },
    ],
  },
])
