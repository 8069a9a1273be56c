import { join } from 'node:path'
import type { PageSettings } from '@avouch/contract'
import { expect, test } from 'vitest'
import { builtFrontEnd, inlineSourcesOf } from '#test/built-front-end.ts'
import { OTHER_PIN, signUp } from '#test/builders.ts'
import { useTestApi } from '#test/use-test-api.ts'
import { send } from '#test/wire.ts'

const BRAND_FILE = join(import.meta.dirname, '../../../web/e2e/brand/brand.json')
const the = useTestApi({ WEB_DIR: builtFrontEnd(), BRAND_FILE, PIN_BLOCKLIST: 'strict' })
const get = (path: string, accept = 'text/html') => send(the.api, 'GET', path, { headers: { accept } })

const settingsIn = (page: string) => {
  const written = /<meta name="settings" content="([^"]*)"/.exec(page)?.[1] ?? ''
  return JSON.parse(written.replaceAll('&quot;', '"').replaceAll('&amp;', '&')) as PageSettings
}

test('The page has the operator’s name, colours and icon before any script runs [GEN-12 X-15]', async () => {
  const { text, headers } = await get('/auth/login')
  expect(text).toContain('<title>Proovio</title>')
  expect(text).toContain('<meta name="theme-color" media="(prefers-color-scheme: light)" content="#fbfaff" />')
  expect(text).toContain('<meta name="theme-color" media="(prefers-color-scheme: dark)" content="#14101f" />')
  expect(text).toContain('<style>:root{--color-paper:#fbfaff;')
  const { styles } = inlineSourcesOf(text)
  expect(styles).toHaveLength(2)
  expect(headers.get('content-security-policy')).toContain(`style-src 'self' ${styles.join(' ')};`)
  expect(text).toMatch(/<link rel="icon" href="\/brand\/[0-9a-f]{16}\.svg" type="image\/svg\+xml" \/>/)
  expect(text).not.toContain('Avouch')
  const { brand } = settingsIn(text)
  expect(brand).toMatchObject({
    name: 'Proovio',
    company: 'Proovio GmbH',
    logo: { width: 140, height: 36, showsName: true },
    links: { support: { de: 'mailto:hilfe@proovio.example' }, faq: { de: '/de/faq' } },
    texts: { de: { 'landing.heading': 'Alt genug? Zeig es mit {{product}}' } },
  })
  expect((await get('/openapi.json', 'application/json')).body).toMatchObject({ info: { title: 'Proovio API' } })
})

test('The page knows which PINs the operator refuses [PIN-07]', async () => {
  expect(settingsIn((await get('/auth/register')).text).pinBlocklist).toBe('strict')
})

test('The pictures of a brand are immutable, and their policy runs no script [GEN-12 X-08]', async () => {
  const { brand } = settingsIn((await get('/')).text)
  const paths = [brand.logo?.src, brand.logo?.darkSrc]
  expect(new Set(paths).size).toBe(2)
  for (const path of paths) {
    const { status, headers, text } = await get(path ?? '', 'image/*')
    expect([status, headers.get('content-type')]).toEqual([200, 'image/svg+xml'])
    expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'")
    expect(text).toContain('<svg')
  }
  const missing = await get('/brand/0000000000000000.svg')
  expect([missing.status, missing.body?.['code']]).toEqual([404, 'not_found'])
})

test('The SMS with the code names the operator’s product [GEN-12]', async () => {
  const { number } = await signUp(the.api, undefined, OTHER_PIN)
  expect(the.api.world.sentTo(number).at(-1)?.text).toMatch(/^[0-9]{6} is your Proovio code\./)
})
