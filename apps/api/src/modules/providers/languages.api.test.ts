import { type ChildProcess, execFile, execFileSync, spawn, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { freePort } from '#test/free-port.ts'
import { guide, snippet } from '#test/guide.ts'
import { useTestApi } from '#test/use-test-api.ts'

const ROOT = resolve(import.meta.dirname, '../../../../..')
const has = (command: string, ...args: string[]) => spawnSync(command, args, { stdio: 'ignore' }).status === 0
/** The first Python that has the package of the page, or any. */
const PYTHONS = ['python3', '/usr/bin/python3']
const withJwt = PYTHONS.find((python) => has(python, '-c', 'import jwt, cryptography'))
const python = withJwt ?? PYTHONS[0] ?? ''

type Language = {
  ending: string
  isHere: boolean
  needs: string
  /** True where it has what a verdict needs. */
  verifies: boolean
  /** Once for each file, before it runs. */
  build?: (file: string) => void
  command: (file: string) => string[]
  server?: (file: string, port: string) => string[]
}

const program = (file: string) => file.replace('.go', '')
const LANGUAGES: Language[] = [
  {
    ending: 'mjs',
    isHere: true,
    needs: '',
    verifies: true,
    command: (file) => [process.execPath, file],
  },
  {
    ending: 'py',
    isHere: has(python, '--version'),
    needs: 'Python',
    verifies: withJwt !== undefined,
    command: (file) => [python, file],
  },
  {
    ending: 'php',
    isHere: has('php', '--version'),
    needs: 'PHP',
    verifies: has('php', '-r', "exit(extension_loaded('openssl') ? 0 : 1);"),
    command: (file) => ['php', file],
    server: (file, port) => ['php', '-S', `127.0.0.1:${port}`, file],
  },
  {
    ending: 'go',
    isHere: has('go', 'version'),
    needs: 'Go',
    verifies: true,
    build: (file) => void execFileSync('go', ['build', '-o', program(file), file], { stdio: 'inherit' }),
    command: (file) => [program(file)],
  },
]

const the = useTestApi()
const site = { folder: '', id: 'languages', key: '', secret: '', port: '', url: '' }
const started: ChildProcess[] = []

/** Beside the installed packages, so that Node resolves the package as usual. */
function write(name: string): string {
  const file = join(site.folder, name)
  writeFileSync(file, snippet(name))
  return file
}

const settings = (more: Record<string, string> = {}) => ({
  ...process.env,
  AVOUCH_URL: the.api.baseUrl,
  AVOUCH_ID: site.id,
  AVOUCH_KEY: site.key,
  AVOUCH_WEBHOOK_SECRET: site.secret,
  SHOP_URL: site.url,
  PORT: site.port,
  ...more,
})

const builtFiles = new Set<string>()
/** Writes a file, and builds it if its language does that. */
function prepare({ build }: Language, name: string): string {
  const file = write(name)
  if (!builtFiles.has(name)) build?.(file)
  builtFiles.add(name)
  return file
}

async function run(language: Language, name: string, more?: Record<string, string>): Promise<string> {
  const file = prepare(language, name)
  const { command } = language
  const [first = '', ...args] = command(file)
  const { stdout } = await promisify(execFile)(first, args, { env: settings(more) })
  return stdout.trim()
}

/** Starts the server that receives events. @returns what it has printed so far */
async function receive(language: Language): Promise<() => string> {
  const { ending, command, server } = language
  const file = prepare(language, `webhook.${ending}`)
  const [first = '', ...args] = server?.(file, site.port) ?? command(file)
  const child = spawn(first, args, { env: settings(), stdio: ['ignore', 'pipe', 'pipe'] })
  started.push(child)
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (said += String(text)))
  // Any answer: some of the servers know one address alone, and one method.
  const isUp = () => fetch(site.url).then(({ body }) => body?.cancel())
  await vi.waitFor(isUp, { timeout: 60_000, interval: 100 })
  return () => said
}

async function end(child: ChildProcess | undefined): Promise<void> {
  if (child === undefined || child.exitCode !== null) return
  await new Promise((done) => {
    child.once('exit', done)
    child.kill('SIGKILL')
  })
}

