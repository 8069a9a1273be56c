import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

const COMPRESSIBLE = /\.(js|css|html|svg|json|txt|webmanifest)$/
const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

/** Writes .br and .gz next to every text file of the build, so that the server never compresses twice. */
export const precompress = (): Plugin => ({
  name: 'precompress',
  apply: 'build',
  async writeBundle({ dir }) {
    if (dir === undefined) return
    const files = (await readdir(dir, { recursive: true })).filter((file) => COMPRESSIBLE.test(file))
    for (const file of files) {
      const text = await readFile(join(dir, file))
      await writeFile(join(dir, `${file}.br`), await brotli(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }))
      await writeFile(join(dir, `${file}.gz`), await zip(text, { level: 9 }))
    }
  },
})
