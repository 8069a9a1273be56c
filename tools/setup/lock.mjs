import { createHash } from 'node:crypto'
import { rmSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ROOT } from './paths.mjs'

const RETRY_MS = 200
/** The paths of sockets are short. */
const LENGTH = 24

/**
 * Runs the work while no other process of this checkout runs work under the same name.
 * The lock is an abstract unix socket: one process can listen on it, and the kernel frees it when that process ends,
 * even by kill -9. Nothing of it is on the disk. Other systems have no such sockets: there it is a file, which a later process
 * removes when nothing listens.
 * @template T
 * @param {string} name
 * @param {() => Promise<T>} work
 */
export async function withLock(name, work) {
  const key = `avouch-${createHash('sha256').update(`${ROOT}\0${name}`).digest('hex').slice(0, LENGTH)}`
  const path = process.platform === 'linux' ? `\0${key}` : join(tmpdir(), key)
  let lock = await tryListen(path)
  while (!lock) {
    await sleep(RETRY_MS)
    if (!path.startsWith('\0') && !(await isListening(path))) rmSync(path, { force: true })
    lock = await tryListen(path)
  }
  try {
    return await work()
  } finally {
    lock.close()
  }
}

/** @param {string} path @returns {Promise<import('node:net').Server | undefined>} nothing while another process listens */
const tryListen = (path) =>
  new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', (error) =>
      'code' in error && error.code === 'EADDRINUSE' ? resolve(undefined) : reject(error),
    )
    server.listen({ path }, () => resolve(server))
  })

/** @param {string} path @returns {Promise<boolean>} */
const isListening = (path) =>
  new Promise((resolve) => {
    const socket = connect({ path })
    socket.once('error', () => resolve(false))
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
  })
