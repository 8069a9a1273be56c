import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { inRoot, PATH_OF_MACHINE, ROOT } from './paths.mjs'
import { step } from './say.mjs'
import { UserError } from './user-error.mjs'

/** @typedef {{ integrity?: string, optional?: boolean }} Entry */

/** @param {string} path @returns {Record<string, Entry>} */
const packagesIn = (path) => (existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')).packages : {})

/** Compares the lock file with the list that npm writes when it has installed all. Packages for other machines may be absent. */
function isInstalled() {
  const there = packagesIn(inRoot('node_modules/.package-lock.json'))
  return Object.entries(packagesIn(inRoot('package-lock.json'))).every(
    ([path, { integrity, optional }]) => there[path]?.integrity === integrity || (optional && !there[path]),
  )
}

/** Installs the packages of the lock file, unless these are there. */
export async function ensureInstalled() {
  if (!isInstalled()) await step('Installing', install)
}

async function install() {
  const { status, error } = spawnSync('npm', ['ci', '--loglevel=error'], {
    cwd: ROOT,
    env: { ...process.env, PATH: PATH_OF_MACHINE },
    stdio: ['ignore', process.stderr, process.stderr],
    // A script of the shell there.
    shell: process.platform === 'win32',
  })
  if (status !== 0) throw new UserError(`npm ci failed: it has to succeed once, online. ${error?.message ?? ''}`)
}
