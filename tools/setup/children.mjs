import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { PATH_WITH_TOOLS, ROOT } from './paths.mjs'
import { AS_TREE, signalTree } from './process-tree.mjs'

const GRACE_MS = 10_000

/**
 * @typedef {object} Child
 * @property {string} name
 * @property {import('node:child_process').ChildProcess} process
 * @property {Promise<number>} exited its exit code
 */

/** Long-running processes that end together, and with this one whatever ends it. */
export class Children {
  /** @type {Set<Child>} */
  #running = new Set()
  /** Whether they were asked to. */
  stopped = false

  /**
   * The standard input of a child is a pipe from us: it ends when we do, even by kill -9, and the child
   * watches it. A group of its own keeps a terminal's interrupt away, so that each child is asked once to stop.
   * @param {string} name
   * @param {string} command
   * @param {string[]} args
   * @param {{ cwd?: string, env?: Record<string, string | undefined>, output?: 'inherit' | number }} [options]
   * @returns {Child}
   */
  start(name, command, args, { cwd = ROOT, env = {}, output = 'inherit' } = {}) {
    if (this.stopped) throw new Error(`${name} is not started: everything stops.`)
    const started = spawn(command, args, {
      cwd,
      env: { ...process.env, PATH: PATH_WITH_TOOLS, ...env, EXIT_WITH_PARENT: '1' },
      stdio: ['pipe', output, output],
      ...AS_TREE,
    })
    started.stdin?.on('error', () => {})
    const exited = once(started, 'exit').then(
      ([code]) => (typeof code === 'number' ? code : 1),
      () => 127,
    )
    const child = { name, process: started, exited }
    this.#running.add(child)
    void exited.then(() => this.#running.delete(child))
    return child
  }

  /** Asks all to stop, and makes those stop that do not. */
  async stop() {
    this.stopped = true
    await Promise.all([...this.#running].map((child) => stopChild(child)))
  }
}

/** @param {Child} child */
export async function stopChild(child) {
  // Windows has no signals: the child watches its input there.
  if (process.platform === 'win32') child.process.stdin?.end()
  else signalTree(child.process.pid, 'SIGTERM')
  const patience = new AbortController()
  const late = sleep(GRACE_MS, true, { signal: patience.signal }).catch(() => false)
  if (await Promise.race([child.exited.then(() => false), late])) signalTree(child.process.pid, 'SIGKILL')
  patience.abort()
  await child.exited
}
