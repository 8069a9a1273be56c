import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { packPackage } from './pack.mjs'

// The package for providers, packed, in the folder that is named.
const [into = '.'] = process.argv.slice(2)
const folder = mkdtempSync(join(tmpdir(), 'avouch-package-'))
try {
  const { packed } = await packPackage(folder)
  copyFileSync(packed, join(resolve(into), basename(packed)))
} finally {
  rmSync(folder, { recursive: true, force: true })
}
