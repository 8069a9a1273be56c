import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { stripVTControlCharacters } from 'node:util'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { callHolder } from '#folder-lock'
import { inRoot, PATH_OF_MACHINE } from '../setup/paths.mjs'
import { freePorts } from '../setup/ports.mjs'
import { PORT_NAMES } from '../setup/settings.mjs'

const UP_WITHIN_MS = 120_000
const DOWN_WITHIN_MS = 45_000

/** @type {Record<string, string>} */
const env = {}
let folder = ''
/** @typedef {{ child: import('node:child_process').ChildProcess, output: string, exited: Promise<unknown> }} Running */
/** @type {Running[]} */
let started = []

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'avouch-start-'))
  const ports = await freePorts(PORT_NAMES.length)
  PORT_NAMES.forEach((name, index) => (env[name] = String(ports[index])))
  env['DATA_DIR'] = join(folder, 'data')
})
/** Ends whatever was started since the last time. */
async function endAll() {
  for (const { child, exited } of started) {
    child.kill('SIGKILL')
    await exited
  }
  started = []
  await untilDown()
}
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))

const RUN = inRoot('tools', 'run.mjs')

/** @param {Record<string, string>} [more] @returns {Running} */
const start = (more = {}) => follow(spawn(process.execPath, [RUN, 'start'], optionsWith(more)))

/** @param {Record<string, string>} more @returns {import('node:child_process').SpawnOptionsWithStdioTuple<'ignore', 'pipe', 'pipe'>} */
const optionsWith = (more) => ({ env: { ...process.env, ...env, ...more }, stdio: ['ignore', 'pipe', 'pipe'] })

const OLD_NODE = 'Object.defineProperty(process,`versions`,{value:{...process.versions,node:`20.0.0`}})'

/** `npm start` as on a fresh clone: an old Node installs, and hands over to the pinned one. @returns {Running} */
function npmStartOnOldNode() {
  const script = `"$RUNNING_NODE" --import "data:text/javascript,$OLD_NODE" "$RUN" start`
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ scripts: { start: script } }))
  const more = { RUNNING_NODE: process.execPath, RUN, OLD_NODE, PATH: PATH_OF_MACHINE }
  return follow(spawn('npm', ['start'], { cwd: folder, ...optionsWith(more) }))
}

/** @param {import('node:child_process').ChildProcessByStdio<null, import('node:stream').Readable, import('node:stream').Readable>} child */
function follow(child) {
  const running = { child, output: '', exited: new Promise((resolve) => child.once('exit', resolve)) }
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (/** @type {string} */ text) => (running.output += text))
  }
  started.push(running)
  return running
}

/** @param {number} within @param {() => boolean | Promise<boolean>} condition */
async function until(within, condition) {
  const latest = Date.now() + within
  while (!(await condition())) {
    if (Date.now() > latest) throw new Error('It did not come in time.')
    await sleep(50)
  }
}

/** @param {string} name */
const answers = (name) =>
  fetch(`http://localhost:${env[name]}/`, { signal: AbortSignal.timeout(2_000) }).then(
    (response) => response.ok,
    () => false,
  )
/** Nothing answers, and the data folder is released: a process that still writes there would survive the clearing up. */
const untilDown = () =>
  until(DOWN_WITHIN_MS, async () => {
    const answering = await Promise.all(PORT_NAMES.map(answers))
    const holder = await callHolder(env['DATA_DIR'] ?? '')
    holder?.destroy()
    return !answering.includes(true) && holder === undefined
  })

/** @param {import('node:child_process').ChildProcess} child */
const hasEnded = ({ exitCode, signalCode }) => exitCode !== null || signalCode !== null

async function startAndWait(running = start()) {
  await until(UP_WITHIN_MS, () => running.output.includes('Avouch is running') || hasEnded(running.child))
  return running
}

