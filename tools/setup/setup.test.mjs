import { createServer } from 'node:net'
import { describe, expect, test } from 'vitest'
import { choose } from '../suites/selection.mjs'
import { countsOf } from '../suites/vitest.mjs'
import { isInstalled } from './install.mjs'
import { freePorts, requireFreePorts } from './ports.mjs'
import { apiEnvironment, readSettings, sandboxEnvironment } from './settings.mjs'
import { sum, summary } from './summary.mjs'

test('what is installed is right without the packages of other machines, and else when all of it is the same', () => {
  const a = { version: '1.0.0', integrity: 'sha512-a' }
  const wanted = {
    '': {},
    'apps/api': {},
    'node_modules/a': a,
    'node_modules/mac': { version: '1.0.0', optional: true },
  }
  const there = { 'apps/api': {}, 'node_modules/a': a }
  expect(isInstalled(wanted, there)).toBe(true)
  const others = [
    { version: '2.0.0', integrity: 'sha512-a' },
    { version: '1.0.0', integrity: 'sha512-b' },
  ]
  const wrong = [
    {},
    { ...there, 'node_modules/b': a },
    ...others.map((other) => ({ ...there, 'node_modules/a': other })),
  ]
  expect(wrong.map((packages) => isInstalled(wanted, packages))).toEqual(wrong.map(() => false))
})

describe('OPS-02 settings', () => {
  test('have the documented ports', () => {
    const ports = { PORT: 3000, SANDBOX_PROVIDER_PORT: 3001, SANDBOX_IDENTITY_PORT: 3002, SANDBOX_PHONE_PORT: 3003 }
    expect(readSettings({}).ports).toEqual(ports)
  })

  test('refuse by name what is no port, one port for two parts, and a port that is in use', async () => {
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

  test('of the environment win over the defaults', () => {
    const settings = readSettings({ PORT: '4000' })
    expect(apiEnvironment(settings, {})).toMatchObject({ PORT: '4000', PUBLIC_URL: 'http://localhost:4000' })
    const given = { PUBLIC_URL: 'https://a.example', ANALYTICS_URL: '' }
    expect(apiEnvironment(settings, given)).toMatchObject(given)
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
  const GOOD = '<testcase classname="a.test.ts" name="a &gt; b" time="0.1">\n</testcase><testcase name="c"/>'
  const LEFT = '<testcase name="d"><skipped/></testcase>'
  const BAD =
    '<testcase classname="e.test.ts" name="f &quot;g&quot;"><failure message="expected&#10;  1 &lt; 0" type="E">…</failure></testcase>'

  test('takes what passed and failed from a report, and names what failed', () => {
    expect(countsOf(GOOD + LEFT + BAD, 1)).toEqual({
      passed: 2,
      failed: 1,
      failures: ['e.test.ts › f "g" › expected 1 < 0'],
    })
    expect(countsOf(GOOD, 0)).toEqual({ passed: 2, failed: 0, failures: [] })
  })

  test('is strict: no test, no report or a bad exit code are failures', () => {
    expect([countsOf('', 0), countsOf(LEFT, 0), countsOf(GOOD, 1)].map(({ failed }) => failed)).toEqual([1, 1, 1])
  })

  test('says in the last line what was left out', () => {
    const counts = sum([
      { passed: 3, failed: 0 },
      { passed: 2, failed: 0, skipped: ['all journeys in webkit'] },
    ])
    expect(summary(counts)).toBe('5 passed, 0 failed, 1 skipped: this is not the whole proof')
  })

  test('is of Chromium alone by day', () => {
    expect([...choose([]).keys()]).not.toContain('browsers')
    expect([...choose(['apps/web/e2e/browsers/main.journeys.ts']).keys()]).toEqual(['browsers'])
    expect(choose(['e2e', '--', '--grep', 'x']).get('e2e')).toEqual(['--grep', 'x'])
  })
})
