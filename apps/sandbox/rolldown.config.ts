import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { compile, optimize } from '@tailwindcss/node'
import { Scanner } from '@tailwindcss/oxide'
import { defineConfig } from 'rolldown'

const STYLES = 'styles.css'
const ICONS = 'icons/*'
const FONT = import.meta.resolve('@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2')

/** The one style sheet: its own rules, and the classes that the pages use. */
async function styleSheet(): Promise<string> {
  const sheet = await compile(readFileSync(STYLES, 'utf8'), {
    base: import.meta.dirname,
    onDependency: () => undefined,
  })
  const sources = [{ base: import.meta.dirname, pattern: 'src/**/*.{ts,tsx}', negated: false }]
  return optimize(sheet.build(new Scanner({ sources }).scan()), { minify: true }).code
}

/** Programs for Node, each in one file. */
const program = (name: string) => ({
  input: `src/${name}.ts`,
  platform: 'node' as const,
  transform: { define: { 'process.env.NODE_ENV': '"production"' } },
  output: { dir: 'dist', format: 'esm' as const, entryFileNames: `${name}.js`, sourcemap: true, codeSplitting: false },
})

/** Scripts for browsers stand by themselves, so that a page loads what it needs. */
const script = (format: 'esm' | 'iife' = 'esm') => ({
  platform: 'browser' as const,
  output: { dir: 'dist/public', format, entryFileNames: '[name].js', minify: true },
})

export default defineConfig([
  program('main'),
  program('prepare'),
  {
    input: { page: 'browser/page.ts' },
    ...script(),
    plugins: [
      {
        name: 'style sheet and icons',
        buildStart() {
          for (const path of globSync(['*.css', ICONS, 'src/**/*.tsx'])) this.addWatchFile(path)
        },
        async generateBundle() {
          this.emitFile({ type: 'asset', fileName: STYLES, source: await styleSheet() })
          this.emitFile({ type: 'asset', fileName: 'figtree.woff2', source: readFileSync(new URL(FONT)) })
          for (const path of globSync(ICONS))
            this.emitFile({ type: 'asset', fileName: basename(path), source: readFileSync(path) })
        },
      },
    ],
  },
  { input: { scan: 'browser/scan.ts' }, ...script() },
  // Not a module: it is loaded as Matomo's script is.
  { input: { tracker: 'browser/tracker.ts' }, ...script('iife') },
])
