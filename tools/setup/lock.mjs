import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { cachePath } from './paths.mjs'

/** @param {unknown} error @param {string} code */
const hasCode = (error, code) => error instanceof Error && 'code' in error && error.code === code

/** @param {number} pid */
export function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return hasCode(error, 'EPERM')
  }
}

/** @param {string} path */
function holderOf(path) {
  try {
    return Number(readFileSync(path, 'utf8'))
  } catch {
    return undefined
  }
}

/**
 * Runs the work while no other process of this checkout runs work under the same name.
 * A lock is a link to a file that already holds its owner's id, so no one ever reads a lock without an owner.
 * @template T
 * @param {string} name
 * @param {() => Promise<T>} work
 */
export async function withLock(name, work) {
  const path = cachePath(`${name}.lock`)
  const own = `${path}.${process.pid}`
  writeFileSync(own, String(process.pid))
  try {
    while (!take(own, path)) await sleep(200)
  } finally {
    rmSync(own, { force: true })
  }
  const release = () => {
    if (holderOf(path) === process.pid) rmSync(path, { force: true })
  }
  process.once('exit', release)
  try {
    return await work()
  } finally {
    process.off('exit', release)
    release()
  }
}

/** @param {string} own @param {string} path */
function take(own, path) {
  try {
    linkSync(own, path)
    return true
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error
  }
  const holder = holderOf(path)
  if (holder !== undefined && !isAlive(holder)) putAside(path, holder)
  return false
}

/** @param {string} path @param {number} dead */
function putAside(path, dead) {
  const aside = `${path}.dead.${process.pid}`
  try {
    renameSync(path, aside)
    // Somebody else may have put the dead one aside and taken the lock in between: give that back.
    if (holderOf(aside) !== dead) linkSync(aside, path)
  } catch (error) {
    if (!hasCode(error, 'ENOENT') && !hasCode(error, 'EEXIST')) throw error
  } finally {
    rmSync(aside, { force: true })
  }
}
