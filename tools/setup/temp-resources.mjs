import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { execa } from 'execa'
import { onExit } from './on-exit.mjs'
import { PATH_WITH_TOOLS, ROOT } from './paths.mjs'
import { UserError } from './user-error.mjs'

const GRACE_MS = 10_000
/** PostgreSQL, which runs as another user than root, passes through to its own folder. */
const PASSABLE = 0o711

/**
 * log: a file, instead of the terminal. server: it ends with its standard input, a pipe from here that closes however this process ends.
 * @typedef {{ name?: string, cwd?: string, env?: Record<string, string | undefined> | undefined, log?: string | undefined, server?: boolean, uid?: number, gid?: number }} Options
 */
/** @typedef {{ name: string, exited: Promise<number>, listening: Promise<boolean>, stop: () => Promise<number> }} Child exited: its exit code; listening: a server said so itself */

/** Processes and a temporary folder that are gone at the end. */
export class TempResources {
  /** @type {Set<Child>} */
  #running = new Set()
  #folder = mkdtempSync(join(tmpdir(), 'avouch-'))
  closed = false

  constructor() {
    chmodSync(this.#folder, PASSABLE)
    // The processes' own files in it go as well.
    process.env['TMPDIR'] = this.#folder
  }

  /** @param {string} name */
  folder(name) {
    return mkdtempSync(join(this.#folder, `${name}-`))
  }

  /**
   * @param {string} command
   * @param {string[]} args
   * @param {Options} [options]
   * @returns {Child}
   */
  start(command, args, { name = command, cwd = ROOT, env, log, server = false, ...user } = {}) {
    if (this.closed) throw new UserError('Stopped.')
    const output = log === undefined ? 'inherit' : { file: log, append: /** @type {const} */ (true) }
    const child = execa(command, args, {
      cwd,
      env: { PATH: PATH_WITH_TOOLS, ...(server && { EXIT_WITH_PARENT: '1' }), ...env },
      stdin: 'pipe',
      ipc: server,
      stdout: output,
      stderr: output,
      buffer: false,
      reject: false,
      ...user,
    })
    const exited = child.then(({ exitCode }) => exitCode ?? 1)
    // Rejected when the process ends before.
    const said = server && child.getOneMessage ? child.getOneMessage() : Promise.reject(new Error('no server'))
    const listening = said.then(
      (message) => message === 'listening',
      () => false,
    )
    const stop = () => {
      if (server) child.stdin.end()
      else child.kill('SIGINT')
      const force = setTimeout(() => child.kill('SIGKILL'), GRACE_MS)
      return exited.finally(() => clearTimeout(force))
    }
    const own = { name, exited, listening, stop }
    this.#running.add(own)
    void exited.then(() => this.#running.delete(own))
    return own
  }

  async close() {
    this.closed = true
    await Promise.all([...this.#running].map((child) => child.stop()))
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

/**
 * Does work with resources that are gone afterwards, also when this process is asked to end.
 * @param {(resources: TempResources) => Promise<number>} work
 * @returns {Promise<number>} an exit code
 */
export async function withResources(work) {
  const resources = new TempResources()
  /** @type {Promise<number>} */
  const asked = new Promise(onExit)
  try {
    return await Promise.race([asked, work(resources)])
  } finally {
    await resources.close()
  }
}
