import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { type AddressInfo, createServer as createSocketServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createDatabase } from '../support/create-database.ts'
import { createTestClient } from '../support/test-client.ts'

const PIN = '2580'

async function freePort(): Promise<number> {
  const server = createSocketServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  return port
}

/** A gateway that keeps the newest code of each number. */
async function startGateway() {
  const codes = new Map<string, string>()
  const server = createServer((request, response) => {
    let text = ''
    request.setEncoding('utf8').on('data', (part: string) => (text += part))
    request.on('end', () => {
      const { to, text: words } = JSON.parse(text) as { to: string; text: string }
      codes.set(to, /^[0-9]{6}/.exec(words)?.[0] ?? '')
      response.writeHead(202).end('{}')
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/`, codes, close: () => server.close() }
}

async function start(file: string, port: number, env: Record<string, string>, path: string) {
  const child: ChildProcess = spawn(process.execPath, [file], {
    env: { ...process.env, ...env, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const url = `http://127.0.0.1:${port}`
  const from = performance.now()
  while (
    !(await fetch(url + path).then(
      () => true,
      () => false,
    ))
  ) {
    if (child.exitCode !== null) throw new Error(`${file} ended with ${child.exitCode}`)
    await sleep(20)
  }
  return { url, pid: child.pid ?? 0, child, readyAfterMs: Math.round(performance.now() - from) }
}

/** The built product and the floor beside it, each with a database of its own on the same server. */
export async function startWorld() {
  const dataDir = mkdtempSync(join(tmpdir(), 'avouch-bench-'))
  const [ours, theirs] = [await createDatabase(), await createDatabase()]
  const gateway = await startGateway()
  const settings = {
    NODE_ENV: 'development',
    DATA_DIR: dataDir,
    DATABASE_URL: ours.url,
    HOST: '127.0.0.1',
    CAPTCHA: 'off',
    LIMITS_FACTOR: '1000',
    SMS_URL: gateway.url,
    LOG_LEVEL: 'silent',
    WEB_DIR: join(dataDir, 'none'),
    ARGON2_MEMORY_KIB: '19456',
    ARGON2_PASSES: '2',
  }
  const product = await start(resolve(import.meta.dirname, '../../dist/main.js'), await freePort(), settings, '/livez')
  const floor = await start(
    resolve(import.meta.dirname, 'floor.ts'),
    await freePort(),
    { DATABASE_URL: theirs.url },
    '/poll',
  )
  const client = createTestClient(product.url, () => '203.0.113.7', { saw: () => {} })

  /** A confirmed account with a session. */
  async function account(n: number) {
    const number = `+49151${String(10_000_000 + n)}`
    const phone = number.slice(1)
    const more = { language: 'en', data_collection_consent: false } as const
    await client('signup', { body: { phone, password: PIN, ...more } })
    const granted = await client('token', { body: { grant_type: 'password', username: phone, password: PIN } })
    const bearer = granted.data.access_token
    const { data } = await client('resendCode', { body: {} }, { bearer })
    const code = gateway.codes.get(number) ?? ''
    const tokens = await client('verifyCode', { body: { pinId: data.pinId ?? '', code } }, { bearer })
    return { phone, tokens: tokens.data }
  }

  return {
    product,
    floor,
    account,
    pin: PIN,
    async stop() {
      for (const { child } of [product, floor]) {
        child.kill('SIGTERM')
        await once(child, 'exit')
      }
      gateway.close()
      for (const { drop } of [ours, theirs]) await drop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
