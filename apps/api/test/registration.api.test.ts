import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isExternalUrl } from '@avouch/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { configFrom } from '../src/config/config.ts'
import { readEnv } from '../src/config/env.ts'
import { makeOidcKey } from '../src/config/oidc.ts'
import { WebhookSender } from '../src/modules/webhooks/webhook-sender.ts'
import { useTestApi } from '#test/use-test-api.ts'

/** Each bad input is tried at both of its ends: where it is registered, and where it would be used. */

const the = useTestApi()
const folder = mkdtempSync(join(tmpdir(), 'avouch-registration-'))
beforeAll(async () => {
  // The commands read them; the server itself sends to the partners of the tests, which are on this machine.
  Object.assign(the.api.settings, { PROVIDERS_FILE: '', WEBHOOK_PRIVATE_ADDRESSES: 'false' })
  await the.api.operate('provider', 'create', 'library', 'Library')
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const start = (given: Record<string, string>) => configFrom(readEnv({ NODE_ENV: 'test', DATA_DIR: folder, ...given }))
const file = (name: string, content: unknown) => {
  const path = join(folder, name)
  writeFileSync(path, JSON.stringify(content), { mode: 0o600 })
  return path
}
const shop = {
  id: 'shop',
  name: 'Shop',
  apiKeySha256: ['0'.repeat(64)],
  redirectUris: ['https://shop.example/return'],
  webhook: { url: 'https://shop.example/hook', secret: `whsec_${Buffer.alloc(24).toString('base64')}` },
}
const listed = (...providers: object[]) =>
  start({ WEBHOOK_PRIVATE_ADDRESSES: 'false', PROVIDERS_FILE: file('providers.json', providers) })

test.each([
  'http://127.0.0.1:9/hook',
  'http://127.1/hook',
  'http://2130706433/hook',
  'http://[::1]/hook',
  'http://[::ffff:10.0.0.1]/hook',
  'http://[64:ff9b::10.0.0.1]/hook',
  'http://[2002:a00:1::1]/hook',
  'http://[2001:0:808:808:8000:1234:f5ff:fffe]/hook',
  'http://192.168.7.1/hook',
  'http://169.254.169.254/latest',
  'http://localhost:8080/hook',
  'http://hook.localhost./hook',
])('A webhook at %s is refused when it is registered, as it would be when an event is sent [PROV-16]', async (url) => {
  await expect(the.api.operate('provider', 'webhook', 'set', 'library', url)).rejects.toThrow('public addresses only')
  expect(() => listed({ ...shop, webhook: { ...shop.webhook, url } })).toThrow('public addresses only')
  const sender = new WebhookSender({ clock: () => new Date(), privateAddresses: false })
  const message = { id: 'evt_1', url, secrets: [shop.webhook.secret], body: '{}' }
  expect(await sender.post(message, new AbortController().signal)).toMatchObject({ error: 'private_address' })
})

test.each([
  'http://[::ffff:8.8.8.8]/hook',
  'http://[64:ff9b::8.8.8.8]/hook',
  'http://[2002:808:808::1]/hook',
  'http://[2001:0:a00:1:8000:1234:f7f7:f7f7]/hook',
])('A webhook at %s may be registered, because the address that it carries is public [PROV-16]', async (url) => {
  await the.api.operate('provider', 'webhook', 'set', 'library', url)
  expect(() => listed({ ...shop, webhook: { ...shop.webhook, url } })).not.toThrow()
})

test.each([
  'javascript:alert(1)',
  'filesystem:https://shop.example/x',
  'view-source:https://shop.example',
  'ws://shop.example/return',
  'ftp://shop.example/return',
  'mailto:a@shop.example',
  'tel:+491511234567',
  'shop.example/return',
  '/return',
])(
  'The address %s is refused as a return address and as an app’s, as the page would refuse to leave for it [INTENT-11]',
  async (uri) => {
    await expect(the.api.operate('provider', 'redirect', 'add', 'library', uri)).rejects.toThrow('a whole address')
    expect(() => listed({ ...shop, redirectUris: [uri] })).toThrow('wrong at 0.redirectUris.0')
    for (const setting of ['APP_OPEN_URL', 'AGE_APP_OPEN_URL', 'ID_WALLET_OPEN_URL'])
      expect(() => start({ [setting]: uri })).toThrow(setting)
    expect(isExternalUrl(uri)).toBe(false)
  },
)

const CALLED = ['IDENTITY_URL', 'IDENTITY_STATUS_URL', 'BANK_RETURNS_URL', 'SMS_URL']
test.each(CALLED)('%s with a user name is refused at the start, as every call would be [OPS-02]', async (setting) => {
  const url = 'https://us:pass@a.example/x'
  expect(() => start({ [setting]: url })).toThrow(`The setting ${setting} is wrong`)
  await expect(fetch(url)).rejects.toThrow(TypeError)
})

const TOKENS = ['IDENTITY_TOKEN', 'BANK_TOKEN', 'SMS_TOKEN', 'SMS_TOKEN_2', 'CAPTCHA_SECRET']
test.each(TOKENS)('The setting %s with what no header carries is refused at the start [OPS-02]', (setting) => {
  for (const token of ['a token of twenty letters', 'zwölf-zeichen-und-mehr', 'line\nbreak-in-the-token']) {
    expect(() => start({ [setting]: token })).toThrow(`The setting ${setting} is wrong`)
    expect(() => start({ [setting]: token })).not.toThrow(token)
  }
})

test('The setting PUBLIC_URL is an origin, because the pages are at fixed paths [OPS-02]', () => {
  expect(start({ PUBLIC_URL: 'https://age.example/' }).publicUrl).toBe('https://age.example')
  for (const url of ['https://a.example/avouch', 'https://a.example/?x', 'https://us:pass@a.example'])
    expect(() => start({ PUBLIC_URL: url })).toThrow('The setting PUBLIC_URL is wrong')
})

test('A wrong file of providers is refused in a line that names the entry, and none of its values [OPS-02 P-12]', () => {
  for (const [entries, place] of [
    [[{ ...shop, webhook: { ...shop.webhook, secret: 'whsec_AAAA' } }], '0.webhook.secret'],
    [[{ ...shop, webhook: { ...shop.webhook, url: 'https://us:pass@shop.example' } }], '0.webhook.url'],
    [[shop, { ...shop, apiKeySha256: ['1'.repeat(64)] }], 'its top: an id is there twice'],
    [[shop, { ...shop, id: 'other' }], 'its top: a key is there twice'],
  ] as const)
    expect(() => listed(...entries)).toThrow(`(PROVIDERS_FILE) is wrong at ${place}`)
})

test('A file of the operator that could not do its work is refused at the start, and an app’s address that no query can follow [OPS-02]', () => {
  const [rsa, ec, other] = [makeOidcKey('RSA'), makeOidcKey('EC'), makeOidcKey('EC')]
  for (const wrong of [
    { ...ec, d: other.d },
    { ...ec, x: 'AAAA' },
    { ...rsa, d: 'AQAB', dp: 'AQAB' },
  ]) {
    const OIDC_KEYS_FILE = file('oidc.json', { keys: [rsa, wrong] })
    expect(() => start({ OIDC: 'on', OIDC_KEYS_FILE })).toThrow('(OIDC_KEYS_FILE) is damaged')
  }
  const anchors = file('anchors.json', [{ docTypes: ['org.iso.18013.5.1.mDL'], file: 'one.pem' }])
  expect(() => start({ TRUST_ANCHORS_FILE: anchors })).toThrow('(TRUST_ANCHORS_FILE) is wrong')
  for (const setting of ['APP_OPEN_URL', 'AGE_APP_OPEN_URL', 'ID_WALLET_OPEN_URL'])
    expect(() => start({ [setting]: 'av://open?from=web' })).toThrow('without a query')
})
