import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { Worker } from 'node:worker_threads'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { digits, GOOD_PIN, newNumber } from './support/builders.ts'
import { startPartnerWorld } from './support/partner-world.ts'
import { createProduction, type Production } from './support/production.ts'
import { createTestClient } from './support/test-client.ts'

const ROOT = resolve(import.meta.dirname, '../../..')
const RUN = join(ROOT, 'tools/run.mjs')
type Json = Record<string, unknown>

const parent = mkdtempSync(join(tmpdir(), 'avouch-release-'))
const folder = join(parent, 'elsewhere')
const read = (file: string) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as Json
let world: Awaited<ReturnType<typeof startPartnerWorld>>
let site: Production

beforeAll(async () => {
  const built = join(parent, 'built')
  const env = { ...process.env, BUILD_COMMIT: '0123456789ab' }
  await promisify(execFile)(process.execPath, [RUN, 'build', '--out', built], { env })
  // It is not used where it was built.
  renameSync(built, folder)
  world = await startPartnerWorld({})
  const settings = {
    SMS_URL: `${world.url}/sms`,
    CAPTCHA: 'off',
    WEB_DIR: '',
    API_REFERENCE: 'on',
    MIGRATE_AT_START: 'false',
  }
  site = await createProduction({ ...settings, DRAIN_SECONDS: '0' }, { main: join(folder, 'avouch.js') })
})
afterAll(async () => {
  await site[Symbol.asyncDispose]()
  await world.close()
  rmSync(parent, { recursive: true, force: true })
})

const clientOf = (baseUrl: string) => createTestClient(baseUrl, () => '127.0.0.1', { saw: () => {} })
const me = (baseUrl: string, bearer: string) => clientOf(baseUrl)('me', {}, { bearer })

/** Enters the code of a sign-up, or of a log-in. @returns the session's access token */
async function confirm(baseUrl: string, number: string, seen = world.sentTo(number).length): Promise<string> {
  const client = clientOf(baseUrl)
  const body = { grant_type: 'password', username: digits(number), password: GOOD_PIN } as const
  const bearer = (await client('token', { body })).data.access_token
  const { pinId } = (await client('resendCode', { body: {} }, { bearer })).data
  await world.until(() => world.sentTo(number).length > seen)
  const session = await client('verifyCode', { body: { pinId, code: world.codeFor(number) } }, { bearer })
  return session.data.access_token
}

async function signUp(baseUrl: string) {
  const number = newNumber()
  const body = { phone: digits(number), password: GOOD_PIN, language: 'de', data_collection_consent: false } as const
  await clientOf(baseUrl)('signup', { body })
  return { number, bearer: await confirm(baseUrl, number, 0) }
}

test('The built folder has what it needs, and nothing more: no packages but native ones, no source maps [OPS-40]', () => {
  expect(readdirSync(join(folder, 'node_modules'))).toEqual(['@node-rs'])
  expect(readdirSync(join(folder, 'server'))).toEqual(['list-worker.cjs', 'main.cjs'])
  const { version, commit, engines } = read('package.json')
  expect(version).toMatch(/^\d+\.\d+\.\d+$/)
  expect([commit, engines]).toEqual(['0123456789ab', { node: `>=${process.versions.node}`, npm: '>=10' }])
  expect(existsSync(join(folder, 'LICENSE'))).toBe(true)
})

test('The built folder reads trusted lists in a thread of its own [OPS-40 TRUST-08]', async () => {
  const workerData = { format: 'xml', text: '<list/>', pins: [] }
  const [said] = (await once(
    new Worker(join(folder, 'server', 'list-worker.cjs'), { workerData }),
    'message',
  )) as unknown[]
  expect(said).toEqual({ problem: '0 elements Signature' })
})

test('The built folder lists the packages of others that are in it, with the texts of their licences [OPS-40]', () => {
  const { components } = read('sbom.json') as { components: { name: string; licenses: Json[] }[] }
  const names = components.map(({ name }) => name)
  expect(names).toEqual(expect.arrayContaining(['fastify', 'pg', '@node-rs/argon2', 'react', 'zod']))
  for (const absent of ['vitest', '@electric-sql/pglite', '@11ty/eleventy']) expect(names).not.toContain(absent)
  expect(components.filter(({ licenses }) => JSON.stringify(licenses).includes('UNKNOWN'))).toEqual([])
  const licences = readFileSync(join(folder, 'LICENSES.txt'), 'utf8')
  expect(names.filter((name) => !licences.includes(`${name} `))).toEqual([])
})

