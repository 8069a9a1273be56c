import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { choose } from '../commands/test.mjs'
import { run } from './command.mjs'
import { inRoot } from './paths.mjs'
import { freePorts, requireFreePorts } from './ports.mjs'
import { apiEnvironment, readSettings, sandboxEnvironment } from './settings.mjs'
import { countsIn } from './summary.mjs'

test('An old Node is named, and where to get a newer one, on a system for which npm brings none [OPS-01]', async () => {
  const mac = "{ platform: 'darwin', versions: { ...process.versions, node: '20.20.2' } }"
  const pretend = `for (const [name, value] of Object.entries(${mac})) Object.defineProperty(process, name, { value })`
  const words = ['--import', `data:text/javascript,${encodeURIComponent(pretend)}`, inRoot('tools/run.mjs'), 'fix']
  expect(await run(process.execPath, words)).toEqual({
    code: 1,
    output:
      'Node 24 or newer is needed, this is 20.20.2, and npm has none for this system: get it at https://nodejs.org/en/download.\n',
  })
})

describe('settings', () => {
  test('Settings refuse by name what is no port, one port for two parts, and a port that is in use [OPS-02]', async () => {
    for (const value of ['x', '0', '65536', '-1', '80 80', '1e3'])
      expect(() => readSettings({ SANDBOX_PHONE_PORT: value })).toThrow(`SANDBOX_PHONE_PORT=${value} is not a port`)
    expect(() => readSettings({ PORT: '3002' })).toThrow('PORT and SANDBOX_IDENTITY_PORT are both 3002')
    const [used = 0, b = 0, c = 0, d = 0] = await freePorts(4)
    const server = createServer().listen(used, '127.0.0.1')
    await new Promise((resolve) => server.once('listening', resolve))
    const ports = { PORT: b, SANDBOX_PROVIDER_PORT: used, SANDBOX_IDENTITY_PORT: c, SANDBOX_PHONE_PORT: d }
    const said = `Port ${used} is taken: end what uses it, or choose another with SANDBOX_PROVIDER_PORT.`
    await expect(requireFreePorts(ports)).rejects.toThrow(said)
    server.close()
  })

  test('Settings of the environment win over the defaults [OPS-02]', () => {
    const settings = readSettings({ PORT: '4000' })
    expect(apiEnvironment(settings, {})).toMatchObject({ PORT: '4000', PUBLIC_URL: 'http://localhost:4000' })
    const given = { PUBLIC_URL: 'https://a.example', ANALYTICS_URL: '' }
    expect(apiEnvironment(settings, given)).toMatchObject(given)
  })

  test('One address brings product and sandbox to the devices of a network [OPS-02 OPS-37]', () => {
    const settings = readSettings({ LAN_ADDRESS: '192.0.2.7', PORT: '4000' })
    const api = apiEnvironment(settings, {})
    expect(api).toMatchObject({ PUBLIC_URL: 'http://192.0.2.7:4000', HOST: '0.0.0.0', CAPTCHA: 'off' })
    expect(Object.values(api).filter((value) => value.includes('localhost'))).toEqual([])
    expect(sandboxEnvironment(settings)).toMatchObject({
      SANDBOX_HOST: '0.0.0.0',
      SANDBOX_PROVIDER_URL: 'http://192.0.2.7:3001',
      API_URL: 'http://localhost:4000',
      PUBLIC_URL: 'http://192.0.2.7:4000',
    })
    expect(() => readSettings({ LAN_ADDRESS: 'http://x' })).toThrow('LAN_ADDRESS=http://x is no name')
  })
})

describe('counting', () => {
  const folder = mkdtempSync(join(tmpdir(), 'avouch-reports-'))
  afterAll(() => rmSync(folder, { recursive: true }))
  const counted = (/** @type {unknown} */ report, /** @type {number} */ exitCode) => {
    writeFileSync(join(folder, 'report.json'), JSON.stringify(report))
    return countsIn(join(folder, 'report.json'), exitCode)
  }
  const ofVitest = (/** @type {number} */ passed, failed = 0) => ({ numPassedTests: passed, numFailedTests: failed })

  test('Passed and failed tests are counted from a report of Vitest or Playwright', () => {
    expect(counted(ofVitest(2, 1), 1)).toEqual({ passed: 2, failed: 1, failures: [] })
    expect(counted({ stats: { expected: 2, unexpected: 1, skipped: 1 } }, 1)).toEqual({
      passed: 2,
      failed: 1,
      failures: [],
    })
    expect(counted(ofVitest(2), 0)).toEqual({ passed: 2, failed: 0, failures: [] })
  })

  test('Failed tests are named from a report of Vitest or Playwright, with the first line of their message', () => {
    const test = { status: 'failed', fullName: 'a promise', failureMessages: ['\u001B[31mbroken\n  at x.ts'] }
    const passed = { status: 'passed', fullName: 'another', failureMessages: [] }
    const ofOne = { ...ofVitest(1, 1), testResults: [{ assertionResults: [passed, test] }] }
    expect(counted(ofOne, 1).failures).toEqual(['a promise: broken'])
    const specs = [{ ok: false, title: 'a journey', tests: [{ results: [{ error: { message: 'late\n' } }] }] }]
    const ofPlaywright = { stats: { expected: 0, unexpected: 1 }, suites: [{ suites: [{ specs }] }] }
    expect(counted(ofPlaywright, 1).failures).toEqual(['a journey: late'])
  })

  test('A run with no test, with no report or with a bad exit code counts as failed', () => {
    const broken = [counted(ofVitest(0), 0), counted(ofVitest(1), 1), countsIn(join(folder, 'none.json'), 0)]
    expect(broken.map(({ failed }) => failed)).toEqual([1, 1, 1])
  })
})

test('Each test file belongs to its part, and other browsers wait for the soak', () => {
  expect([...choose([]).keys()]).not.toContain('browsers')
  expect([...choose(['apps/web/e2e/browsers/main.journeys.ts']).keys()]).toEqual(['browsers'])
  expect([...choose(['tools/proof/start.test.mjs', 'tools/setup/setup.test.mjs']).keys()]).toEqual(['start', 'unit'])
  expect(choose(['e2e', '--', '--grep', 'x']).get('e2e')).toEqual(['--grep', 'x'])
})
