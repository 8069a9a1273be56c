import { execa } from 'execa'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { read } from '../check/tree.mjs'
import { inRoot, PATH_WITH_TOOLS } from '../setup/paths.mjs'
import { freePorts } from '../setup/ports.mjs'
import { startPostgres } from '../setup/postgres.mjs'
import { PORT_NAMES } from '../setup/settings.mjs'
import { TempResources } from '../setup/temp-resources.mjs'
import { inStage, listIn, makeImage, runIn, stepsOf } from './image.mjs'

/** @typedef {Record<string, any>} Yaml */
/** @typedef {{ kill: (signal: NodeJS.Signals) => boolean } & Promise<{ exitCode?: number | undefined, all?: string | undefined }>} Running */

/** Optimising the code of the embedded engine takes longer than it saves. */
const EMBEDDED_ENGINE = ['--liftoff-only']
const [DOCKERFILE, CONTAINERFILE] = ['Dockerfile', 'deploy/Containerfile']
const UP = { timeout: 240_000, interval: 500 }
const folder = mkdtempSync(join(tmpdir(), 'avouch-images-'))
// Users of the images pass through it.
chmodSync(folder, 0o755)
/** @type {Running[]} */
let started = []
afterEach(async () => {
  for (const child of started) child.kill('SIGKILL')
  await Promise.all(started)
  started = []
})
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))

/** @param {string} file @param {string} word */
const textsOf = (file, word) => stepsOf(file).flatMap((step) => (step.word === word ? [step.text] : []))
/** @param {string} name @returns {Yaml[]} */
const manifestsIn = (name) => parseAllDocuments(read(`deploy/kubernetes/${name}`)).map((one) => one.toJS())
/** @type {Yaml} */
const { services } = parse(read('deploy/compose.yml'), { merge: true })
const [entrypoint = ''] = textsOf(CONTAINERFILE, 'ENTRYPOINT')
const [healthcheck = ''] = textsOf(CONTAINERFILE, 'HEALTHCHECK')
const ofJob = manifestsIn('migrations.yaml')[0]?.['spec'].template.spec.containers[0].args
/** @param {string} name */
const ofUnit = (name) =>
  (new RegExp(`^${name}=(.*)$`, 'm').exec(read('deploy/systemd/avouch@.service'))?.[1] ?? '')
    .match(/"[^"]*"|\S+/g)
    ?.map((word) => word.replaceAll('"', ''))

/** The example's settings, with what it leaves to fill in; keys are made as install.md says. @param {string} keys */
const settingsWith = (keys) => ({
  ...parseEnv(read('deploy/avouch.env')),
  IDENTITY_CALLBACK_SECRET: `whsec_${Buffer.alloc(32, 7).toString('base64')}`,
  IDENTITY_TOKEN: 'a-token-for-the-identity-check',
  SMS_TOKEN: 'a-token-of-the-gateway',
  MASTER_KEY_FILE: join(keys, 'master.json'),
  SIGNING_KEYS_FILE: join(keys, 'signing.json'),
  OIDC: 'on',
  OIDC_KEYS_FILE: join(keys, 'oidc.json'),
})
const KEYS = [
  ['keys', 'create', '--file', 'master.json'],
  ['signing-key', 'create', '--file', 'signing.json'],
  ['oidc-key', 'create', '--file', 'oidc.json'],
]

/** @param {number | undefined} port @param {string} [path] */
const answers = (port, path = '/') =>
  fetch(`http://localhost:${port}${path}`, { signal: AbortSignal.timeout(2_000) }).then(
    ({ ok }) => ok,
    () => false,
  )

test('Each command of ours that images, compose files, Kubernetes and systemd name runs in the built tree [OPS-57 OPS-01]', async () => {
  const [port = 0] = await freePorts(1)
  const keys = join(folder, 'keys')
  mkdirSync(keys)
  const settings = {
    ...settingsWith(keys),
    DATABASE_URL: '',
    EMBEDDED_IN_PRODUCTION: 'true',
    DATA_DIR: join(folder, 'data'),
    HOST: '127.0.0.1',
    PORT: String(port),
    DRAIN_SECONDS: '0',
  }
  /** @param {string[]} words @param {{ cwd?: string, env?: Record<string, string | undefined> }} [options] */
  const run = ([program = '', ...args], { cwd = inRoot(), env = settings } = {}) => {
    const words = args.map((word) => word.replace('/opt/avouch/avouch.js', inRoot('apps/api/dist/main.js')))
    const options = { cwd, env: { PATH: PATH_WITH_TOOLS, ...env }, all: true, reject: false }
    if (!/^(?:\/usr\/bin\/)?node$/.test(program)) return execa(program, words, options)
    return execa(process.execPath, [...EMBEDDED_ENGINE, ...words], options)
  }
  /** @param {string[]} words @param {Parameters<typeof run>[1]} [options] */
  const succeeds = async (words, options) => {
    const { exitCode, all } = await run(words, options)
    expect([words.join(' '), exitCode, all]).toEqual([words.join(' '), 0, expect.anything()])
  }
  const ours = textsOf(DOCKERFILE, 'RUN').flatMap((text) => text.split('&&').filter((part) => /avouch/.test(part)))
  const listed = textsOf(CONTAINERFILE, 'RUN').filter((text) => text.startsWith('['))
  expect([ours.length, listed.length]).toEqual([1, 1])
  for (const text of ours) await succeeds(['sh', '-ec', text])
  for (const text of listed) await succeeds(listIn(text))
  // Compares it with what the tests of npm start run.
  expect(textsOf(DOCKERFILE, 'CMD').map(listIn)).toEqual([['node', 'tools/run.mjs', 'start']])
  // Before there are settings.
  for (const words of KEYS) await succeeds([...listIn(entrypoint), ...words], { cwd: keys, env: {} })
  expect(services['migrate'].command).toEqual(ofJob)
  await succeeds([...listIn(entrypoint), ...ofJob])

  expect(ofUnit('ExecStart')).toEqual(['/usr/bin/node', ...listIn(entrypoint).slice(1)])
  const server = run(listIn(entrypoint))
  started.push(server)
  const waits = ofUnit('ExecStartPost')?.map((word) => word.replaceAll('%i', String(port))) ?? []
  await succeeds(waits)
  await succeeds(listIn(healthcheck))
  expect(await answers(port, '/oidc/.well-known/openid-configuration')).toBe(true)
  server.kill('SIGTERM')
  expect((await server).exitCode).toBe(0)
  expect((await run(listIn(healthcheck))).exitCode).toBe(1)
})

