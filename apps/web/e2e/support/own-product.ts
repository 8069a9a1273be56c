import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import type { Addresses } from './world.ts'

/** As in product.env. */
const LITTLE_WORK = { ARGON2_MEMORY_KIB: '64', ARGON2_PASSES: '1', CAPTCHA_POW_TRIES: '2' }
const RUNNER = resolve(import.meta.dirname, '../../../../tools/run.mjs')
const PORTS = ['PORT', 'SANDBOX_PROVIDER_PORT', 'SANDBOX_IDENTITY_PORT', 'SANDBOX_PHONE_PORT'] as const

/** Below the ports that a system gives to connections, so that none is taken while the product is down. */
const FIRST_PORT = 20_000
const MANY_PORTS = 10_000

const opens = (port: number) =>
  new Promise<boolean>((tell) => {
    const server = createServer().once('error', () => tell(false))
    server.listen(port, () => server.close(() => tell(true)))
  })

const given = new Set<number>()

async function freePort(): Promise<number> {
  const port = FIRST_PORT + randomInt(MANY_PORTS)
  if (given.has(port)) return freePort()
  given.add(port)
  return (await opens(port)) ? port : freePort()
}

export type OwnProduct = {
  addresses: Addresses
  start(): Promise<void>
  /** At once, without a word, as a crash would: the whole group. */
  kill(): Promise<void>
  /** Runs a command of the operator on the running product. @returns its output */
  operate(...words: string[]): Promise<string>
  remove(): Promise<void>
}

const exited = (child: ChildProcess) =>
  child.exitCode !== null || child.signalCode !== null
    ? Promise.resolve()
    : new Promise<void>((ended) => child.once('exit', () => ended()))

/** A product of its own, by `npm start`'s own command, on free ports and its own data. */
export async function ownProduct(settings: Record<string, string> = {}): Promise<OwnProduct> {
  const dataDir = mkdtempSync(join(tmpdir(), 'avouch-own-'))
  const ports = Object.fromEntries(
    await Promise.all(PORTS.map(async (name) => [name, String(await freePort())] as const)),
  )
  const address = (name: (typeof PORTS)[number]) => `http://localhost:${ports[name]}`
  const own = { CLOCK_SHIFT_FILE: '', ...LITTLE_WORK, ...ports, ...settings, DATA_DIR: join(dataDir, 'data') }
  const env = { ...process.env, ...own }
  let child: ChildProcess | undefined

  async function start() {
    const running = spawn(process.execPath, [RUNNER, 'start'], {
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
      detached: true,
    })
    child = running
    await new Promise<void>((up, failed) => {
      let said = ''
      running.stdout?.setEncoding('utf8').on('data', (text: string) => {
        said += text
        if (said.includes('is running')) up()
      })
      running.once('exit', (code) => failed(new Error(`the product ended with ${code}`)))
    })
  }

  async function end(signal: NodeJS.Signals) {
    if (child?.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
    process.kill(signal === 'SIGKILL' ? -child.pid : child.pid, signal)
    await exited(child)
  }

  return {
    addresses: {
      product: address('PORT'),
      provider: address('SANDBOX_PROVIDER_PORT'),
      identity: address('SANDBOX_IDENTITY_PORT'),
      phone: address('SANDBOX_PHONE_PORT'),
    },
    start,
    kill: () => end('SIGKILL'),
    operate: async (...words) =>
      (await promisify(execFile)(process.execPath, [RUNNER, 'avouch', ...words], { env })).stdout,
    async remove() {
      await end('SIGTERM')
      rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}
