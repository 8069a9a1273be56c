import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '../support/free-port.ts'
import type { startPartnerWorld } from '../support/partner-world.ts'
import { createProduction, type Running, secretFile } from '../support/production.ts'

const PROXY = resolve(import.meta.dirname, '../../../../deploy/proxies/haproxy.cfg')

export type World = Awaited<ReturnType<typeof startPartnerWorld>>
type Sandbox = { provider: { apiKey: string } }

/** Runs the example of `deploy/` in front of these ports, without TLS, and with the addresses that the driver gives its visitors. */
async function startProxy(folder: string, url: URL, ports: readonly number[]): Promise<ChildProcess> {
  const file = join(folder, 'haproxy.cfg')
  const [example = ''] = readFileSync(PROXY, 'utf8').split(/^ {2}server one/m)
  const own = example
    .replace('bind :80', `bind ${url.host}`)
    .replaceAll(/.*(?:bind :443|redirect scheme|set-header X-Forwarded-For).*\n/g, '')
  writeFileSync(file, `${own}${ports.map((one) => `  server s${one} 127.0.0.1:${one}\n`).join('')}`)
  const child = spawn(process.env['HAPROXY'] ?? '', ['-db', '-f', file], { stdio: 'ignore' })
  while ((await fetch(new URL('/livez', url)).catch(() => undefined))?.status !== 404) {
    if (child.exitCode !== null) throw new Error('HAProxy did not start')
    await pause(50)
  }
  return child
}

/** Starts processes of a program on a database of their own, behind HAProxy where there are several. */
export async function startSite(world: World, main: string, count = 1) {
  const free = new Set<number>()
  while (free.size < count + 1) free.add(await freePort())
  const [front, ...ports] = free
  const url = `http://127.0.0.1:${count > 1 ? front : ports[0]}`
  const plain = { NODE_ENV: 'development', CAPTCHA: 'off', WEB_DIR: '', LIMITS_FACTOR: '1000', LOG_LEVEL: 'silent' }
  const settings = {
    ...plain,
    PUBLIC_URL: url,
    TRUSTED_PROXIES: '127.0.0.1',
    SMS_URL: `${world.url}/sms`,
    SMS_LIMITS_FILE: secretFile({ centsPerDay: 1_000_000_000 }),
    SANDBOX_PROVIDER_URL: world.url,
    IDENTITY_CALLBACK_SECRET: `whsec_${randomBytes(32).toString('base64')}`,
    DRAIN_SECONDS: '4',
  }
  const production = await createProduction(settings, { main })
  const folder = production.settings.DATA_DIR
  const running = new Map<number, Running>()
  const start = async (port: number, program = main) =>
    void running.set(port, await production.start({ PORT: String(port), PROGRAM: program }))
  for (const port of ports) await start(port)
  const proxy = count > 1 ? await startProxy(folder, new URL(url), ports) : undefined
  return {
    url,
    ports,
    callbackSecret: settings.IDENTITY_CALLBACK_SECRET,
    /** The API key of the sandbox's website. */
    apiKey: () => (JSON.parse(readFileSync(join(folder, 'keys', 'sandbox.json'), 'utf8')) as Sandbox).provider.apiKey,
    processes: () => [...running.values()].map(({ child }) => child.pid ?? 0),
    /** Ends a process, and starts one in its place, of another program where it is given. @returns the exit code */
    async restart(port: number, signal: NodeJS.Signals, program?: string): Promise<number | null> {
      const before = running.get(port)
      before?.child.kill(signal)
      const code = (await before?.ended) ?? null
      await start(port, program)
      return code
    },
    /** One command of the operator. @returns its exit code */
    operate: async (words: readonly string[], program = main) =>
      (await production.run({ PROGRAM: program }, ...words)).code,
    async stop() {
      proxy?.kill('SIGKILL')
      await production[Symbol.asyncDispose]()
    },
  }
}
export type Site = Awaited<ReturnType<typeof startSite>>