async function call(path: string, body?: object, headers: Record<string, string> = {}) {
  const answer = await fetch(the.api.baseUrl + path, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${site.key}`, 'content-type': 'application/json', ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  return (await answer.json()) as { id: string; url: string; verdict: string }
}

beforeAll(async () => {
  const cache = join(ROOT, 'node_modules/.cache')
  mkdirSync(cache, { recursive: true })
  site.folder = mkdtempSync(join(cache, 'languages-'))
  site.port = String(await freePort())
  site.url = `http://localhost:${site.port}`
  // The code takes one address of the product, as websites do.
  the.api.settings['PUBLIC_URL'] = the.api.baseUrl
  await the.api.restart()
  const operate = async (...words: string[]) => (await the.api.operate('provider', ...words)).at(-1) ?? ''
  await operate('create', site.id, 'The shop')
  await operate('redirect', 'add', site.id, `${site.url}/back`)
  site.secret = await operate('webhook', 'set', site.id, `${site.url}/webhooks/avouch`)
  site.key = await operate('key', 'create', site.id, '--test')
})
afterAll(async () => {
  for (const child of started) await end(child)
  if (site.folder !== '') rmSync(site.folder, { recursive: true, force: true })
})

function tryCode(language: Language) {
  const { ending, verifies, needs } = language

  test("The guide's code in a language creates an intent, once for each visit, and reads its answer [DOCS-05]", async () => {
    const [id = '', url] = (await run(language, `create.${ending}`)).split(' ')
    expect(url).toMatch(/\/\?mintid=/)
    expect((await run(language, `create.${ending}`)).split(' ')[0]).toBe(id)
    expect(await run(language, `status.${ending}`, { INTENT: id })).toMatch(/^created/)
    const other = await call('/provider/v1/intents', { redirect_uri: `${site.url}/back` })
    await call(`/provider/v1/test/intents/${other.id}/answer`, { result: 'no' })
    expect(await run(language, `status.${ending}`, { INTENT: other.id })).toBe('denied no')
  })

  test("The guide's code in a language takes a signed event, but no forged one and none of an hour ago [DOCS-05 X-10]", async () => {
    const said = await receive(language)
    try {
      const { id } = await call('/provider/v1/intents', { redirect_uri: `${site.url}/back` })
      await call(`/provider/v1/test/intents/${id}/answer`, { result: 'yes' })
      await expect.poll(said).toContain(`${id} yes`)
      const post = (headers: Record<string, string>) =>
        fetch(`${site.url}/webhooks/avouch`, { method: 'POST', body: '{}', headers })
      const old = String(Math.floor(Date.now() / 1_000) - 3_600)
      for (const sent of [String(Math.floor(Date.now() / 1_000)), old, '']) {
        const forged = { 'webhook-id': 'evt_1', 'webhook-timestamp': sent, 'webhook-signature': 'v1,AAAA' }
        expect((await post(forged)).status).toBe(401)
      }
      expect((await post({})).status).toBe(401)
    } finally {
      await end(started.pop())
    }
  })

  test.skipIf(!verifies)(
    "The guide's code in a language verifies a verdict, and none that is altered or for another [DOCS-05 X-10]",
    { meta: { needs: `${needs} with a library for verdicts` } },
    async () => {
      const { id } = await call('/provider/v1/intents', { redirect_uri: `${site.url}/back` })
      const { verdict } = await call(`/provider/v1/test/intents/${id}/answer`, { result: 'yes' })
      const name = `verdict.${ending}`
      expect((await run(language, name, { INTENT: id, VERDICT: verdict })).toLowerCase()).toBe('yes false')
      const [head = '', body = '', signature = ''] = verdict.split('.')
      const claims = JSON.parse(Buffer.from(body, 'base64url').toString()) as object
      const better = Buffer.from(JSON.stringify({ ...claims, live: true })).toString('base64url')
      const altered = [head, better, signature].join('.')
      for (const more of [
        { VERDICT: altered },
        { VERDICT: verdict, INTENT: 'another' },
        { VERDICT: verdict, AVOUCH_ID: 'another' },
        { VERDICT: verdict.slice(0, -4) },
      ])
        await expect(run(language, name, { INTENT: id, ...more })).rejects.toThrow('Command failed')
    },
  )
}
for (const language of LANGUAGES)
  describe.skipIf(!language.isHere)(`the code for .${language.ending}`, { meta: { needs: language.needs } }, () => {
    tryCode(language)
  })

test('Every language of the guide has every piece of code [DOCS-05]', () => {
  const pieces = ['create', 'status', 'webhook', 'verdict']
  const wanted = pieces.flatMap((piece) => LANGUAGES.map(({ ending }) => `${piece}.${ending}`))
  expect(wanted.filter((name) => !guide.has(name))).toEqual([])
})
