import { readdirSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { inRoot } from '../setup/paths.mjs'

const NOT_OURS = new Set(['node_modules', 'dist', '.git', '.cache', '.data', 'test-results', 'playwright-report'])

/** Every file below a folder of the repository, as paths from its root. @param {string} [folder] @returns {string[]} */
export const filesBelow = (folder = '') =>
  readdirSync(inRoot(folder), { withFileTypes: true })
    .filter((entry) => !NOT_OURS.has(entry.name) && (entry.isDirectory() || entry.isFile()))
    .flatMap((entry) => {
      const path = posix.join(folder, entry.name)
      return entry.isDirectory() ? filesBelow(path) : path
    })

/** @param {string} path */
export const read = (path) => readFileSync(inRoot(path), 'utf8')

/** @param {string} path */
export const isCode = (path) => /\.(?:ts|tsx|mts|mjs|js|cjs)$/.test(path)
/** @param {string} path */
export const isTest = (path) => /\.(?:test|spec)\.\w+$/.test(path) || /^apps\/[^/]+\/(?:test|e2e)\//.test(path)
