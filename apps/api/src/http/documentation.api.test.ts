import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { builtFrontEnd } from '#test/built-front-end.ts'
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

describe('the pages for websites', () => {
  const the = useTestApi({ DOCS_DIR: folder, WEB_DIR: builtFrontEnd() })

  test.each([
    ['/docs/', 'For websites'],
    ['/docs/errors/', 'Errors'],
  ])('The pages for websites are at %s [DOCS-01]', async (path, words) => {
    const { status, text, headers } = await send(the.api, 'GET', path, asked)
    expect([status, text, headers.get('content-type')]).toEqual([
      200,
      expect.stringContaining(words),
      'text/html; charset=utf-8',
    ])
    expect(headers.get('cache-control')).toBe('no-cache')
  })

  test('The pages for websites run their own files alone, with the headers of every answer [DOCS-01 X-15]', async () => {
    const { headers } = await send(the.api, 'GET', '/docs/', asked)
    const policy = headers.get('content-security-policy') ?? ''
    expect(policy).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self'; /)
    expect(policy).toContain("require-trusted-types-for 'script'; trusted-types 'none'")
    expect(policy).not.toMatch(/unsafe|http:|\*/)
    expect([headers.get('x-frame-options'), headers.get('x-content-type-options')]).toEqual(['DENY', 'nosniff'])
  })

  test.each(['/docs', '/docs/errors'])('The address %s leads to the one with a slash [DOCS-01]', async (path) => {
    const { status, headers } = await send(the.api, 'GET', path, { ...asked, redirect: 'manual' })
    expect([status, headers.get('location')]).toEqual([301, `${path}/`])
  })

  test('The pages for websites bring the package for providers, and scripts of the type that browsers run [DOCS-01]', async () => {
    expect((await send(the.api, 'GET', '/docs/package-0.1.0.tgz')).text).toBe('packed')
    expect((await send(the.api, 'GET', '/docs/assets/site.js')).headers.get('content-type')).toMatch(
      /^(?:text|application)\/javascript/,
    )
  })

  test.each(['/openapi.json', '/openapi/websites.json'])(
    'The description %s comes compressed as the client takes it, and not again while it is the same [PROV-33]',
    async (path) => {
      const plain = await send(the.api, 'GET', path, { headers: { 'accept-encoding': 'identity' } })
      expect([plain.status, plain.headers.get('content-encoding')]).toEqual([200, null])
      const etag = plain.headers.get('etag') ?? ''
      for (const encoding of ['br', 'gzip', 'deflate, gzip;q=0.5, *;q=0']) {
        const { text, headers } = await send(the.api, 'GET', path, { headers: { 'accept-encoding': encoding } })
        expect(text).toBe(plain.text)
        expect([headers.get('content-encoding'), headers.get('vary')]).toEqual([
          encoding === 'br' ? 'br' : 'gzip',
          'accept-encoding',
        ])
        expect(Number(headers.get('content-length'))).toBeLessThan(plain.text.length / 5)
      }
      const known = await send(the.api, 'GET', path, { headers: { 'if-none-match': `"another", ${etag}` } })
      expect([known.status, known.text]).toEqual([304, ''])
      const head = await send(the.api, 'HEAD', path)
      expect([head.status, head.headers.get('etag'), head.text]).toEqual([200, etag, ''])
    },
  )

  test('An unknown address below the pages for websites gets the page with 404 [DOCS-01]', async () => {
    const { status, text } = await send(the.api, 'GET', '/docs/nothing/', asked)
    expect([status, text]).toEqual([404, expect.stringContaining('the page')])
  })
})
