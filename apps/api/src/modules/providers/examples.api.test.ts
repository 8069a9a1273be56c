import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { freePort } from '#test/free-port.ts'
import { useTestApi } from '#test/use-test-api.ts'

const ROOT = resolve(import.meta.dirname, '../../../../..')
const succeeds = (command: string, ...args: string[]) => spawnSync(command, args, { stdio: 'ignore' }).status === 0
const hasPackage = (example: string, name: string) =>
  [join(ROOT, 'examples', example), ROOT].some((folder) => existsSync(join(folder, 'node_modules', name)))

type Example = {
  folder: string
  command: (port: string) => string[]
  needs: string
  isHere: boolean
  webhook?: boolean
}

const EXAMPLES: Example[] = [
  {
    folder: 'express',
    command: () => [process.execPath, 'server.mjs'],
    needs: 'express',
    isHere: hasPackage('express', 'express'),
  },
  {
    folder: 'fastify',
    command: () => [process.execPath, 'server.mjs'],
    needs: 'fastify',
    isHere: hasPackage('fastify', 'fastify'),
  },
  {
    folder: 'nextjs',
    command: (port) => [process.execPath, 'node_modules/next/dist/bin/next', 'start', '-p', port],
    needs: 'next, installed and built',
    isHere: existsSync(join(ROOT, 'examples/nextjs/.next/BUILD_ID')),
  },
  {
    folder: 'flask',
    command: () => ['python3', 'app.py'],
    needs: 'Flask',
    isHere: succeeds('python3', '-c', 'import flask'),
  },
  {
    folder: 'php',
    command: (port) => ['php', '-S', `127.0.0.1:${port}`, 'index.php'],
    needs: 'PHP',
    isHere: succeeds('php', '--version'),
    webhook: false,
  },
]

const cookieOf = (answer: Response) => answer.headers.getSetCookie()[0]?.split(';')[0] ?? ''

const the = useTestApi()

function tryExample({ folder, command, webhook = true }: Example) {
  const shop = { url: '', key: '', process: undefined as ChildProcess | undefined }

  beforeAll(async () => {
    const port = String(await freePort())
    shop.url = `http://127.0.0.1:${port}`
    const operate = async (...words: string[]) => (await the.api.operate('provider', ...words)).at(-1) ?? ''
    await operate('create', folder, 'The shop')
    await operate('redirect', 'add', folder, `${shop.url}/back`)
    const secret = webhook ? await operate('webhook', 'set', folder, `${shop.url}/webhooks/avouch`) : ''
    shop.key = await operate('key', 'create', folder, '--test')
    const [program = '', ...args] = command(port)
    shop.process = spawn(program, args, {
      cwd: join(ROOT, 'examples', folder),
      stdio: 'ignore',
      env: {
        ...process.env,
        NODE_ENV: 'production',
        AVOUCH_URL: 'http://product.test',
        AVOUCH_API_URL: the.api.baseUrl,
        AVOUCH_ID: folder,
        AVOUCH_KEY: shop.key,
        AVOUCH_WEBHOOK_SECRET: secret,
        SHOP_URL: shop.url,
        PORT: port,
      },
    })
    await vi.waitFor(() => fetch(shop.url), { timeout: 60_000, interval: 100 })
  })
  afterAll(() => shop.process?.kill())

  const call = async (path: string, body?: object) => {
    const answer = await fetch(the.api.baseUrl + path, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization: `Bearer ${shop.key}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    return (await answer.json()) as { data: { id: string; reference: string }[] }
  }
  /** A visitor presses the button. */
  async function ask() {
    const asked = await fetch(`${shop.url}/age-check`, { method: 'POST', redirect: 'manual' })
    expect([asked.status, asked.headers.get('location')]).toEqual([
      303,
      expect.stringMatching(/^http:\/\/product\.test\/\?mintid=[\w-]+&lng=en$/),
    ])
    const [newest] = (await call('/provider/v1/intents?limit=1')).data
    return { cookie: cookieOf(asked), intent: newest?.id ?? '' }
  }
  const look = async (cookie: string) => (await fetch(`${shop.url}/back`, { headers: { cookie } })).text()

  test.each([
    ['yes', 'The film'],
    ['no', 'This film is for adults.'],
  ])(
    'An example website acts on the answer %s for its own visitor, and for no other [DOCS-05]',
    async (result, page) => {
      const { cookie, intent } = await ask()
      expect(await look(cookie)).toContain('<form')
      await call(`/provider/v1/test/intents/${intent}/answer`, { result })
      await expect.poll(() => look(cookie)).toContain(page)
      expect(await look((await ask()).cookie)).toContain('<form')
    },
  )

  test.runIf(webhook)('An example website refuses a forged webhook [DOCS-05 X-10]', async () => {
    const forged = await fetch(`${shop.url}/webhooks/avouch`, { method: 'POST', body: '{}' })
    expect(forged.status).toBe(401)
  })
}
for (const example of EXAMPLES) {
  const { folder, needs, isHere } = example
  describe.skipIf(!isHere)(`examples/${folder}`, isHere ? {} : { meta: { needs } }, () => {
    tryExample(example)
  })
}