test('The built folder, copied to an empty place, migrates, serves a sign-up, runs commands and stops with 0 [OPS-40 DOCS-01]', async () => {
  const refused = await site.run()
  expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('migrations run')])
  const unsaid = await site.run({ NODE_ENV: '', MASTER_KEY_FILE: '' })
  expect(unsaid.err).toBe('Production needs the setting MASTER_KEY_FILE.')
  const migrated = await site.run({}, 'migrations', 'run')
  expect([migrated.code, migrated.err]).toEqual([0, ''])

  const running = await site.start()
  const page = await fetch(`${running.baseUrl}/auth/register`, { headers: { accept: 'text/html' } })
  const html = await page.text()
  expect([page.status, html]).toEqual([200, expect.stringContaining('<h1')])
  const [script = ''] = /\/assets\/[^"]+\.js/.exec(html) ?? []
  expect((await fetch(running.baseUrl + script)).status).toBe(200)
  expect(await (await fetch(`${running.baseUrl}/docs/`)).text()).toContain('<h1>For websites</h1>')

  const { bearer } = await signUp(running.baseUrl)
  expect((await me(running.baseUrl, bearer)).data).toMatchObject({ language: 'de' })

  expect((await site.run({}, 'audit', 'verify')).code).toBe(0)
  running.child.kill('SIGTERM')
  expect(await running.ended).toBe(0)
})

/** Builds the release before from its commit. @returns its program */
async function buildBefore(): Promise<string> {
  const releases = JSON.parse(readFileSync(join(ROOT, 'tools/releases.json'), 'utf8')) as { commit: string }[]
  const commit = releases.at(-1)?.commit ?? ''
  const source = join(parent, 'before-source')
  const exec = promisify(execFile)
  await exec('git', ['clone', '--quiet', '--shared', '--no-checkout', ROOT, source])
  await exec('git', ['checkout', '--quiet', commit], { cwd: source })
  await exec('npm', ['ci', '--no-audit', '--no-fund', '--prefer-offline'], { cwd: source })
  const out = join(parent, 'before')
  await exec(process.execPath, [join(source, 'tools/run.mjs'), 'build', '--out', out], { cwd: source })
  return join(out, 'avouch.js')
}

// Installs and builds another version first.
test('The release before is upgraded while it serves, keeps its people and sessions, and can go back [OPS-61 OPS-18]', async () => {
  const before = await buildBefore()
  const settings = {
    SMS_URL: `${world.url}/sms`,
    CAPTCHA: 'off',
    MIGRATE_AT_START: 'false',
    DRAIN_SECONDS: '0',
    WEB_DIR: '',
  }
  await using old = await createProduction(settings, { main: before })
  expect(await old.run({}, 'migrations', 'run')).toMatchObject({ code: 0, err: '' })
  const first = await old.start()
  const visitor = await signUp(first.baseUrl)

  const PROGRAM = join(folder, 'avouch.js')
  expect(await old.run({ PROGRAM }, 'migrations', 'run')).toMatchObject({ code: 0, err: '' })
  const meanwhile = await signUp(first.baseUrl)
  const next = await old.start({ PROGRAM })
  for (const { bearer } of [visitor, meanwhile])
    for (const { baseUrl } of [first, next]) expect((await me(baseUrl, bearer)).data).toMatchObject({ language: 'de' })
  first.child.kill('SIGTERM')
  expect(await first.ended).toBe(0)
  const body = { phone: digits(visitor.number), pin: GOOD_PIN }
  const again = await clientOf(next.baseUrl)('prelogin', { body })
  expect(again.status).toBe(200)

  const back = await old.start()
  expect((await me(back.baseUrl, visitor.bearer)).data).toMatchObject({ language: 'de' })
  expect((await old.run({ PROGRAM }, 'audit', 'verify')).code).toBe(0)
}, 600_000)
