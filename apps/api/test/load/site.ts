import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { makeMasterKeys } from '../../src/config/key-files.ts'
import { createPeople } from '../bench/people.ts'
import { createDatabase } from '../support/create-database.ts'
import { freePort } from '../support/free-port.ts'
import type { Gateway } from './gateway.ts'

const PROXY = resolve(import.meta.dirname, '../../../../deploy/proxies/haproxy.cfg')
const READY_WITHIN_MS = 60_000
const LOOK_EVERY_MS = 50
const DRAIN_SECONDS = 4
/** There is always money for an SMS. */
const ENDLESS_MONEY = { centsPerDay: 1_000_000_000 }

type Sandbox = { provider: { apiKey: string }; identityCheck: { callbackSecret: string } }

async function untilReady(url: string, child: ChildProcess): Promise<void> {
  const until = Date.now() + READY_WITHIN_MS
  const isReady = () =>
    fetch(`${url}/readyz`).then(
      async (answer) => {
        await answer.text()
        return answer.ok
      },
      () => false,
    )
  while (!(await isReady())) {
    if (child.exitCode !== null || Date.now() > until) throw new Error(`the server at ${url} is not ready`)
    await pause(LOOK_EVERY_MS)
  }
}

/** The example of `deploy/` in front of these ports, without TLS, and with the addresses that the driver gives its visitors. */
function proxySettings(port: number, ports: readonly number[]): string {
  const [before = ''] = readFileSync(PROXY, 'utf8').split(/^ {2}server one/m)
  const own = before
    .split('\n')
    .filter((line) => !/bind :443|redirect scheme|set-header X-Forwarded-For/.test(line))
    .join('\n')
  const servers = ports.map((one) => `  server s${one} 127.0.0.1:${one}`)
  return `${own.replace('bind :80', `bind 127.0.0.1:${port}`)}${servers.join('\n')}\n`
}

async function startProxy(folder: string, ports: readonly number[]) {
  const port = await freePort()
  const file = join(folder, 'haproxy.cfg')
  writeFileSync(file, proxySettings(port, ports))
  const child = spawn(process.env['HAPROXY'] ?? '', ['-db', '-f', file], { stdio: 'ignore' })
  child.once('error', () => {})
  const url = `http://127.0.0.1:${port}`
  const answers = () =>
    fetch(`${url}/livez`).then(
      ({ status }) => status === 404,
      () => false,
    )
  for (const until = Date.now() + READY_WITHIN_MS; !(await answers()); await pause(LOOK_EVERY_MS))
    if (child.exitCode !== null || child.pid === undefined || Date.now() > until)
      throw new Error('HAProxy did not start')
  return { url, child }
}

/** So many processes of the built folder on a database of their own, behind HAProxy where there are several. */
export async function startSite(main: string, gateway: Gateway, count: number) {
  const folder = mkdtempSync(join(tmpdir(), 'avouch-load-'))
  const database = await createDatabase()
  const master = makeMasterKeys()
  writeFileSync(join(folder, 'master.json'), JSON.stringify(master), { mode: 0o600 })
  writeFileSync(join(folder, 'sms.json'), JSON.stringify(ENDLESS_MONEY))
  const settings = {
    PATH: process.env['PATH'] ?? '',
    NODE_ENV: 'development',
    DATA_DIR: folder,
    MASTER_KEY_FILE: join(folder, 'master.json'),
    HOST: '127.0.0.1',
    TRUSTED_PROXIES: '127.0.0.1',
    DATABASE_URL: database.url,
    CAPTCHA: 'off',
    LIMITS_FACTOR: '1000',
    SMS_URL: `${gateway.url}/sms`,
    SMS_LIMITS_FILE: join(folder, 'sms.json'),
    SANDBOX_PROVIDER_URL: gateway.url,
    LOG_LEVEL: 'silent',
    DRAIN_SECONDS: String(DRAIN_SECONDS),
  }
  const ports: number[] = []
  while (ports.length < count) ports.push(await freePort())
  const running = new Map<number, ChildProcess>()

  async function start(port: number, program = main): Promise<void> {
    const env = { ...settings, PORT: String(port), PUBLIC_URL: 'http://product.test' }
    const child = spawn(process.execPath, [program], { env, stdio: ['ignore', 'ignore', 'inherit'] })
    running.set(port, child)
    await untilReady(`http://127.0.0.1:${port}`, child)
  }
  async function end(port: number, signal: NodeJS.Signals): Promise<number | null> {
    const child = running.get(port)
    if (child === undefined) return null
    const ended = once(child, 'exit')
    child.kill(signal)
    const [code] = (await ended) as [number | null]
    running.delete(port)
    return code
  }

  async function command(program: string, words: readonly string[]): Promise<number> {
    const stdio = ['ignore', 'ignore', 'inherit'] as const
    const child = spawn(process.execPath, [program, ...words], { env: settings, stdio: [...stdio] })
    const [code] = (await once(child, 'exit')) as [number]
    return code
  }

  for (const port of ports) await start(port)
  const proxy = count > 1 ? await startProxy(folder, ports) : undefined
  const sandbox = JSON.parse(readFileSync(join(folder, 'keys', 'sandbox.json'), 'utf8')) as Sandbox
  const people = createPeople(database.url, master)
  return {
    url: proxy?.url ?? `http://127.0.0.1:${ports[0]}`,
    ports,
    sandbox,
    people,
    processes: () => [...running.values()].map(({ pid }) => pid ?? 0),
    /** Restarts one politely, with another program where it is given. @returns its exit code */
    async restart(port: number, program?: string): Promise<number | null> {
      const code = await end(port, 'SIGTERM')
      await start(port, program)
      return code
    },
    async kill(port: number): Promise<void> {
      await end(port, 'SIGKILL')
      await start(port)
    },
    /** One command of the operator. @returns its exit code */
    operate: (...words: string[]) => command(main, words),
    migrate: (program: string) => command(program, ['migrations', 'run']),
    async stop() {
      for (const port of running.keys()) await end(port, 'SIGKILL')
      proxy?.child.kill('SIGKILL')
      await people.close()
      await database.drop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
export type Site = Awaited<ReturnType<typeof startSite>>
