import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { HOUR_MS, MINUTE_MS } from '@avouch/contract'
import { afterAll, expect, test } from 'vitest'
import { configFrom } from './config.ts'
import { readEnv } from './env.ts'
import { trustOf } from './trust.ts'
import { rulesWith } from '../modules/rate-limits/index.ts'
import { smsLimitsWith } from '../modules/sms/index.ts'
import { StartupError } from '../platform/startup-error.ts'

const folder = mkdtempSync(join(tmpdir(), 'avouch-config-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const settings = (given: Record<string, string>) =>
  configFrom(readEnv({ NODE_ENV: 'test', DATA_DIR: folder, ...given }))

test('The captcha is our own, unless the settings name another [CAPTCHA-04]', () => {
  const captchaBy = (given: Record<string, string>) => settings(given).captcha
  const keys = { CAPTCHA_SITE_KEY: 'site-key', CAPTCHA_SECRET: 'a-secret-of-the-service' }
  expect(captchaBy({})).toEqual({ kind: 'pow', tries: 800 })
  expect(captchaBy({ CAPTCHA: 'off' })).toEqual({ kind: 'off' })
  expect(captchaBy({ CAPTCHA: 'turnstile', ...keys })).toMatchObject({ kind: 'service', service: 'turnstile' })
  for (const missing of ['CAPTCHA_SITE_KEY', 'CAPTCHA_SECRET'])
    expect(() => captchaBy({ CAPTCHA: 'hcaptcha', ...keys, [missing]: '' })).toThrow(StartupError)
})

const limitsBy = (given: Record<string, string>) => rulesWith(settings(given).limits, smsLimitsWith({}))

test('Limits are a table, times a factor, with single ones set by name [LIMIT-01]', () => {
  const usual = limitsBy({})
  const limits = limitsBy({
    LIMITS_FACTOR: '2.5',
    LIMITS: 'signup.browser=7/30min, login-failed.address=3/5/day, sms-notice.number=8/9/day',
  })
  expect(limits['signup.browser']).toMatchObject({ atOnce: 7, most: 14, perMs: 30 * MINUTE_MS })
  expect(limits['login-failed.address']).toMatchObject({ atOnce: 3, most: 5, perMs: 24 * HOUR_MS })
  const { atOnce, most } = usual['signup.address']
  expect(limits['signup.address']).toEqual({ ...usual['signup.address'], atOnce: atOnce * 2.5, most: most * 2.5 })
  expect(limitsBy({ LIMITS_FACTOR: '0.1' })['sms.address']).toMatchObject({ atOnce: 1, most: 3 })
  expect(limits['sms-notice.number']).toMatchObject({ atOnce: 8, most: 9 })
  expect(limits['sms-proven.number']).toEqual(usual['sms-proven.number'])
})

test('The factor allows no more guesses and looks at the consoles [LIMIT-01]', () => {
  const [usual, limits] = [limitsBy({}), limitsBy({ LIMITS_FACTOR: '1000' })]
  for (const name of ['staff-guess.address', 'staff-guess.number', 'staff-look.number'] as const)
    expect(limits[name]).toEqual(usual[name])
})

test('Proxies are what the setting names, however their address is written [LIMIT-02]', () => {
  const { trustedProxies } = settings({ TRUSTED_PROXIES: ' 10.1.0.0/16, 2001:db8:5::/48,192.0.2.9 ' })
  const proxies = ['10.1.255.1', '::ffff:10.1.2.3', '2001:db8:5:1::7', '192.0.2.9', '10.1.2.3:80', '[2001:db8:5::7]:80']
  const others = [
    '10.2.0.1',
    '::ffff:10.2.0.1',
    '2001:db8:6::1',
    '192.0.2.8',
    '10.2.0.1:80',
    '',
    'unknown',
    '64:ff9b::10.1.2.3',
    '2002:a01:203::1',
  ]
  expect([...proxies, ...others].filter(trustedProxies.has)).toEqual(proxies)
  expect(settings({}).trustedProxies.has('127.0.0.1')).toBe(false)
})

test('Limits for SMS come from a file, and what is wrong in it is one line that names the place [SMS-09 OPS-02]', () => {
  const file = join(folder, 'sms.json')
  const smsLimitsBy = (text: string) => {
    writeFileSync(file, text)
    return smsLimitsWith(settings({ SMS_LIMITS_FILE: file }).smsLimits)
  }
  const given = smsLimitsBy('{"homeCountries":["FR"],"shares":{"other":0.3},"centsPerSms":{"FR":6}}')
  expect(given).toMatchObject({ homeCountries: ['FR'], centsPerDay: 50_000, shares: { other: 0.3, proven: 0.5 } })
  expect(given.centsPerSms).toMatchObject({ DE: 8, FR: 6, other: 15 })
  for (const [text, words] of [
    ['{', 'is not JSON'],
    ['{"shares":{"other":2}}', 'is wrong at shares.other'],
    ['{"blockedPrefixes":["870"]}', 'is wrong at blockedPrefixes.0'],
  ] as const)
    expect(() => smsLimitsBy(text)).toThrow(`The file ${file} (SMS_LIMITS_FILE) ${words}`)
})

test.each([
  ['twilio', 'SMS_ACCOUNT'],
  ['vonage', 'SMS_SENDER'],
  ['infobip', 'SMS_URL'],
  ['seven', 'SMS_TOKEN'],
])('The SMS gateway %s does not start without %s [OPS-02]', (gateway, missing) => {
  const given = { SMS_URL: 'https://x.example', SMS_ACCOUNT: 'AC1', SMS_TOKEN: 'a-secret-token', SMS_SENDER: 'Avouch' }
  const start = (more: Record<string, string>) => settings({ SMS_GATEWAY: gateway, ...given, ...more })
  expect(start({}).sms).toMatchObject([{ gateway, url: 'https://x.example', token: 'a-secret-token' }])
  expect(() => start({ [missing]: '' })).toThrow(`SMS_GATEWAY=${gateway} needs the setting ${missing}.`)
})

test('A second SMS gateway has settings of its own, which name nothing without it [SMS-17 OPS-02]', () => {
  const start = (more: Record<string, string>) => settings({ SMS_TOKEN: 'a-secret-token', ...more }).sms
  const seven = { SMS_GATEWAY_2: 'seven', SMS_TOKEN_2: 'another-token', SMS_SENDER_2: 'Avouch' }
  expect(start(seven)).toMatchObject([
    { gateway: 'generic', token: 'a-secret-token' },
    { gateway: 'seven', url: 'https://gateway.seven.io', token: 'another-token', sender: 'Avouch' },
  ])
  expect(start({})).toHaveLength(1)
  expect(() => start({ ...seven, SMS_TOKEN_2: '' })).toThrow('SMS_GATEWAY_2=seven needs the setting SMS_TOKEN_2.')
  expect(() => start({ SMS_GATEWAY_2: 'generic', SMS_TOKEN_2: 'another-token' })).toThrow(
    'SMS_GATEWAY_2=generic needs the setting SMS_URL_2.',
  )
  expect(() => start({ SMS_URL_2: 'https://x.example' })).toThrow('SMS_URL_2 needs the setting SMS_GATEWAY_2.')
})

test('A bank needs its three settings, and outside production it is the sandbox’s [WALLET-02 WALLET-04]', () => {
  expect(settings({}).bank).toMatchObject({ returnsUrl: 'http://localhost:3003/bank/returns', iban: null })
  const bank = { BANK_IBAN: 'de89 3704 0044 0532 0130 00', BANK_TOKEN: 'a-token-for-the-bank' }
  expect(settings(bank).bank).toMatchObject({ iban: 'DE89370400440532013000', token: 'a-token-for-the-bank' })
  expect(() => settings({ BANK_IBAN: 'DE88370400440532013000' })).toThrow(StartupError)
})

test('A trusted list is fetched over https; on this machine, outside production, also over http [TRUST-08]', () => {
  const path = join(folder, 'lists.json')
  const listsAt = (url: string, mode: 'test' | 'production' = 'test') => {
    const list = { signers: ['0'.repeat(64)], serviceTypes: ['x'], statuses: ['x'], docTypes: ['eu.europa.ec.av.1'] }
    writeFileSync(path, JSON.stringify([{ url, format: 'xml', ...list }]))
    const env = { ...readEnv({ NODE_ENV: 'test', DATA_DIR: folder, TRUST_LISTS_FILE: path }), NODE_ENV: mode }
    return trustOf(env).lists.map((one) => one.url)
  }
  for (const url of ['https://lists.example/eu.xml', 'http://127.0.0.1:1/eu.xml']) expect(listsAt(url)).toEqual([url])
  for (const url of ['http://lists.example/eu.xml', 'http://localhost.example/eu.xml', 'file:///etc/eu.xml'])
    expect(() => listsAt(url)).toThrow(StartupError)
  expect(() => listsAt('http://127.0.0.1:1/eu.xml', 'production')).toThrow(StartupError)
})

test('The address of the review desk says where the transaction code stands [ADMIN-23]', () => {
  const deskAt = (REVIEW_DESK_URL: string) => settings({ REVIEW_DESK_URL }).identity.reviewDeskUrl
  expect(settings({}).identity.reviewDeskUrl).toBeUndefined()
  expect(deskAt('https://identity.example/cases/{tc}')).toBe('https://identity.example/cases/{tc}')
  expect(() => deskAt('https://identity.example/cases')).toThrow('REVIEW_DESK_URL')
})

test.each([
  ['https://avouch.example', true],
  ['https://avouch.example:8443', true],
  ['http://localhost:3000', true],
  ['http://avouch.example', false],
  ['http://127.0.0.1:3000', false],
  ['https://192.0.2.7', false],
  ['https://[2001:db8::7]', false],
])('Passkeys at %s: %s; nowhere where they are switched off [PASSKEY-02]', (address, isPossible) => {
  expect(settings({ PUBLIC_URL: address }).pageSettings.passkeys).toBe(isPossible)
  expect(settings({ PUBLIC_URL: address, PASSKEYS: 'off' }).pageSettings.passkeys).toBe(false)
})
