import { mkdirSync } from 'node:fs'
import { delimiter, dirname, join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

export const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))))
export const BIN = join(ROOT, 'node_modules', '.bin')

/** @param {string[]} parts */
export const inRoot = (...parts) => join(ROOT, ...parts)

/**
 * A place for stamps and locks that survives a new install.
 * @param {string} name
 */
export function cachePath(name) {
  mkdirSync(inRoot('.cache'), { recursive: true })
  return inRoot('.cache', name)
}

const inNodeModules = `${sep}node_modules${sep}.bin`
const searched = (process.env['PATH'] ?? '').split(delimiter)
const outside = searched.filter((folder) => !folder.endsWith(inNodeModules))

/** PATH with our own tools, and so the pinned Node, in front. */
export const PATH_WITH_TOOLS = [BIN, ...outside].join(delimiter)
/** PATH with the machine's own tools only: for npm, which replaces ours while it runs. */
export const PATH_OF_MACHINE = outside.join(delimiter)
