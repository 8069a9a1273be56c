import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { configFrom } from './config.ts'
import { readEnv } from './env.ts'
import { identityOf } from './identity.ts'

const DATA_DIR = mkdtempSync(join(tmpdir(), 'avouch-identity-'))
const VERIFF = {
  IDENTITY_VENDOR: 'veriff',
  IDENTITY_ACCOUNT: 'key-of-the-integration',
  IDENTITY_SECRET: 'secret-of-the-integration',
  IDENTITY_API_URL: 'https://vendor.test',
  IDENTITY_FLOW_NO_CONSENT: 'same',
}
const ONFIDO = {
  IDENTITY_VENDOR: 'onfido',
  IDENTITY_SECRET: 'token-of-the-account',
  IDENTITY_REPORT_SECRET: 'token-of-the-webhook',
  IDENTITY_FLOW: 'a-workflow',
  IDENTITY_FLOW_NO_CONSENT: 'another-workflow',
}
const from = (settings: Record<string, string>) =>
  configFrom(readEnv({ NODE_ENV: 'test', DATA_DIR, PUBLIC_URL: 'https://product.test', ...settings }))

test('A vendor needs its keys alone, and visitors leave by our own address [KYC-43]', () => {
  const { identity, callbackSecrets, pageSettings } = from({ ...VERIFF, AGE_TIME_ZONE: 'Europe/Vienna' })
  expect(identity.service).toBeUndefined()
  expect(identity.vendors).toMatchObject([{ vendor: 'veriff', timeZone: 'Europe/Vienna', useDocumentNumbers: true }])
  expect(callbackSecrets).toEqual([])
  expect(pageSettings.identityCheck.url).toBe('https://product.test/identity/start')
})

test('A second vendor has settings of its own [KYC-52]', () => {
  const { identity } = from({ ...VERIFF, ...second(ONFIDO) })
  expect(identity.vendors.map(({ vendor }) => vendor)).toEqual(['veriff', 'onfido'])
  expect(identity.vendors.map(({ access }) => access.secret)).toEqual([VERIFF.IDENTITY_SECRET, ONFIDO.IDENTITY_SECRET])
})

const IDURA = {
  IDENTITY_VENDOR: 'idura',
  IDENTITY_ACCOUNT: 'id-of-the-client',
  IDENTITY_SECRET: 'secret-of-the-client',
  IDENTITY_API_URL: 'https://eid.test',
  IDENTITY_FLOW: 'openid',
  IDENTITY_FLOW_NO_CONSENT: 'same',
}
const second = (settings: Record<string, string>) =>
  Object.fromEntries(Object.entries(settings).map(([name, value]) => [`${name}_2`, value]))

test.each([
  ['generic', {}, 'camera'],
  ['veriff', VERIFF, 'camera'],
  ['veriff, then onfido', { ...VERIFF, ...second(ONFIDO) }, 'camera'],
  ['idura', IDURA, 'eid'],
  ['veriff, then idura', { ...VERIFF, ...second(IDURA) }, 'both'],
  ['idura, then onfido', { ...IDURA, ...second(ONFIDO) }, 'both'],
])('With %s the pages know what a document is shown to [KYC-39]', (_, settings, kind) => {
  expect(from(settings).pageSettings.identityCheck.kind).toBe(kind)
})

test('Without a vendor the service has our own protocol, as ever [KYC-43]', () => {
  const { identity, callbackSecrets } = from({ IDENTITY_URL: 'https://service.test/check' })
  expect(identity).toMatchObject({ url: 'https://service.test/check', vendors: [] })
  expect(identity.service?.statusUrl).toBe('https://service.test/api/checks')
  expect(callbackSecrets).toHaveLength(1)
})

test.each(Object.keys(VERIFF).slice(1))('Veriff without %s does not start, and the line names it [KYC-43]', (name) => {
  expect(() => from({ ...VERIFF, [name]: '' })).toThrow(name)
})

test.each(Object.keys(ONFIDO).slice(1))('Onfido without %s does not start, and the line names it [KYC-43]', (name) => {
  expect(from(ONFIDO).identity.vendors[0]?.access.apiUrl).toBe('https://api.eu.onfido.com')
  expect(() => from({ ...ONFIDO, [name]: '' })).toThrow(name)
})

