import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createIntent } from '#test/builders.ts'
import { builtFrontEnd, inlineSourcesOf } from '#test/built-front-end.ts'
import { useTestApi } from '#test/use-test-api.ts'
import { send } from '#test/wire.ts'

const RENDERER = `
let calls = 0
export const createPageRenderer = async ({ brand }) => async (asked) => {
  if (asked.pathname === '/kyc') throw new Error('no page')
  calls += 1
  return {
    language: 'de',
    title: brand.name + ' &amp; more',
    html: '<h1>' + calls + JSON.stringify(asked).replaceAll('"', '') + '</h1>',
    question: '<p>cookies</p>',
    renderKey: '{"screen":"/"}',
    known: asked.intent === undefined ? '' : JSON.stringify(asked.intent),
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

test('A rendered page is in the document, with its language, its title and preloads for its script [ROUTE-14 LANG-04]', async () => {
  const { status, text, headers } = await page('/auth/login?mintid=m&mobile=true', {
    cookie: 'i18next=de',
    'accept-language': 'de-AT, en;q=0.5',
  })
  expect(status).toBe(200)
  expect(text).toContain('<html lang="de">')
  expect(text).toContain('<title>Avouch &amp; more</title>')
  expect(text).toContain('<div id="root" data-render-key="{&quot;screen&quot;:&quot;/&quot;}" data-known="{&quot;gone')
  expect(text).toContain('<div id="question" data-language="de" data-size="1 7"><p>cookies</p></div>')
  for (const told of [
    'pathname:/auth/login',
    'search:?mintid=m',
    'cookie:i18next=de',
    'languages:de-AT',
    'maintenance:0',
  ])
    expect(text).toContain(told)
  const ahead = Array.from(text.matchAll(/<link rel="modulepreload" crossorigin href="([^"]+)"/g))
  expect(ahead.map(([, href]) => href)).toEqual(['/assets/login-1.js', '/assets/form-1.js'])
  expect(headers.get('vary')).toBe('accept-encoding, accept-language, cookie')
  expect(headers.get('cache-control')).toBe('no-store')
})

test('The policy of a rendered page has the hash of what the build wrote, and of nothing that was rendered [X-15]', async () => {
  const cookie = 'a=<script>planted</script><style>planted</style>'
  const { text, headers } = await page('/auth/login', { cookie })
  const { scripts, styles } = inlineSourcesOf(text)
  expect([scripts.length, styles.length]).toEqual([2, 2])
  const policy = headers.get('content-security-policy') ?? ''
  expect([scripts, styles].map((all) => all.filter((one) => policy.includes(one)).length)).toEqual([1, 1])
})

test('A rendered page names the provider, under the same rate limit as the call for it [STATE-06 INTENT-06]', async () => {
  const { mintid } = await createIntent(the.api)
  const { transaction } = (await the.api.client('intentSummary', { params: { id: mintid } })).data
  const knownOn = async (path: string) => {
    const { text } = await page(path)
    const known = /data-known="([^"]*)"/.exec(text)?.[1]?.replaceAll('&quot;', '"') ?? ''
    return known === '' ? undefined : (JSON.parse(known) as unknown)
  }
  for (const path of [`/?mintid=${mintid}`, `/auth/login?mobile=true&mintid=${mintid}`])
    expect(await knownOn(path)).toMatchObject({ intent: { kind: 'age', transaction } })
  expect(await knownOn('/?mintid=AAAAAAAAAAAAAAAAAAAAAA')).toEqual({ gone: 'mintid_not_exist' })
  expect(await knownOn('/?mintid=%00')).toEqual({ gone: 'incomplete' })
  expect(await knownOn('/')).toBeUndefined()
  const guessed = Array.from({ length: 20 }, () => knownOn(`/?mintid=${'B'.repeat(22)}`))
  await Promise.all(guessed)
  expect(await knownOn(`/?mintid=${mintid}`)).toEqual({ gone: 'mintid_not_exist' })
})

test('A page that cannot be rendered is left to the script', async () => {
  const { status, text } = await page('/kyc')
  expect([status, text.includes('<div id="root"></div>')]).toEqual([200, true])
})

test('The build for the server is not served [X-14]', async () => {
  for (const path of ['/.server/server.js', '/.vite/manifest.json'])
    expect((await send(the.api, 'GET', path, { headers: { accept: '*/*' } })).status).toBe(404)
})