test('The pods’ first container copies the two key files so that their owner alone may read them [OPS-45]', async () => {
  const [[program, ...args]] = manifestsIn('keys.yaml').map(({ spec }) => spec.template.spec.initContainers[0].command)
  const run = join(folder, 'run')
  for (const name of ['secret-keys', 'keys']) mkdirSync(join(run, name), { recursive: true })
  for (const name of ['master.json', 'signing.json'])
    writeFileSync(join(run, 'secret-keys', name), '{}', { mode: 0o644 })
  await execa(
    program,
    args.map((/** @type {string} */ word) => word.replaceAll('/run/', `${run}/`)),
  )
  const modes = ['master.json', 'signing.json'].map((name) => statSync(join(run, 'keys', name)).mode & 0o777)
  expect(modes).toEqual([0o600, 0o600])
})

const byNight = process.env['SOAK'] === '1' && process.getuid?.() === 0
/** @param {string} text */
const say = (text) => process.stdout.write(`${text}\n`)
/** @param {import('./image.mjs').Image} image @param {string[]} words @param {Record<string, string>} env @returns {Running} */
function start(image, words, env) {
  const child = runIn(image, words, env)
  started.push(child)
  return child
}

/** @param {Running} child @param {() => Promise<boolean>} isUp */
async function untilUp(child, isUp) {
  let hasEnded = false
  void child.then(() => (hasEnded = true))
  await vi.waitUntil(async () => hasEnded || (await isUp()), UP).catch(() => child.kill('SIGKILL'))
  if (!(await isUp())) expect.fail(`It does not answer:\n${(await child).all}`)
}

test.skipIf(!byNight)(
  'Every step of the Dockerfile runs in an empty folder, and then product and sandbox answer on their ports [OPS-01]',
  async () => {
    const image = await makeImage(DOCKERFILE, join(folder, 'demonstration'), {}, say)
    const ports = await freePorts(PORT_NAMES.length)
    const env = Object.fromEntries(PORT_NAMES.map((name, index) => [name, String(ports[index])]))
    const from = performance.now()
    const child = start(image, image.command, env)
    const areUp = async () => (await Promise.all(ports.map((port) => answers(port)))).every(Boolean)
    await untilUp(child, areUp)
    expect(await answers(ports[1], '/start')).toBe(true)
    say(`All ${ports.length} ports answer after ${((performance.now() - from) / 1000).toFixed(1)} s`)
    child.kill('SIGTERM')
    expect((await child).exitCode).toBe(0)
    expect(statSync(join(inStage(image, '/src'), '.data')).isDirectory()).toBe(true)
  },
  1_200_000,
)

test.skipIf(!byNight)(
  'Every step of deploy/Containerfile runs in an empty folder, then migrations run, and the product is healthy until it is stopped [OPS-40 OPS-45]',
  async () => {
    const args = { BUILD_COMMIT: '0123456789ab' }
    const image = await makeImage(CONTAINERFILE, join(folder, 'production'), args, say)
    const resources = new TempResources()
    try {
      const DATABASE_URL = await startPostgres(resources, { waitsForDisk: false })
      const [port = 0] = await freePorts(1)
      const keys = join(folder, 'mounted')
      // Pages are for the host of this address.
      const env = {
        ...settingsWith(keys),
        PUBLIC_URL: 'https://localhost',
        DATABASE_URL,
        PORT: String(port),
        DRAIN_SECONDS: '0',
      }
      mkdirSync(keys)
      chmodSync(keys, 0o777)
      const commands = [...KEYS.map((words) => [...words.slice(0, -1), join(keys, words.at(-1) ?? '')]), ofJob]
      for (const words of commands) {
        const { exitCode, all } = await runIn(image, [...image.entrypoint, ...words], words === ofJob ? env : {})
        expect([words, exitCode, all]).toEqual([words, 0, expect.anything()])
      }
      const from = performance.now()
      const child = start(image, image.entrypoint, env)
      const isHealthy = async () => (await runIn(image, image.healthcheck, env)).exitCode === 0
      await untilUp(child, isHealthy)
      say(`Healthy after ${((performance.now() - from) / 1000).toFixed(1)} s`)
      for (const path of ['/', '/auth/register', '/livez']) expect(await answers(port, path)).toBe(true)
      child.kill(/** @type {NodeJS.Signals} */ (image.stopSignal))
      expect((await child).exitCode).toBe(0)
      expect(await isHealthy()).toBe(false)
    } finally {
      await resources.close()
    }
  },
  1_200_000,
)
