import { request } from 'node:http'
import { SCREENS } from '@avouch/contract'
import { expect, test } from 'vitest'
import { builtFrontEnd, inlineSourcesOf } from '#test/built-front-end.ts'
import { useTestApi } from '#test/use-test-api.ts'
import { send } from '#test/wire.ts'

const the = useTestApi({ WEB_DIR: builtFrontEnd() })
/** fetch does not let a caller choose the host. */
const requestUnder = (baseUrl: string, path: string, host: string) =>
  new Promise<{ status: number | undefined; text: string }>((done, failed) => {
    const asked = request(baseUrl + path, { headers: { host, accept: 'text/html' } }, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (part: string) => (text += part))
      response.on('end', () => done({ status: response.statusCode, text }))
    })
    asked.on('error', failed).end()
  })
const page = (path: string, accept = 'text/html') => send(the.api, 'GET', path, { headers: { accept } })

test.each(SCREENS)('The address %s serves the page with its policy, never stored [ROUTE-01 X-08]', async (path) => {
  const { status, text, headers } = await page(`${path}?mintid=AAAAAAAAAAAAAAAAAAAAAA&mobile=true`)
  expect([status, text]).toEqual([200, expect.stringContaining('the page') as string])
  expect(headers.get('content-type')).toMatch(/^text\/html/)
  expect(headers.get('cache-control')).toBe('no-store')
  const policy = headers.get('content-security-policy') ?? ''
  for (const rule of ["default-src 'none'", "base-uri 'none'", "frame-ancestors 'none'", "form-action 'none'"])
    expect(policy).toContain(rule)
  expect(policy).not.toMatch(/unsafe-|\*|https?:/)
  expect(policy).toContain("require-trusted-types-for 'script'; trusted-types av")
  expect(headers.get('referrer-policy')).toBe('no-referrer')
})

test.each([
  ['gzip, deflate, br, zstd', 'gzip'],
  ['gzip;q=0, identity', 'identity'],
])('The policy has the hash of all that the page has inline: %s [X-15]', async (accepted, encoding) => {
  for (const path of ['/', '/auth/login', '/nothing?a=<script>alert(1)</script>']) {
    const { text, headers } = await send(the.api, 'GET', path, {
      headers: { accept: 'text/html', 'accept-encoding': accepted },
    })
    expect(headers.get('content-encoding') ?? 'identity').toBe(encoding)
    const { scripts, styles } = inlineSourcesOf(text)
    expect([scripts.length, styles.length]).toEqual([1, 1])
    const policy = headers.get('content-security-policy') ?? ''
    expect(policy).toContain(`script-src 'self' ${scripts.join(' ')};`)
    expect(policy).toContain(`style-src 'self' ${styles.join(' ')};`)
  }
})

test('A page opened under another host than PUBLIC_URL says so in both languages, and nothing else changes [OPS-37]', async () => {
  const under = (host: string, path: string) => requestUnder(the.api.baseUrl, path, host)
  expect((await under('<b>x', '/auth/login')).text).not.toContain('<b>')
  expect(await under('192.168.1.5:3000', '/auth/login')).toEqual({
    status: 421,
    text: expect.stringMatching(/lang="en".*http:\/\/product\.test.*LAN_ADDRESS.*lang="de".*LAN_ADDRESS/s) as string,
  })
  for (const path of ['/livez', '/readyz', '/assets/app-1a2b3c.js', '/auth/public/challenge?action=signup'])
    expect([path, (await under('192.168.1.5:3000', path)).status]).toEqual([path, 200])
  for (const host of ['product.test', 'product.test:8080', 'localhost:3000', '127.0.0.1'])
    expect([host, (await under(host, '/auth/login')).status]).toEqual([host, 200])
})

test('An unknown address gets the page with 404 [ROUTE-17]', async () => {
  for (const path of ['/nothing', '/kyc/deeper', '/..%2fetc%2fpasswd', '//evil.example/x', '/kino/%zz']) {
    const { status, text, headers } = await page(path)
    expect([path, status, text.includes('the page')]).toEqual([path, 404, true])
    expect(headers.get('content-security-policy')).toContain("script-src 'self' 'sha256-")
  }
})

test('Redundant slashes in an address change nothing [ROUTE-17]', async () => {
  for (const path of ['/auth/login/', '//auth/login', '/auth//login//', '//', '/a/code/'])
    expect([path, (await page(path)).status]).toEqual([path, 200])
})

test('An asset is kept for ever, and any other file is looked at again [X-08 X-14]', async () => {
  const { status, headers } = await page('/assets/app-1a2b3c.js', '*/*')
  expect([status, headers.get('cache-control')]).toEqual([200, 'public, max-age=31536000, immutable'])
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  const icon = await page('/favicon.svg', '*/*')
  expect([icon.status, icon.headers.get('cache-control')]).toEqual([200, 'no-cache'])
})

test.each([
  ['an asset', '/assets/app-000000.js', 'text/html'],
  ['an endpoint', '/api/nothing', 'text/html'],
  ['an image', '/nothing.png', 'image/*'],
  ['what pages are made of', '/index.html', '*/*'],
])('For %s that is not there the answer is a plain 404, never the page [X-08]', async (_what, path, accept) => {
  const { status, body, text } = await page(path, accept)
  expect([status, body?.['code']]).toEqual([404, 'not_found'])
  expect(text).not.toContain('the page')
})

test.each(['/..%2f..%2fetc%2fpasswd', '/assets/..%2findex.html', '/assets/%2e%2e/%2e%2e/etc/passwd', '/.env'])(
  'The front end serves nothing outside its folder: %s',
  async (path) => {
    const { status, text } = await page(path, '*/*')
    expect(status).toBeGreaterThanOrEqual(400)
    expect(text).not.toContain('root:')
  },
)

test('The language that a website asks for is stored, in place of an earlier choice [LANG-04]', async () => {
  const set = async (path: string) =>
    (await page(path)).headers.getSetCookie().map((cookie) => cookie.split('; ').toSorted())
  const stored = [['Max-Age=31536000', 'Path=/', 'SameSite=Lax', 'i18next=de']]
  for (const path of ['/?lng=de', '/auth/login?mobile=true&lng=de']) expect(await set(path)).toEqual(stored)
  for (const path of ['/', '/?lng=fr']) expect(await set(path)).toEqual([])
})
