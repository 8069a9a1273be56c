import { readFileSync } from 'node:fs'
import { withLock } from '#folder-lock'
import { lastLines, runNpm } from './command.mjs'
import { UserError } from './user-error.mjs'
import { cachePath, inRoot } from './paths.mjs'
import { step } from './say.mjs'

/** @typedef {{ version?: string, integrity?: string, link?: boolean, optional?: boolean, resolved?: string }} Entry */
/** @typedef {{ packages?: Record<string, Entry> }} LockFile */

/**
 * npm writes down what it installed when it has finished; a broken install leaves nothing behind.
 * So what is there is right when that list says what the lock file says. Packages for other machines may be absent.
 * @param {LockFile} wanted
 * @param {LockFile} installed
 */
export function isInstalled(wanted, installed) {
  const there = installed.packages ?? {}
  const asked = wanted.packages ?? {}
  const matches = Object.entries(asked).every(([path, entry]) => {
    if (!path.includes('node_modules/')) return true
    const found = there[path]
    if (!found) return entry.optional === true
    return found.version === entry.version && found.integrity === entry.integrity && found.link === entry.link
  })
  return matches && Object.keys(there).every((path) => path in asked)
}

/** @param {string} path @returns {LockFile | undefined} */
function readLock(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return undefined
  }
}

function upToDate() {
  const wanted = readLock(inRoot('package-lock.json'))
  if (!wanted) throw new UserError('package-lock.json is missing or broken: take it from the repository again.')
  const installed = readLock(inRoot('node_modules', '.package-lock.json'))
  return installed !== undefined && isInstalled(wanted, installed)
}

const OFFLINE = /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ENETUNREACH|ETIMEDOUT|ENOTCACHED/

/** Installs the packages of the lock file, unless exactly these are there. */
export async function ensureInstalled() {
  if (upToDate()) return
  await withLock(cachePath('install.lock'), async () => {
    // The holder of the lock before us may have done it.
    if (upToDate()) return
    await step('Installing', install)
  })
}

/** Some seconds of retries in all; npm's own last more than a minute. */
const PATIENCE = ['--fetch-retries=3', '--fetch-retry-factor=2', '--fetch-retry-mintimeout=2000']

async function install() {
  const args = ['ci', '--no-audit', '--no-fund', '--loglevel=error', ...PATIENCE]
  const { code, output } = await runNpm(args)
  if (code === 0) return
  if (OFFLINE.test(output))
    throw new UserError(
      'The packages could not be loaded: the registry of npm does not answer. Once online, run this again.',
    )
  throw new UserError(`npm ci failed:\n${lastLines(output, 15)}`)
}