describe('npm start, of which the first is still running', () => {
  /** @type {Running} */
  let first
  beforeAll(async () => {
    first = await startAndWait()
  })
  afterAll(endAll)

  test('OPS-01 brings up the product and the world around it, and says where', async () => {
    await until(UP_WITHIN_MS, async () => !(await Promise.all(PORT_NAMES.map(answers))).includes(false))
    for (const name of PORT_NAMES) expect(first.output).toContain(`http://localhost:${env[name]}`)
    const invitation = `http://localhost:${env['PORT']}/console/join#`
    await until(UP_WITHIN_MS, () => first.output.includes(invitation))
  })

  test('OPS-02 a taken port is one line that names it and its setting', async () => {
    const second = start()
    await expect(second.exited).resolves.toBe(1)
    expect(second.output.trim()).toBe(`Port ${env['PORT']} is taken: end what uses it, or choose another with PORT.`)
  })

  test('OPS-05 the data folder is opened by one process at a time', async () => {
    const ports = await freePorts(PORT_NAMES.length)
    const second = start(Object.fromEntries(PORT_NAMES.map((name, index) => [name, String(ports[index])])))
    await expect(second.exited).resolves.toBe(1)
    expect(second.output.trim().split('\n').at(-1)).toContain(env['DATA_DIR'])
  })

  test('OPS-03 a stop ends all of it, and the data is there the next time; killed at once, it leaves no process behind and starts again', async () => {
    const readKeys = () => readFileSync(join(env['DATA_DIR'] ?? '', 'keys', 'sandbox.json'), 'utf8')
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

  test.each(/** @type {const} */ (['SIGTERM', 'SIGKILL']))(
    'OPS-03 the very first start, which changes to the pinned Node, ends with npm when that gets %s',
    async (signal) => {
      const first = await startAndWait(npmStartOnOldNode())
      expect(first.output).toContain('Avouch is running')
      first.child.kill(signal)
      await first.exited
      await untilDown()
    },
  )

  test('OPS-02 a bad setting is one line, the last one', async () => {
    const refused = start({ SMS_TIMEOUT_MS: 'soon' })
    await expect(refused.exited).resolves.toBe(1)
    expect(refused.output.trim().split('\n').at(-1)).toContain('SMS_TIMEOUT_MS')
  })

  test('OPS-02 an unreachable database is one line, the last one', async () => {
    const refused = start({ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' })
    await expect(refused.exited).resolves.toBe(1)
    expect(refused.output.trim().split('\n').at(-1)).toBe(
      "The database at 127.0.0.1:1 (DATABASE_URL) can't be used: ECONNREFUSED.",
    )
  })

  test('OPS-02 a damaged key file is one line, the last one, and stays as it is', async () => {
    const file = join(folder, 'damaged.json')
    writeFileSync(file, '{"keys": [', { mode: 0o600 })
    const refused = start({ MASTER_KEY_FILE: file })
    await expect(refused.exited).resolves.toBe(1)
    expect(refused.output.trim().split('\n').at(-1)).toBe(
      `The file ${file} (MASTER_KEY_FILE) is damaged: restore it from a backup.`,
    )
    expect(readFileSync(file, 'utf8')).toBe('{"keys": [')
  })
})

describe('npm run avouch, at a terminal', () => {
  /** What the terminal shows, each answer typed when the question before it stands there. @param {string} words @param {string[]} answers */
  async function typed(words, answers) {
    const terminal = spawn(
      'script',
      ['--quiet', '--command', `"${process.execPath}" "${RUN}" avouch ${words}`, '/dev/null'],
      { env: { ...process.env, ...env }, timeout: DOWN_WITHIN_MS },
    )
    const left = [...answers]
    let shown = ''
    let looked = 0
    terminal.stdout.setEncoding('utf8').on('data', (/** @type {string} */ text) => {
      shown += text
      if (left.length === 0 || !stripVTControlCharacters(shown.slice(looked)).endsWith(': ')) return
      looked = shown.length
      terminal.stdin.write(`${left.shift()}\r`)
    })
    await new Promise((resolve) => terminal.once('exit', resolve))
    return shown
  }

  test('OPS-52 what can’t be undone is asked for, and another word changes nothing', async () => {
    const shown = await typed('account erase +4915112345678', ['no'])
    expect(shown).toContain('Type "erase" to go on: ')
    expect(shown).toContain('Nothing was changed.')
  })
})
