import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseEnv } from 'node:util'
import { afterAll, describe, expect, test } from 'vitest'
import { builtFrontEnd } from '#test/built-front-end.ts'
import { productionSettings } from '#test/production.ts'
import { useTestApi } from '#test/use-test-api.ts'
import { send } from '#test/wire.ts'

/** Pages as a build leaves them. */
const folder = mkdtempSync(join(tmpdir(), 'avouch-documentation-'))
mkdirSync(join(folder, 'errors'))
mkdirSync(join(folder, 'assets'))
writeFileSync(join(folder, 'index.html'), '<h1>For websites</h1>')
writeFileSync(join(folder, 'errors', 'index.html'), '<h1>Errors</h1>')
writeFileSync(join(folder, 'assets', 'site.js'), 'export {}')
writeFileSync(join(folder, 'package-0.1.0.tgz'), 'packed')
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const asked = { headers: { accept: 'text/html' } }

const the = useTestApi({ DOCS_DIR: folder, WEB_DIR: builtFrontEnd() })

test('The pages for websites run their own files alone, with the headers of every answer [DOCS-01 X-15]', async () => {
  const page = await send(the.api, 'GET', '/docs/errors/', asked)
  expect([page.status, page.text]).toEqual([200, expect.stringContaining('Errors')])
  const { text, headers } = await send(the.api, 'GET', '/docs/', asked)
  expect([text, headers.get('content-type')]).toEqual([
    expect.stringContaining('For websites'),
    'text/html; charset=utf-8',
  ])
  expect(headers.get('cache-control')).toBe('no-cache')
  const policy = headers.get('content-security-policy') ?? ''
  expect(policy).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self'; /)
  expect(policy).toContain("require-trusted-types-for 'script'; trusted-types 'none'")
  expect(policy).not.toMatch(/unsafe|http:|\*/)
  expect([headers.get('x-frame-options'), headers.get('x-content-type-options')]).toEqual(['DENY', 'nosniff'])
})

test('The pages for websites bring the package for providers, and scripts of the type that browsers run [DOCS-01]', async () => {
  expect((await send(the.api, 'GET', '/docs/package-0.1.0.tgz')).text).toBe('packed')
  expect((await send(the.api, 'GET', '/docs/assets/site.js')).headers.get('content-type')).toMatch(
    /^(?:text|application)\/javascript/,
  )
})

test.each(['/openapi.json', '/openapi/websites.json'])(
  'The description %s comes compressed as the client takes it, and not again while it is the same [PROV-28]',
  async (path) => {
    const plain = await send(the.api, 'GET', path, { headers: { 'accept-encoding': 'identity' } })
    expect([plain.status, plain.headers.get('content-encoding')]).toEqual([200, null])
    const etag = plain.headers.get('etag') ?? ''
    for (const encoding of ['br', 'gzip']) {
      const { text, headers } = await send(the.api, 'GET', path, { headers: { 'accept-encoding': encoding } })
      expect([text, headers.get('content-encoding')]).toEqual([plain.text, encoding])
      expect(headers.get('vary')).toBe('accept-encoding')
    }
    const known = await send(the.api, 'GET', path, { headers: { 'if-none-match': `"another", ${etag}` } })
    expect([known.status, known.text]).toEqual([304, ''])
  },
)

describe('in production', () => {
  const own = useTestApi({
    ...productionSettings(),
    BANK_CALLBACK_SECRET: `whsec_${Buffer.alloc(32, 8).toString('base64')}`,
    BANK_TOKEN: 'a-token-for-the-bank',
    EMBEDDED_IN_PRODUCTION: 'true',
    DOCS_DIR: folder,
    ...parseEnv(
      readFileSync(resolve(import.meta.dirname, '../../../../deploy/avouch.env'), 'utf8').match(
        /^API_REFERENCE=.*$/m,
      )?.[0] ?? '',
    ),
  })

  test('In production the example’s settings open the pages, the websites’ document and the package, and nothing of the consoles [DOCS-01]', async () => {
    for (const path of ['/docs/', '/docs/package-0.1.0.tgz', '/openapi/websites.json'])
      expect([path, (await send(own.api, 'GET', path)).status]).toEqual([path, 200])
    expect((await send(own.api, 'GET', '/openapi.json')).status).toBe(404)
    expect((await send(own.api, 'GET', '/openapi/websites.json')).text).not.toContain('/admin')
  })
})
