import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { requireBuildableFolder } from './paths.mjs'
import { freePorts, requireFreePorts } from './ports.mjs'
import { countsIn, unmetLines } from './summary.mjs'
import { apiEnvironment, readSettings, sandboxEnvironment } from './settings.mjs'

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

test('A folder that cannot be built in is refused by name, and no other one [OPS-02]', () => {
  for (const sign of ['#', '?'])
    expect(() => requireBuildableFolder(`/srv/a${sign}b/avouch`)).toThrow(
      `The path /srv/a${sign}b/avouch has a "${sign}"`,
    )
  for (const name of ['a%20b', 'a b', 'aüb', "a'b", 'a&b', 'long-'.repeat(40)])
    expect(() => requireBuildableFolder(`/srv/${name}/avouch`)).not.toThrow()
})

test.each([
  ['IDENTITY_VENDOR', 'veriff', ['IDENTITY_URL', 'IDENTITY_NAME', 'REVIEW_DESK_URL', 'APPEAL_DAYS']],
  ['IDENTITY_PROVIDER', 'veriff', ['IDENTITY_URL', 'IDENTITY_NAME', 'REVIEW_DESK_URL', 'APPEAL_DAYS']],
  ['REGISTRATION_STOP_DAYS', '5', ['APPEAL_DAYS']],
  ['IDENTITY_URL', 'https://id.example/', ['IDENTITY_NAME', 'REVIEW_DESK_URL', 'APPEAL_DAYS']],
  ['SMS_GATEWAY', 'twilio', ['SMS_URL', 'SMS_REPORTS', 'SANDBOX_PHONE_URL']],
  ['SMS_URL', 'https://sms.example/', ['SMS_REPORTS', 'SANDBOX_PHONE_URL']],
  ['BANK_RETURNS_URL', 'https://bank.example/', ['BANK_IBAN', 'BANK_ACCOUNT_HOLDER']],
  ['BANK_IBAN', 'DE89370400440532013000', ['BANK_ACCOUNT_HOLDER']],
  ['APP_OPEN_URL', 'https://app.example/', ['APP_IOS_STORE_URL', 'APP_ANDROID_STORE_URL']],
])('Where %s is %s, the defaults of the sandbox for that partner step back [OPS-02]', (name, value, away) => {
  const settings = readSettings({})
  const api = apiEnvironment(settings, { [name]: value })
  expect(Object.keys(api).filter((one) => away.includes(one))).toEqual([])
  expect(api).toMatchObject({ PUBLIC_URL: 'http://localhost:3000' })
  const own = Object.fromEntries(away.map((one) => [one, 'given']))
  expect(apiEnvironment(settings, { [name]: value, ...own })).toMatchObject(own)
})

test.each(['IDENTITY_VENDOR', 'SMS_GATEWAY'])(
  'Where %s is the protocol of the sandbox, its defaults stay [OPS-02]',
  (name) => {
    for (const value of ['generic', ''])
      expect(Object.keys(apiEnvironment(readSettings({}), { [name]: value }))).toEqual(
        expect.arrayContaining(['IDENTITY_URL', 'SMS_URL', 'REVIEW_DESK_URL']),
      )
  },
)

test('A wallet of the sandbox steps back where other anchors, or another certificate, are named [OPS-02]', () => {
  const DATA_DIR = mkdtempSync(join(tmpdir(), 'avouch-settings-'))
  const office = join(DATA_DIR, 'sandbox', 'age-office')
  mkdirSync(office, { recursive: true })
  for (const file of ['anchors.json', 'access.pem', 'access-key.pem']) writeFileSync(join(office, file), '')
  const settings = readSettings({ DATA_DIR })
  expect(apiEnvironment(settings, {})).toMatchObject({ ID_WALLET: 'on' })
  for (const name of ['TRUST_ANCHORS_FILE', 'ID_WALLET_CERT_FILE', 'ID_WALLET_KEY_FILE']) {
    const { ID_WALLET: isOn, ...api } = apiEnvironment(settings, { [name]: 'own' })
    expect([isOn, api[name]]).toEqual([undefined, 'own'])
  }
  rmSync(DATA_DIR, { recursive: true })
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

test('The last lines name each program that is missing, with the number of tests that need it [OPS-02]', () => {
  const folder = mkdtempSync(join(tmpdir(), 'avouch-report-'))
  const assertionResults = [
    { status: 'passed', meta: { needs: 'psql' } },
    { status: 'skipped', meta: { needs: 'promtool' } },
    { status: 'pending', meta: { needs: 'promtool' } },
    { status: 'skipped', meta: {} },
  ]
  const path = join(folder, 'report.json')
  writeFileSync(path, JSON.stringify({ numPassedTests: 1, numFailedTests: 0, testResults: [{ assertionResults }] }))
  const { unmet = [], ...counts } = countsIn(path, 0)
  rmSync(folder, { recursive: true })
  expect(counts).toEqual({ passed: 1, failed: 0, failures: [] })
  expect(unmetLines(unmet)).toEqual(['Tests not run, because a program is missing (promtool: 2)'])
  expect(unmetLines([])).toEqual([])
})
