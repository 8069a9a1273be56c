import { createHash } from 'node:crypto'
import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { ROOT } from './paths.mjs'

const RETRY_MS = 200

/**
 * Runs the work while no other process of this checkout runs work under the same name.
 * The lock is an abstract unix socket: one process can listen on it, and the kernel frees it when that process ends,
 * even by kill -9. Nothing of it is on the disk.
 * @template T
 * @param {string} name
 * @param {() => Promise<T>} work
 */
export async function withLock(name, work) {
  const path = `\0avouch-${createHash('sha256').update(`${ROOT}\0${name}`).digest('hex')}`
  let lock = await tryListen(path)
  while (!lock) {
    await sleep(RETRY_MS)
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
