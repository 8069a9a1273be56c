import { spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Children } from './children.mjs'
import { inRoot, PATH_WITH_TOOLS, ROOT } from './paths.mjs'
import { AS_TREE, signalTree } from './process-tree.mjs'

const GRACE_MS = 8_000
/** PostgreSQL, which runs as another user than root, passes through to its own folder. */
export const PASSABLE = 0o711

/** @typedef {import('node:child_process').ChildProcess} ChildProcess */
/** @typedef {{ cwd?: string, env?: Record<string, string | undefined>, output?: 'inherit' | number, uid?: number, gid?: number }} Options */

export class Stopped extends Error {}

/**
 * Where tests put processes and folders. All of it is gone at the end: close() does it when all is well, and the
 * reaper, a process of its own, when this one is killed.
 */
export class TempResources {
  /** @type {Map<number, { child: ChildProcess, exited: Promise<number> }>} */
  #running = new Map()
  /** @type {string[]} */
  #folders = []
  closed = false
  /** The product under test; it watches us by itself. */
  children = new Children()
  #reaper = spawn(process.execPath, [inRoot('tools', 'setup', 'reaper.mjs')], {
    stdio: ['pipe', 'ignore', 'ignore'],
    ...AS_TREE,
  })

  /** What a process leaves in its temporary folder goes with the others. */
  #temporary = ''

  constructor() {
    this.#reaper.stdin.on('error', () => {})
    this.#reaper.unref()
    this.#temporary = this.folder('tmp')
    chmodSync(this.#temporary, PASSABLE)
  }

  /** @param {string} name */
  folder(name) {
    const path = mkdtempSync(join(tmpdir(), `avouch-${name}-`))
    this.#folders.push(path)
    this.#reaper.stdin.write(`folder ${path}\n`)
    return path
  }

  /**
   * @param {string} command
   * @param {string[]} args
   * @param {Options} [options]
   */
  start(command, args, { cwd = ROOT, env = {}, output = 'inherit', ...user } = {}) {
    if (this.closed) throw new Stopped()
    const child = spawn(command, args, {
      cwd,
      env: { ...process.env, PATH: PATH_WITH_TOOLS, TMPDIR: this.#temporary, TEMP: this.#temporary, ...env },
      stdio: ['ignore', output, output],
      ...AS_TREE,
      ...user,
    })
    const pid = child.pid ?? 0
    /** @type {Promise<number>} */
    const exited = new Promise((resolve) => {
      child.once('exit', (code) => resolve(code ?? 1))
      child.once('error', () => resolve(127))
    })
    if (pid) {
      this.#running.set(pid, { child, exited })
      this.#reaper.stdin.write(`group ${pid}\n`)
    }
    // What a process left behind in its group goes with it.
    const ended = exited.then((code) => {
      signalTree(pid, 'SIGKILL')
      this.#running.delete(pid)
      this.#reaper.stdin.write(`ended ${pid}\n`)
      return code
    })
    return { pid, exited: ended }
  }

  async close() {
    this.closed = true
    await Promise.all([this.children.stop(), ...[...this.#running].map(([pid, { exited }]) => stop(pid, exited))])
    for (const folder of this.#folders) rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
    this.#reaper.stdin.end('done\n')
  }
}

/** @param {number} pid @param {Promise<number>} exited */
async function stop(pid, exited) {
  signalTree(pid, 'SIGINT')
  const patience = new AbortController()
  const late = sleep(GRACE_MS, true, { signal: patience.signal }).catch(() => false)
  if (await Promise.race([exited.then(() => false), late])) signalTree(pid, 'SIGKILL')
  patience.abort()
  await exited
}
