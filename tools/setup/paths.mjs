import { mkdirSync, readFileSync } from 'node:fs'
import { delimiter, dirname, join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

export const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))))
const BIN = join(ROOT, 'node_modules', '.bin')

/** @param {string[]} parts */
export const inRoot = (...parts) => join(ROOT, ...parts)

/**
 * The script of an installed package, which the lock file names: what npm puts into .bin is a shell script on Windows.
 * @param {string} name
 */
export function scriptOf(name) {
  /** @type {{ packages: Record<string, { bin?: Record<string, string> }> }} */
  const { packages } = JSON.parse(readFileSync(inRoot('package-lock.json'), 'utf8'))
  for (const [path, { bin }] of Object.entries(packages)) {
    const file = bin?.[name]
    if (file && path.lastIndexOf('node_modules') === 0) return inRoot(path, file)
  }
  throw new Error(`${name} is in no package for ${process.platform} on ${process.arch}.`)
}

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

/** The npm that runs us, or the machine's, which on Windows is no program but a script of the shell. */
export function npmWords() {
  const script = process.env['npm_execpath'] ?? ''
  if (script.endsWith('npm-cli.js')) return [process.execPath, script]
  return process.platform === 'win32' ? ['cmd.exe', '/d', '/s', '/c', 'npm'] : ['npm']
}
