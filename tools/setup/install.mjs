import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { withLock } from '#folder-lock'
import { cachePath, inRoot, npmWords, PATH_OF_MACHINE, ROOT } from './paths.mjs'
import { step } from './say.mjs'
import { UserError } from './user-error.mjs'

/** @typedef {{ version?: string, integrity?: string, link?: boolean, optional?: boolean }} Entry */

/**
 * npm writes down what it installed when it has finished; a broken install leaves nothing behind.
 * So what is there is right when that list says what the lock file says. Packages for other machines may be absent.
 * @param {Record<string, Entry>} wanted
 * @param {Record<string, Entry>} there
 */
export const isInstalled = (wanted, there) =>
  Object.keys(there).every((path) => path in wanted) &&
  Object.entries(wanted).every(([path, { version, integrity, link, optional }]) => {
    const found = there[path]
    if (!path.includes('node_modules/')) return true
    if (!found) return optional === true
    return found.version === version && found.integrity === integrity && found.link === link
  })

/** @param {string} path @returns {Record<string, Entry>} */
const packagesIn = (path) => (existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')).packages : {})
const upToDate = () =>
  isInstalled(packagesIn(inRoot('package-lock.json')), packagesIn(inRoot('node_modules/.package-lock.json')))

/** Installs the packages of the lock file, unless exactly these are there. */
export async function ensureInstalled() {
  if (upToDate()) return
  await withLock(cachePath('install.lock'), async () => {
    // The holder of the lock before us may have done it.
    if (!upToDate()) await step('Installing', install)
  })
}

/** Some seconds of retries in all; npm's own last more than a minute. */
const PATIENCE = ['--fetch-retries=3', '--fetch-retry-factor=2', '--fetch-retry-mintimeout=2000']
const OFFLINE = /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ENETUNREACH|ETIMEDOUT|ENOTCACHED/

async function install() {
  const [program = '', ...words] = npmWords()
  const args = [...words, 'ci', '--no-audit', '--no-fund', '--loglevel=error', ...PATIENCE]
  const env = { ...process.env, PATH: PATH_OF_MACHINE }
  const { status, stdout, stderr, error } = spawnSync(program, args, { cwd: ROOT, env, encoding: 'utf8' })
  if (status === 0) return
  const said = `${error?.message ?? ''}${stdout}${stderr}`
  throw new UserError(
    OFFLINE.test(said)
      ? 'The packages could not be loaded: the registry of npm does not answer. Once online, run this again.'
      : `npm ci failed:\n${said.trimEnd().split('\n').slice(-15).join('\n')}`,
  )
}
