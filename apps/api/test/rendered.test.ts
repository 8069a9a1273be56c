import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { builtFrontEnd } from './support/built-front-end.ts'
import { useTestApi } from './support/use-test-api.ts'
import { send } from './support/wire.ts'

const RENDERER = `
let calls = 0
export const createPageRenderer = async ({ brand }) => async (asked) => {
  if (asked.pathname === '/kyc') throw new Error('no page')
  calls += 1
  return {
    language: 'de',
    title: brand.name + ' &amp; more',
    html: '<h1>' + calls + JSON.stringify(asked).replaceAll('"', '') + '</h1>',
    served: '{"screen":"/"}',
    parts: ['src/routes/login.tsx', 'src/routes/gone.tsx'],
  }
}
`
const MANIFEST = {
  'src/routes/login.tsx': { file: 'assets/login-1.js', imports: ['_form.js', '_app.js'] },
  '_form.js': { file: 'assets/form-1.js', imports: ['_app.js'] },
  '_app.js': { file: 'assets/app-1a2b3c.js' },
}

/** A front end that was built with its part for the server. */
function withRenderer(): string {
  const folder = builtFrontEnd()
  for (const [path, text] of [
    ['.server/server.js', RENDERER],
    ['.server/package.json', '{"type":"module"}'],
    ['.vite/manifest.json', JSON.stringify(MANIFEST)],
  ] as const) {
    mkdirSync(join(folder, path, '..'), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  return folder
}

const the = useTestApi({ WEB_DIR: withRenderer() })
const page = (path: string, headers: Record<string, string> = {}) =>
  send(the.api, 'GET', path, { headers: { accept: 'text/html', ...headers } })

describe('a page that is rendered by the server', () => {
  test('ROUTE-14 LANG-08 is in the document, with its language, its title and what its script wants next', async () => {
    const { status, text, headers } = await page('/auth/login?mintid=m&mobile=true', {
      cookie: 'i18next=de',
      'accept-language': 'de-AT, en;q=0.5',
    })
    expect(status).toBe(200)
    expect(text).toContain('<html lang="de">')
    expect(text).toContain('<title>Avouch &amp; more</title>')
    expect(text).toContain('<div id="root" data-served="{&quot;screen&quot;:&quot;/&quot;}"><h1>')
    for (const told of [
      'pathname:/auth/login',
      'search:?mintid=m',
      'cookie:i18next=de',
      'languages:de-AT',
      'maintenance:0',
    ])
      expect(text).toContain(told)
    const nonce = /'nonce-([^']+)'/.exec(headers.get('content-security-policy') ?? '')?.[1]
    const ahead = Array.from(text.matchAll(/<link rel="modulepreload" crossorigin href="([^"]+)" nonce="([^"]+)"/g))
    expect(ahead.map(([, href, carried]) => [href, carried])).toEqual([
      ['/assets/login-1.js', nonce],
      ['/assets/form-1.js', nonce],
    ])
    expect(headers.get('vary')).toBe('accept-encoding, accept-language, cookie')
    expect(headers.get('cache-control')).toBe('no-store')
  })

  test('ROUTE-14 is the page with 404 where there is none, whatever the address looks like', async () => {
    const of = async (path: string) => {
      const { status, text } = await page(path)
      return [status, text.includes(`pathname:${path},`)]
    }
    for (const path of ['/no/such/page', '//evil.example/page', '//['])
      expect([path, ...(await of(path))]).toEqual([path, 404, true])
  })

  test('one that cannot be rendered is left to the script', async () => {
    const { status, text } = await page('/kyc')
    expect([status, text.includes('<div id="root"></div>')]).toEqual([200, true])
  })

  test('X-14 its parts for the server are not served', async () => {
    for (const path of ['/.server/server.js', '/.vite/manifest.json'])
      expect((await send(the.api, 'GET', path, { headers: { accept: '*/*' } })).status).toBe(404)
  })
})
