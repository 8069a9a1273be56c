import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { defineConfig } from 'rolldown'

const SITES = ['provider', 'identity', 'phone', 'app']

const read = (path: string) => readFileSync(path, 'utf8')

/** One style sheet for each site: what all share, then its own parts in the order of their names. */
const styleSheet = (site: string) =>
  ['styles/base.css', ...globSync(`styles/${site}/*.css`).sort()].map((path) => read(path)).join('\n')

export default defineConfig([
  {
    input: 'src/main.ts',
    platform: 'node',
    transform: { define: { 'process.env.NODE_ENV': '"production"' } },
    output: { dir: 'dist', format: 'esm', entryFileNames: 'main.js', sourcemap: true, codeSplitting: false },
  },
  {
    input: { page: 'browser/page.ts' },
    platform: 'browser',
    output: { dir: 'dist/public', format: 'esm', entryFileNames: '[name].js', minify: true },
    plugins: [
      {
        name: 'style sheets and icons',
        buildStart() {
          for (const path of globSync(['styles/**/*.css', 'icons/*.svg'])) this.addWatchFile(path)
        },
        generateBundle() {
          for (const site of SITES) this.emitFile({ type: 'asset', fileName: `${site}.css`, source: styleSheet(site) })
          for (const path of globSync('icons/*.svg'))
            this.emitFile({ type: 'asset', fileName: basename(path), source: read(path) })
        },
      },
    ],
  },
  {
    // By itself: only the page that scans needs the reader of codes.
    input: { scan: 'browser/scan.ts' },
    platform: 'browser',
    output: { dir: 'dist/public', format: 'esm', entryFileNames: '[name].js', minify: true },
  },
  {
    // Not a module: it is loaded as Matomo's script is.
    input: { tracker: 'browser/tracker.ts' },
    platform: 'browser',
    output: { dir: 'dist/public', format: 'iife', entryFileNames: '[name].js', minify: true },
  },
])
