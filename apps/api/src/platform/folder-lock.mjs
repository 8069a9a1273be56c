// Plain JavaScript: the npm scripts use it as well, and the build is what they wait for with it.
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, symlinkSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

/** @typedef {import('node:net').Socket} Socket */
/** @typedef {{ answer: (caller: Socket) => void, release: () => void }} Lock answer: replaced by a holder that takes calls */

const PAUSE_MS = 100
/** A stopped holder takes no call, and macOS refuses the hundredth that waits as if none listened: later tries come rarely. */
const PAUSE_MAX_MS = 1_000
const NAME_BYTES = 6
const OWNER_ONLY = 0o600
const FOLDER_OF_OWNER = 0o700
/** The longest path of a socket that all systems allow. */
const PATH_MAX_BYTES = 103
const SOCKET = /^lock-[\da-f]+\.sock$/
/** Reset: it stopped listening at that moment. */
const NO_LISTENER = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOENT'])

/** @param {unknown} error */
const codeOf = (error) => (error instanceof Error && 'code' in error ? String(error.code) : 'unknown')

/** A pipe of Windows is no file, and ends with its process. @param {string} folder */
const pipesOf = (folder) => [`\\\\.\\pipe\\avouch-${createHash('sha256').update(folder).digest('hex')}`]

/** @param {string} folder */
const socketsIn = (folder) =>
  process.platform === 'win32'
    ? pipesOf(folder)
    : readdirSync(folder)
        .filter((name) => SOCKET.test(name))
        .map((name) => join(folder, name))

/**
 * Uses the path of a socket; a longer one than systems allow by way of a short link, which is there for that moment.
 * @template T
 * @param {string} folder
 * @param {string} path in the folder
 * @param {(path: string) => Promise<T>} use
 */
async function reach(folder, path, use) {
  if (Buffer.byteLength(path) <= PATH_MAX_BYTES || process.platform === 'win32') return use(path)
  const short = mkdtempSync('/tmp/avouch-')
  try {
    symlinkSync(folder, join(short, 'to'))
    return await use(join(short, 'to', path.slice(folder.length + 1)))
  } finally {
    rmSync(short, { recursive: true, force: true })
  }
}

/** @param {import('node:net').Server} server @returns {(path: string) => Promise<boolean>} false: the name is in use */
const listen = (server) => async (path) => {
  try {
    await once(server.listen({ path }), 'listening')
    return true
  } catch (error) {
    if (codeOf(error) === 'EADDRINUSE') return false
    throw error
  }
}

/** @param {string} path @returns {Promise<Socket | undefined>} */
async function call(path) {
  const socket = connect({ path })
  try {
    await once(socket, 'connect')
    // One that breaks off later closes, which its reader sees.
    return socket.on('error', () => {})
  } catch (error) {
    if (NO_LISTENER.has(codeOf(error))) return undefined
    throw error
  }
}

/** @param {string} folder @param {string} path */
async function isLive(folder, path) {
  try {
    const socket = await reach(folder, path, call)
    socket?.destroy()
    return socket !== undefined
  } catch (error) {
    // A full queue: it listens, and is busy or stopped.
    if (codeOf(error) === 'EAGAIN') return true
    throw error
  }
}

/** Connects to the process that has locked a folder. @param {string} folder @returns {Promise<Socket | undefined>} nothing while none has */
export async function callHolder(folder) {
  try {
    const real = realpathSync.native(folder)
    for (const path of socketsIn(real)) {
      const socket = await reach(real, path, call)
      if (socket !== undefined) return socket
    }
  } catch (error) {
    if (!NO_LISTENER.has(codeOf(error))) throw error
  }
  return undefined
}

/**
 * A listening socket is the lock, and the system ends it with its process. Each try has a name of its own, so that no name
 * comes back. All listen before they look who else listens, and withdraw for them, so that of two at least one does. A killed
 * process leaves its name, which refuses connections: who has the lock removes it. One that was stopped before it listened
 * finds its name gone, and withdraws.
 * @param {string} folder
 * @returns {Promise<Lock | undefined>} nothing while another process listens
 */
async function tryLock(folder) {
  mkdirSync(folder, { recursive: true, mode: FOLDER_OF_OWNER })
  const real = realpathSync.native(folder)
  const server = createServer((caller) => lock.answer(caller.on('error', () => caller.destroy()))).unref()
  /** @type {Lock} */
  const lock = {
    answer: (caller) => void caller.unref().end(`${JSON.stringify({ holder: process.pid })}\n`),
    release: () => void server.close(),
  }
  if (process.platform === 'win32') {
    for (const pipe of pipesOf(real)) if (!(await listen(server)(pipe))) return undefined
    return lock
  }
  const own = join(real, `lock-${randomBytes(NAME_BYTES).toString('hex')}.sock`)
  const others = () => socketsIn(real).filter((path) => path !== own)
  for (const path of socketsIn(real)) if (await isLive(real, path)) return undefined
  await reach(real, own, listen(server))
  lock.release = () => {
    server.close()
    rmSync(own, { force: true })
  }
  try {
    const found = others()
    let isAlone = true
    for (const path of found) if (await isLive(real, path)) isAlone = false
    if (isAlone && existsSync(own)) {
      chmodSync(own, OWNER_ONLY)
      for (const path of found) rmSync(path, { force: true })
      return lock
    }
  } catch (error) {
    lock.release()
    throw error
  }
  lock.release()
  return undefined
}

/**
 * Keeps other processes of this machine out of a folder until its release, or until this process ends in any way.
 * @param {string} folder
 * @param {number} patienceMs
 * @returns {Promise<Lock | undefined>} nothing when another process still has it
 */
export async function lockFolder(folder, patienceMs) {
  let waitMs = PAUSE_MS
  for (let left = patienceMs; ; left -= waitMs) {
    const lock = await tryLock(folder)
    if (lock !== undefined || left <= 0) return lock
    // Two that withdrew for each other do not try again in step.
    await pause(waitMs * (0.5 + Math.random()))
    waitMs = Math.min(PAUSE_MAX_MS, waitMs * 1.2)
  }
}

/**
 * Runs the work while no other process has the lock.
 * @template T
 * @param {string} folder
 * @param {() => Promise<T>} work
 */
export async function withLock(folder, work) {
  const lock = await lockFolder(folder, Number.POSITIVE_INFINITY)
  try {
    return await work()
  } finally {
    lock?.release()
  }
}
