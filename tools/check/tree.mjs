import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { inRoot } from '../setup/paths.mjs'

const NOT_OURS = new Set(['node_modules', 'dist', '.git', '.cache', '.data', 'test-results', 'playwright-report'])

/**
 * Every file below a folder of the repository, as paths from its root.
 * @param {string} [folder]
 * @param {string} [root]
 * @returns {string[]}
 */
export function filesBelow(folder = '', root = inRoot()) {
  return readdirSync(join(root, folder), { withFileTypes: true })
    .filter((entry) => !NOT_OURS.has(entry.name))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = folder ? `${folder}/${entry.name}` : entry.name
      if (entry.isDirectory()) return filesBelow(path, root)
      return entry.isFile() ? [path] : []
    })
}

/** @param {string} path */
export const read = (path) => readFileSync(inRoot(path), 'utf8')

/** @param {string} path */
export const isCode = (path) => /\.(?:ts|tsx|mts|mjs|js|cjs)$/.test(path)
/** @param {string} path */
export const isTest = (path) => /\.(?:test|spec)\.\w+$/.test(path) || /^apps\/[^/]+\/(?:test|e2e)\//.test(path)
