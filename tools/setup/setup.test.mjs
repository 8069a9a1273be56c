import { createServer } from 'node:net'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { failuresOfPlaywright, failuresOfVitest } from '../suites/failures.mjs'
import { countPlaywright } from '../suites/playwright.mjs'
import { choose } from '../suites/selection.mjs'
import { countVitest } from '../suites/vitest.mjs'
import { isInstalled } from './install.mjs'
import { ROOT } from './paths.mjs'
import { freePorts, requireFreePorts } from './ports.mjs'
import { sum, summary } from './summary.mjs'
import { apiEnvironment, readSettings, sandboxEnvironment } from './settings.mjs'

describe('what is installed', () => {
  const wanted = {
    packages: {
      '': {},
      'apps/api': {},
      'node_modules/a': { version: '1.0.0', integrity: 'sha512-a' },
      'node_modules/mac': { version: '1.0.0', optional: true },
      'node_modules/own': { link: true },
    },
  }
  const { '': _root, 'node_modules/mac': _mac, ...there } = wanted.packages

  test('is right without the packages of other machines', () => {
    expect(isInstalled(wanted, { packages: there })).toBe(true)
  })

  test.each([
    { what: 'a package is missing', packages: { ...there, 'node_modules/a': undefined } },
    {
      what: 'a version differs',
      packages: { ...there, 'node_modules/a': { version: '2.0.0', integrity: 'sha512-a' } },
    },
    { what: 'content differs', packages: { ...there, 'node_modules/a': { version: '1.0.0', integrity: 'sha512-b' } } },
    { what: 'there is one too many', packages: { ...there, 'node_modules/b': { version: '1.0.0' } } },
    { what: 'nothing is there', packages: {} },
  ])('is not when $what', ({ packages }) => {
    const given = Object.fromEntries(
      Object.entries(packages).flatMap(([path, entry]) => (entry ? [[path, entry]] : [])),
    )
    expect(isInstalled(wanted, { packages: given })).toBe(false)
  })
})

describe('OPS-02 settings', () => {
  test('have the documented ports', () => {
    expect(readSettings({}).ports).toEqual({
      PORT: 3000,
      SANDBOX_PROVIDER_PORT: 3001,
      SANDBOX_IDENTITY_PORT: 3002,
      SANDBOX_PHONE_PORT: 3003,
    })
  })

  test.each(['x', '0', '65536', '-1', '80 80', '1e3'])('refuse %s as a port, by name', (value) => {
    expect(() => readSettings({ SANDBOX_PHONE_PORT: value })).toThrow(`SANDBOX_PHONE_PORT=${value} is not a port`)
  })

  test('refuse one port for two parts', () => {
    expect(() => readSettings({ PORT: '3002' })).toThrow('PORT and SANDBOX_IDENTITY_PORT are both 3002')
  })

  test('a taken port is named with its variable', async () => {
    const [taken = 0, b = 0, c = 0, d = 0] = await freePorts(4)
    const server = createServer().listen(taken, '127.0.0.1')
    await new Promise((resolve) => server.once('listening', resolve))
    const ports = { PORT: b, SANDBOX_PROVIDER_PORT: taken, SANDBOX_IDENTITY_PORT: c, SANDBOX_PHONE_PORT: d }
    await expect(requireFreePorts(ports)).rejects.toThrow(
      `Port ${taken} is taken: end what uses it, or choose another with SANDBOX_PROVIDER_PORT.`,
    )
    server.close()
  })

  test('what the environment says wins over the defaults', () => {
    const settings = readSettings({ PORT: '4000' })
    expect(apiEnvironment(settings, {})).toMatchObject({ PORT: '4000', PUBLIC_URL: 'http://localhost:4000' })
    expect(apiEnvironment(settings, { PUBLIC_URL: 'https://a.example' })['PUBLIC_URL']).toBe('https://a.example')
    expect(apiEnvironment(settings, { ANALYTICS_URL: '' })['ANALYTICS_URL']).toBe('')
  })

  test('OPS-37 one address brings product and sandbox to the devices of a network', () => {
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
  test('takes what the reports say', () => {
    expect(countVitest({ numPassedTests: 3, numFailedTests: 1 }, 1)).toEqual({ passed: 3, failed: 1 })
    expect(countPlaywright({ stats: { expected: 3, unexpected: 1, flaky: 1 } }, 1)).toEqual({ passed: 3, failed: 2 })
  })

  test('leaves out what was skipped, and the last line says so', () => {
    const counts = sum([
      { passed: 3, failed: 0 },
      { passed: 2, failed: 0, skipped: ['all journeys in webkit'] },
    ])
    expect(summary(counts)).toBe('5 passed, 0 failed, 1 skipped: this is not the whole proof')
  })

  test('is of Chromium alone by day', () => {
    expect([...choose([]).keys()]).not.toContain('browsers')
    expect([...choose(['apps/web/e2e/browsers/main.journeys.ts']).keys()]).toEqual(['browsers'])
  })

  test('names what failed, and how its message begins', () => {
    const failed = {
      status: 'failed',
      fullName: 'a door opens',
      failureMessages: ['\u001b[31mexpected\u001b[39m\n  1'],
    }
    const inFile = { name: join(ROOT, 'apps', 'door.test.ts'), status: 'failed', assertionResults: [failed] }
    expect(failuresOfVitest({ testResults: [inFile, { status: 'failed', message: 'no such module' }] })).toEqual([
      'apps/door.test.ts › a door opens › expected 1',
      'no such module',
    ])
    const tests = [{ projectName: 'phone', status: 'unexpected', results: [{}, { error: { message: 'too late' } }] }]
    const suites = [{ title: 'a', suites: [{ title: 'b', specs: [{ title: 'opens', file: 'door.spec.ts', tests }] }] }]
    expect(failuresOfPlaywright({ suites })).toEqual(['phone door.spec.ts › opens › too late'])
    expect([...failuresOfVitest(undefined), ...failuresOfPlaywright(undefined)]).toEqual([])
  })

  test('is strict: no test, no report, a broken file or a bad exit code are failures', () => {
    expect(countVitest({ numPassedTests: 0, numFailedTests: 0 }, 0).failed).toBe(1)
    expect(countVitest(undefined, 0).failed).toBe(1)
    expect(
      countVitest({ numPassedTests: 3, testResults: [{ status: 'failed', assertionResults: [] }] }, 1).failed,
    ).toBe(1)
    expect(countVitest({ numPassedTests: 3, numFailedTests: 0 }, 1).failed).toBe(1)
    expect(countPlaywright({ stats: { expected: 0, unexpected: 0, flaky: 0 } }, 0).failed).toBe(1)
    expect(countPlaywright({ stats: { expected: 3, unexpected: 0, flaky: 0 }, errors: [{}] }, 1).failed).toBe(1)
  })
})
