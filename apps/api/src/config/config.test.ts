import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { decide } from './config.ts'
import { readEnv } from './env.ts'
import { StartupError } from './startup-error.ts'

const folder = mkdtempSync(join(tmpdir(), 'avouch-config-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function withRedirect(uri: string) {
  const file = join(folder, 'providers.json')
  const webhook = { url: 'https://shop.example/hook', secret: 'whsec_AAAA' }
  const provider = { id: 'shop', name: 'Shop', apiKeySha256: ['0'.repeat(64)], redirectUris: [uri], webhook }
  writeFileSync(file, JSON.stringify([provider]), { mode: 0o600 })
  return decide(readEnv({ NODE_ENV: 'test', DATA_DIR: folder, PROVIDERS_FILE: file }))
}

test.each(['https://shop.example/return', 'shop-app://return'])('INTENT-11 visitors may go back to %s', (uri) => {
  expect(withRedirect(uri).providers.at(-1)?.redirectUris).toEqual([uri])
})

test('CAPTCHA-04 the captcha is our own, unless the settings name another', () => {
  const captchaBy = (settings: Record<string, string>) =>
    decide(readEnv({ NODE_ENV: 'test', DATA_DIR: folder, ...settings })).captcha
  const keys = { CAPTCHA_SITE_KEY: 'site-key', CAPTCHA_SECRET: 'a-secret-of-the-service' }
  expect(captchaBy({})).toEqual({ kind: 'pow', tries: 800 })
  expect(captchaBy({ CAPTCHA: 'off' })).toEqual({ kind: 'off' })
  expect(captchaBy({ CAPTCHA: 'turnstile', ...keys })).toMatchObject({ kind: 'service', service: 'turnstile' })
  for (const missing of ['CAPTCHA_SITE_KEY', 'CAPTCHA_SECRET'])
    expect(() => captchaBy({ CAPTCHA: 'hcaptcha', ...keys, [missing]: '' })).toThrow(StartupError)
})

test.each(['javascript:alert(1)', 'data:text/html,x', 'JavaScript:alert(1)', 'blob:https://x/y', 'file:///etc/passwd'])(
  'X-04 INTENT-11 visitors are never sent to %s, whoever registers it',
  (uri) => {
    expect(() => withRedirect(uri)).toThrow(StartupError)
  },
)
