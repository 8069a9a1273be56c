import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { runCommand } from '../../src/cli/cli.ts'
import { makeMasterKeys, type MasterKeys } from '../../src/config/key-files.ts'
import { makeSigningKeys } from '../../src/config/sandbox.ts'
import { builtFrontEnd } from './built-front-end.ts'
import { freePort } from './free-port.ts'
import { MAIN } from './own-process.ts'
import { createDatabase } from './create-database.ts'
import { createTestDatabase } from './test-database.ts'

const WAIT_MS = 60_000
const MIGRATIONS = resolve(import.meta.dirname, '../../migrations')

const { NODE_COMPILE_CACHE } = process.env
/** The code as compiled before: starts are most of what these tests do. */
const compiled = NODE_COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE }

/** A file of secrets as an operator keeps it. @returns its path */
export function secretFile(content: unknown): string {
  const path = join(mkdtempSync(join(tmpdir(), 'avouch-keys-')), 'keys.json')
  writeFileSync(path, JSON.stringify(content), { mode: 0o600 })
  return path
}

/** The settings that production demands, with new keys; nothing is sent to the partners they name. */
export const productionSettings = (master: MasterKeys = makeMasterKeys()): Record<string, string> => ({
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://product.test',
  WEB_DIR: builtFrontEnd(),
  MASTER_KEY_FILE: secretFile(master),
  SIGNING_KEYS_FILE: secretFile(makeSigningKeys()),
  IDENTITY_URL: 'https://identity.test/check',
  IDENTITY_CALLBACK_SECRET: `whsec_${Buffer.alloc(32, 7).toString('base64')}`,
  IDENTITY_TOKEN: 'a-token-for-the-identity-check',
  SMS_URL: 'https://sms.test/messages',
  SMS_TOKEN: 'a-token-of-the-gateway',
})

export type Running = Awaited<ReturnType<typeof running>>

/** A process of main.ts that answers; what it writes is kept. */
async function running(child: ChildProcess, baseUrl: string, output: { out: string; err: string }) {
  const ended = once(child, 'exit').then(([code]) => code as number | null)
  const until = Date.now() + WAIT_MS
  const answers = () =>
    fetch(`${baseUrl}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
  while (!(await answers())) {
    if (child.exitCode !== null || Date.now() > until) throw new Error(`the server did not start: ${output.err}`)
    await new Promise((wake) => setTimeout(wake, 50))
  }
  return {
    baseUrl,
    child,
    /** The lines of its log. */
    log: () => output.out.split('\n').filter(Boolean),
    /** Its exit code, once it has ended. */
    ended,
    async kill() {
      child.kill('SIGCONT')
      child.kill('SIGKILL')
      await ended
    },
  }
}

/** Another program than main.ts, on a database without a schema. */
type Program = { main: string }

/** A database, and settings of production with which several processes of main.ts run on it. */
export async function createProduction(settings: Record<string, string> = {}, program?: Program) {
  const dataDir = mkdtempSync(join(tmpdir(), 'avouch-production-'))
  const { url = '', drop } = await (program === undefined ? createTestDatabase(dataDir) : createDatabase())
  const main = program?.main ?? MAIN
  // Another identity check than the one with our own protocol needs nothing of that one's.
  const isOther = settings['IDENTITY_VENDOR'] !== undefined
  const needed = Object.entries(productionSettings()).filter(([name]) => !(isOther && name.startsWith('IDENTITY_')))
  const common = { ...Object.fromEntries(needed), DATA_DIR: dataDir, DATABASE_URL: url, ...settings }
  const all = new Set<ChildProcess>()

  async function spawned(more: Record<string, string>, words: readonly string[]) {
    const { PORT: port = String(await freePort()), PROGRAM: program = main, ...others } = more
    const env: Record<string, string> = {
      PATH: process.env['PATH'] ?? '',
      ...compiled,
      HOST: '127.0.0.1',
      PORT: port,
      ...common,
      ...others,
    }
    const child = spawn(process.execPath, [program, ...words], { env, cwd: dataDir, stdio: ['ignore', 'pipe', 'pipe'] })
    all.add(child)
    const output = { out: '', err: '' }
    child.stdout.on('data', (part: Buffer) => void (output.out += String(part)))
    child.stderr.on('data', (part: Buffer) => void (output.err += String(part)))
    return { child, output, baseUrl: `http://127.0.0.1:${port}` }
  }

  return {
    databaseUrl: url,
    settings: common,
    /** Starts a process and waits until it is ready. PROGRAM: another one than the others run. */
    async start(more: Record<string, string> = {}): Promise<Running> {
      const { child, output, baseUrl } = await spawned(more, [])
      return running(child, baseUrl, output)
    },
    /** Runs a process until it ends by itself: a start that is refused, or a command. */
    async run(
      more: Record<string, string> = {},
      ...words: string[]
    ): Promise<{ code: number; out: string; err: string }> {
      const { child, output } = await spawned(more, words)
      const tooLong = setTimeout(() => void child.kill('SIGKILL'), WAIT_MS)
      const [code] = (await once(child, 'close')) as [number | null]
      clearTimeout(tooLong)
      return { code: code ?? -1, out: output.out.trimEnd(), err: output.err.trimEnd() }
    },
    /** Runs a command of the operator in this process. @returns its last line */
    async operate(more: Record<string, string>, ...words: string[]): Promise<string> {
      const lines: string[] = []
      const place = { migrationsDir: MIGRATIONS, variables: { ...common, ...more } }
      const exitCode = await runCommand(words, (line) => void lines.push(line), place)
      if (exitCode !== 0) throw new Error(lines.join('\n'))
      return lines.at(-1) ?? ''
    },
    async [Symbol.asyncDispose]() {
      for (const child of all) {
        if (child.exitCode !== null || child.signalCode !== null) continue
        child.kill('SIGCONT')
        child.kill('SIGKILL')
        await once(child, 'exit')
      }
      await drop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
/** A provider's key, and how its website requests a proof of age with it. */
export async function createProvider(site: Pick<Production, 'operate'>, settings: Record<string, string> = {}) {
  const returnTo = 'https://library.test/return'
  const operate = (...words: string[]) => site.operate(settings, ...words)
  await operate('provider', 'create', 'library', 'Library')
  await operate('provider', 'redirect', 'add', 'library', returnTo)
  const scopes = ['--scope', 'intents:read', '--scope', 'intents:write']
  const key = await operate('provider', 'key', 'create', 'library', ...scopes)
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const request = { method: 'POST', headers, body: JSON.stringify({ redirect_uri: returnTo }) }
  return { path: '/provider/v1/intents', request }
}

export type Production = Awaited<ReturnType<typeof createProduction>>
