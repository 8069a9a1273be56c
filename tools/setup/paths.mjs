import { mkdirSync } from 'node:fs'
import { delimiter, join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { UserError } from './user-error.mjs'

export const ROOT = fileURLToPath(new URL('../..', import.meta.url)).slice(0, -1)

/** @param {string[]} parts */
export const inRoot = (...parts) => join(ROOT, ...parts)

/** Refuses what no bundler can build: at these characters it ends the name of a file. */
export function requireBuildableFolder(root = ROOT) {
  const [found] = /[#?]/.exec(root) ?? []
  if (found)
    throw new UserError(`The path ${root} has a "${found}", at which the build fails: rename the folder, or move it.`)
}

/**
 * A place for stamps and locks that survives a new install.
 * @param {string} name
 */
export function cachePath(name) {
  mkdirSync(inRoot('.cache'), { recursive: true })
  return inRoot('.cache', name)
}

const searched = (process.env['PATH'] ?? '').split(delimiter)
const outside = searched.filter((folder) => !folder.endsWith(`${sep}node_modules${sep}.bin`))

/** PATH with our own tools, and so the pinned Node, in front. */
export const PATH_WITH_TOOLS = [inRoot('node_modules', '.bin'), ...outside].join(delimiter)
/** PATH with the machine's own tools only: for npm, which replaces ours while it runs. */
export const PATH_OF_MACHINE = outside.join(delimiter)
