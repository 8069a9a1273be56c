import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import Eleventy from '@11ty/eleventy'
import { rolldown } from 'rolldown'
import { read, ROOT } from './sources.ts'

const COMPRESSIBLE = /\.(?:html|css|js|json|svg)$/
const FONT = 'node_modules/@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2'
const QUALITY = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }

async function writeAssets(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true })
  const styles = ['packages/design/src/fallback-font', 'apps/docs/styles', 'apps/docs/content'].map((name) =>
    read(`${name}.css`),
  )
  writeFileSync(join(folder, 'styles.css'), styles.join('\n'))
  copyFileSync(resolve(ROOT, 'apps/web/public/favicon.svg'), join(folder, 'favicon.svg'))
  copyFileSync(resolve(ROOT, FONT), join(folder, 'figtree.woff2'))
  const bundle = await rolldown({ input: resolve(ROOT, 'apps/docs/browser/site.ts'), platform: 'browser' })
  await bundle.write({ file: join(folder, 'site.js'), format: 'esm', minify: true })
  await bundle.close()
}

/** The server never compresses twice. */
function compress(folder: string): void {
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    COMPRESSIBLE.test(name),
  )) {
    const text = readFileSync(join(folder, file))
    writeFileSync(join(folder, `${file}.br`), brotliCompressSync(text, QUALITY))
    writeFileSync(join(folder, `${file}.gz`), gzipSync(text))
  }
}

/** Builds the site in a folder, which is emptied first. The process runs in the root of the repository. */
export async function buildSite(folder: string): Promise<void> {
  rmSync(folder, { recursive: true, force: true })
  const site = new Eleventy('docs', folder, { quietMode: true, configPath: 'apps/docs/eleventy.config.ts' })
  await site.write()
  await writeAssets(join(folder, 'assets'))
  compress(folder)
}