test.each<[string, Record<string, string>, readonly string[]]>([
  ['the old names', { IDENTITY_PROVIDER: 'veriff', IDENTITY_PROVIDER_2: 'onfido' }, ['', '_2']],
  ['both names', { IDENTITY_PROVIDER: 'veriff', IDENTITY_VENDOR: 'veriff', IDENTITY_VENDOR_2: 'onfido' }, ['']],
  ['the new names', { IDENTITY_VENDOR: 'veriff', IDENTITY_VENDOR_2: 'onfido' }, []],
])('Vendors are named by %s, for one release, and the log names the old one [KYC-43 OPS-61]', (_, names, old) => {
  const { IDENTITY_VENDOR: _first, ...first } = VERIFF
  const { IDENTITY_VENDOR_2: _second, ...other } = second(ONFIDO)
  const { identity, oldNames } = from({ ...first, ...other, ...names })
  expect(identity.vendors.map(({ vendor }) => vendor)).toEqual(['veriff', 'onfido'])
  const told = old.map((suffix) => ({ setting: `IDENTITY_PROVIDER${suffix}`, name: `IDENTITY_VENDOR${suffix}` }))
  expect(oldNames).toEqual(told)
})

test('Two values for a setting and its old name are refused by one line [KYC-43 OPS-61]', () => {
  const line = 'The settings IDENTITY_VENDOR and IDENTITY_PROVIDER, its old name, differ: leave the old one out.'
  expect(() => from({ ...VERIFF, IDENTITY_PROVIDER: 'generic' })).toThrow(line)
})

const DESK = { REVIEW_DESK_URL: 'https://desk.test/{tc}' }

test('Appeals are off, and possible for as many days as the stop where there is a review desk [APPEAL-01]', () => {
  expect(from({}).appealDays).toBe(0)
  expect(from({ ...DESK, APPEAL_DAYS: '30' }).appealDays).toBe(30)
})

test.each<[string, Record<string, string>, string]>([
  ['without a review desk', { APPEAL_DAYS: '1' }, 'REVIEW_DESK_URL'],
  ['with a vendor, which decides itself', { ...VERIFF, APPEAL_DAYS: '1' }, 'REVIEW_DESK_URL'],
  ['for more days than the stop', { ...DESK, APPEAL_DAYS: '31' }, 'REGISTRATION_STOP_DAYS'],
  ['where no number is stopped', { ...DESK, APPEAL_DAYS: '1', REGISTRATION_STOP_DAYS: '0' }, 'REGISTRATION_STOP_DAYS'],
])('Appeals %s are refused at the start, and the line names the setting [APPEAL-01]', (_, settings, name) => {
  expect(() => from(settings)).toThrow(name)
})

test('A time zone that is none is refused by one short line [KYC-43]', () => {
  const line = 'The setting AGE_TIME_ZONE is wrong: expected an IANA name, such as Europe/Berlin.'
  expect(() => from({ AGE_TIME_ZONE: 'Europe/Bonn' })).toThrow(line)
})

test('In production keys and birth dates go over https, or stay on this machine [KYC-43]', () => {
  const readable = { ...VERIFF, IDENTITY_API_URL: 'http://vendor.test' }
  const production = (settings: Record<string, string>) =>
    identityOf(readEnv({ NODE_ENV: 'production', ...settings }), undefined, 'https://product.test')
  expect(() => production(readable)).toThrow('needs https in this setting: IDENTITY_API_URL')
  expect(() => production({ ...VERIFF, IDENTITY_API_URL: 'http://127.0.0.1:1' })).not.toThrow()
  expect(() => production(ONFIDO)).not.toThrow()
  expect(() => from(readable)).not.toThrow()
})

test.each([
  [{ ...ONFIDO, IDENTITY_ACCOUNT: 'an-account' }, 'IDENTITY_ACCOUNT'],
  [{ ...VERIFF, IDENTITY_FLOW_NO_CONSENT: 'another' }, 'IDENTITY_FLOW_NO_CONSENT'],
  [{ ...VERIFF, IDENTITY_FLOW: 'a-flow' }, 'IDENTITY_FLOW'],
  [{ ...VERIFF, IDENTITY_URL: 'https://service.test' }, 'IDENTITY_URL'],
  [{ ...VERIFF, IDENTITY_TOKEN: 'x'.repeat(16) }, 'IDENTITY_TOKEN'],
  [{ ...VERIFF, REVIEW_DESK_URL: 'https://desk.test/{tc}' }, 'REVIEW_DESK_URL'],
  [{ ...VERIFF, IDENTITY_SECRET_2: 'secret-of-nobody' }, 'IDENTITY_SECRET_2'],
  [{ ...VERIFF, IDENTITY_VENDOR_2: 'veriff' }, 'IDENTITY_VENDOR_2'],
  [{ ...VERIFF, IDENTITY_VENDOR_2: 'onfido' }, 'IDENTITY_SECRET_2'],
  [{ IDENTITY_VENDOR_2: 'onfido' }, 'IDENTITY_VENDOR_2'],
  [{ IDENTITY_SECRET: 'secret-of-nobody' }, 'IDENTITY_SECRET'],
  [{ IDENTITY_VENDOR: 'generic', IDENTITY_API_URL: 'https://vendor.test' }, 'IDENTITY_API_URL'],
])('A setting that the provider does not use is named and refused: %j [KYC-43]', (settings, name) => {
  expect(() => from(settings)).toThrow(name)
})
