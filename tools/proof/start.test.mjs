import { execa } from 'execa'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { callHolder } from '#folder-lock'
import { inRoot, PATH_OF_MACHINE } from '../setup/paths.mjs'
import { freePorts } from '../setup/ports.mjs'
import { PORT_NAMES } from '../setup/settings.mjs'

const UP = { timeout: 120_000 }
const DOWN = { timeout: 45_000 }
const RUN = inRoot('tools', 'run.mjs')

const folder = mkdtempSync(join(tmpdir(), 'avouch-start-'))
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
const DATA_DIR = join(folder, 'data')
const ports = await freePorts(PORT_NAMES.length)
const env = { DATA_DIR, ...Object.fromEntries(PORT_NAMES.map((name, index) => [name, String(ports[index])])) }

/** @typedef {{ child: { kill: (signal: NodeJS.Signals) => boolean }, output: string, exited: Promise<number | undefined> }} Running */
/** @type {Running[]} */
let started = []

/** Ends whatever was started since the last time. */
async function endAll() {
  for (const { child, exited } of started) {
    child.kill('SIGKILL')
    await exited
  }
  started = []
  await untilDown()
}

/** @param {string} program @param {string[]} args @param {Record<string, string>} more @returns {Running} */
function follow(program, args, more) {
  const child = execa(program, args, {
    cwd: folder,
    env: { ...env, ...more },
    stdin: 'ignore',
    all: true,
    reject: false,
  })
  const running = { child, output: '', exited: child.then(({ exitCode }) => exitCode) }
  child.all.setEncoding('utf8').on('data', (/** @type {string} */ text) => (running.output += text))
  started.push(running)
  return running
}

/** @param {Record<string, string>} [more] */
const start = (more = {}) => follow(process.execPath, [RUN, 'start'], more)

const OLD_NODE = 'Object.defineProperty(process,`versions`,{value:{...process.versions,node:`20.0.0`}})'

/** `npm start` as on a fresh clone: an old Node installs, and hands over to the pinned one. */
function npmStartOnOldNode() {
  const script = `"$RUNNING_NODE" --import "data:text/javascript,$OLD_NODE" "$RUN" start`
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ scripts: { start: script } }))
  return follow('npm', ['start'], { RUNNING_NODE: process.execPath, RUN, OLD_NODE, PATH: PATH_OF_MACHINE })
}

const URLS = ports.map((port) => `http://localhost:${port}`)
const answers = (/** @type {string} */ url) =>
  fetch(`${url}/`, { signal: AbortSignal.timeout(2_000) }).then(
    ({ ok }) => ok,
    () => false,
  )
/** Nothing answers, and the data folder is released: a process that still writes there would survive the clearing up. */
const untilDown = () =>
  vi.waitUntil(async () => {
    const answering = await Promise.all(URLS.map(answers))
    const holder = await callHolder(DATA_DIR)
    holder?.destroy()
    return !answering.includes(true) && holder === undefined
  }, DOWN)

async function startAndWait(running = start()) {
  let hasEnded = false
  void running.exited.then(() => (hasEnded = true))
  await vi.waitUntil(() => hasEnded || running.output.includes('Avouch is running'), UP)
  return running
}

// One start is used by all, and ended by the last.
describe('npm start, of which the first is still running', { shuffle: false }, () => {
  /** @type {Running} */
  let first
  beforeAll(async () => {
    first = await startAndWait()
  })
  afterAll(endAll)

  test('A start brings up the product and the world around it, and says where [OPS-01]', async () => {
    await vi.waitUntil(async () => !(await Promise.all(URLS.map(answers))).includes(false), UP)
    const [product, provider] = URLS
    expect(first.output.match(/http\S+:\d+\/start$/gm)).toEqual([`${provider}/start`])
    const page = await (await fetch(`${provider}/start`)).text()
    for (const url of URLS) expect(page).toContain(`href="${url}"`)
    await vi.waitUntil(() => first.output.includes(`${product}/console/join#`), UP)
  })

  test('A start whose port is taken says so in one line that names it and its setting [OPS-02]', async () => {
    const second = start()
    await expect(second.exited).resolves.toBe(1)
    expect(second.output.trim()).toBe(
      `Port ${URLS[0]?.slice(-5)} is taken: end what uses it, or choose another with PORT.`,
    )
  })

  test('A stop ends all of it and keeps the data; a kill leaves no process behind, and the next start works [OPS-03]', async () => {
    const readKeys = () => readFileSync(join(DATA_DIR, 'keys', 'sandbox.json'), 'utf8')
    const keys = readKeys()
    first.child.kill('SIGTERM')
    await expect(first.exited).resolves.toBe(0)
    await untilDown()
    const second = await startAndWait()
    expect(readKeys()).toBe(keys)
    second.child.kill('SIGKILL')
    await second.exited
    await untilDown()
    expect((await startAndWait()).output).toContain('Avouch is running')
  })
})

describe('npm start', () => {
  afterEach(endAll)

  test('A start whose port another server takes a moment later never says that it runs [OPS-01 OPS-02]', async () => {
    const DATA_DIR = join(folder, 'other-data')
    const running = start({ DATA_DIR })
    const [port = 0] = ports
    // Its own look at the ports is over once it makes the keys.
    const other = createServer((_, response) => response.end('another'))
    await vi.waitUntil(() => existsSync(join(DATA_DIR, 'sandbox')) || running.output !== '', { ...UP, interval: 1 })
    await new Promise((resolve) => other.listen(port, () => resolve(undefined)))
    try {
      await expect(running.exited).resolves.toBe(1)
      expect(running.output).not.toContain('Avouch is running')
      expect(running.output.trim().split('\n').at(-1)).toBe(`Port ${port} is taken: free it, or set PORT.`)
    } finally {
      await new Promise((resolve) => other.close(resolve))
    }
  })

  test.each(/** @type {const} */ (['SIGTERM', 'SIGKILL']))(
    'The very first start, which changes to the pinned Node, ends with npm when that gets %s [OPS-03]',
    async (signal) => {
      const first = await startAndWait(npmStartOnOldNode())
      expect(first.output).toContain('Avouch is running')
      first.child.kill(signal)
      await first.exited
      await untilDown()
    },
  )

  test.each([
    [{ SMS_TIMEOUT_MS: 'soon' }, 'SMS_TIMEOUT_MS'],
    [
      { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' },
      "The database at 127.0.0.1:1 (DATABASE_URL) can't be used",
    ],
  ])('A start with a wrong setting names it in one line, the last one: %o [OPS-02]', async (more, said) => {
    const refused = start(more)
    await expect(refused.exited).resolves.toBe(1)
    expect(refused.output.trim().split('\n').at(-1)).toContain(said)
  })
})

test('The command account erase asks at the terminal before it erases, and another word changes nothing [CONSOLE-07]', async () => {
  const words = `"${process.execPath}" "${RUN}" avouch account erase +4915112345678`
  const typed = { env, timeout: DOWN.timeout, reject: false, input: 'no\n' }
  const { stdout } = await execa('script', ['--quiet', '--command', words, '/dev/null'], typed)
  expect(stdout).toContain('Type "erase" to go on: ')
  expect(stdout).toContain('Nothing was changed.')
})
