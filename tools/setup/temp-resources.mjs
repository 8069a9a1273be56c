import { spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onExit } from './on-exit.mjs'
import { inRoot, PATH_WITH_TOOLS, ROOT } from './paths.mjs'
import { AS_TREE, signalTree } from './process-tree.mjs'

const GRACE_MS = 10_000
/** PostgreSQL, which runs as another user than root, passes through to its own folder. */
export const PASSABLE = 0o711

/**
 * server: it watches its standard input, a pipe that ends with us, even by kill -9, and ends then.
 * @typedef {{ cwd?: string, env?: Record<string, string | undefined>, output?: 'inherit' | number, server?: boolean, uid?: number, gid?: number }} Options
 */
/** @typedef {{ name: string, pid: number, exited: Promise<number>, stop: () => Promise<number> }} Child exited: its exit code */

export class Stopped extends Error {}

/**
 * Processes and folders that are gone at the end: close() does it when all is well, and the reaper, a process of its own,
 * when this one is killed. Each process has a group of its own, so that a terminal's interrupt asks it once.
 */
export class TempResources {
  /** @type {Set<Child>} */
  #running = new Set()
  /** @type {string[]} */
  #folders = []
  /** @type {import('node:child_process').ChildProcessByStdio<import('node:stream').Writable, null, null> | undefined} */
  #reaper
  /** Removed with the others: the temporary folder of the processes. */
  #temporary = ''
  closed = false

  /** @param {string} line */
  #tellReaper(line) {
    if (!this.#reaper) {
      const args = [inRoot('tools', 'setup', 'process-tree.mjs')]
      this.#reaper = spawn(process.execPath, args, { stdio: ['pipe', 'ignore', 'ignore'], ...AS_TREE })
      this.#reaper.stdin.on('error', () => {})
      this.#reaper.unref()
    }
    this.#reaper.stdin.write(`${line}\n`)
  }

  /** @param {string} name */
  folder(name) {
    const path = mkdtempSync(join(tmpdir(), `avouch-${name}-`))
    this.#folders.push(path)
    this.#tellReaper(`folder ${path}`)
    return path
  }

  #temporaryFolder() {
    if (this.#temporary === '') {
      this.#temporary = this.folder('tmp')
      chmodSync(this.#temporary, PASSABLE)
    }
    return { TMPDIR: this.#temporary, TEMP: this.#temporary }
  }

  /**
   * @param {string} command
   * @param {string[]} args
   * @param {Options & { name?: string }} [options]
   * @returns {Child}
   */
  start(command, args, { name = command, cwd = ROOT, env = {}, output = 'inherit', server = false, ...user } = {}) {
    if (this.closed) throw new Stopped()
    const more = server ? { EXIT_WITH_PARENT: '1' } : this.#temporaryFolder()
    const child = spawn(command, args, {
      cwd,
      env: { ...process.env, PATH: PATH_WITH_TOOLS, ...more, ...env },
      stdio: [server ? 'pipe' : 'ignore', output, output],
      ...AS_TREE,
      ...user,
    })
    child.stdin?.on('error', () => {})
    const pid = child.pid ?? 0
    if (pid && !server) this.#tellReaper(`group ${pid}`)
    /** @type {Promise<number>} */
    const exited = new Promise((resolve) => {
      child.once('error', () => resolve(127))
      child.once('exit', (code) => {
        // Ends what it left behind in its group.
        if (!server) signalTree(pid, 'SIGKILL')
        if (!server) this.#tellReaper(`ended ${pid}`)
        resolve(code ?? 1)
      })
    })
    const stop = async () => {
      // Its number may be another process's by now.
      if (!this.#running.has(own)) return exited
      // Windows has no signals: a server watches its input there.
      if (server && process.platform === 'win32') child.stdin?.end()
      else signalTree(pid, 'SIGINT')
      const force = setTimeout(() => signalTree(pid, 'SIGKILL'), GRACE_MS)
      return exited.finally(() => clearTimeout(force))
    }
    const own = { name, pid, exited, stop }
    this.#running.add(own)
    child.once('exit', () => this.#running.delete(own))
    return own
  }

  async close() {
    this.closed = true
    await Promise.all([...this.#running].map((child) => child.stop()))
    for (const folder of this.#folders) rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
    this.#reaper?.stdin.end('done\n')
  }
}

/**
 * Does work with resources that are gone afterwards, also when this process is asked to end.
 * @template T
 * @param {(resources: TempResources) => Promise<T>} work
 */
export async function withResources(work) {
  const resources = new TempResources()
  onExit((code) => void resources.close().finally(() => process.exit(code)))
  try {
    return await work(resources)
  } finally {
    await resources.close()
  }
}
