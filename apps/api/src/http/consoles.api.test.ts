import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { builtFrontEnd, inlineSourcesOf } from '#test/built-front-end.ts'
import { useTestApi } from '#test/use-test-api.ts'
import { send } from '#test/wire.ts'

const SCRIPT = '/console/assets/console-1a2b3c.js'

/** The consoles as a build leaves them. */
function builtConsoles(): string {
  const folder = mkdtempSync(join(tmpdir(), 'avouch-consoles-'))
  const page = readFileSync(join(builtFrontEnd(), 'index.html'), 'utf8')
    .replace('/assets/app-1a2b3c.js', SCRIPT)
    .replace(/<link rel="stylesheet"[^>]*>/, '')
  mkdirSync(join(folder, 'console', 'assets'), { recursive: true })
  writeFileSync(join(folder, 'console.html'), page.replace('the page', 'the console'))
  writeFileSync(join(folder, 'operator.html'), page.replace('the page', 'the operator’s console'))
  writeFileSync(join(folder, SCRIPT), 'export {}')
  return folder
}

const CONSOLES_DIR = builtConsoles()
const the = useTestApi({ WEB_DIR: builtFrontEnd(), CONSOLES_DIR })
afterAll(() => rmSync(CONSOLES_DIR, { recursive: true }))
const page = (path: string) => send(the.api, 'GET', path, { headers: { accept: 'text/html' } })

test.each([
  ['/console/', 'the console'],
  ['/console/projects/my-shop/keys', 'the console'],
  ['/operator/join', 'the operator’s console'],
])('The address %s serves the page of its console, never stored [CONSOLE-01 X-15]', async (path, text) => {
  const answer = await page(path)
  expect([answer.status, answer.text]).toEqual([200, expect.stringContaining(text) as string])
  expect(answer.headers.get('cache-control')).toBe('no-store')
  const policy = answer.headers.get('content-security-policy') ?? ''
  expect(policy).not.toMatch(/unsafe-|\*|https?:/)
  expect(policy).toContain("frame-ancestors 'none'")
  expect(policy).toContain("require-trusted-types-for 'script'")
  expect(policy).toContain(`script-src 'self' ${inlineSourcesOf(answer.text).scripts.join(' ')};`)
  expect(answer.text).toContain(`src="${SCRIPT}"`)
})

test('A console’s file with a hash in its name is kept for ever, and one that is missing is no page [X-15]', async () => {
  const file = await page(SCRIPT)
  expect([file.status, file.headers.get('cache-control')]).toEqual([200, 'public, max-age=31536000, immutable'])
  expect((await page('/console/assets/gone.js')).status).toBe(404)
})

test.each(['/console', '/operator'])('The page %s says what to do without its script [ROUTE-19]', async (path) => {
  const headers = { accept: 'text/html', 'accept-language': 'de-AT, en;q=.5' }
  const { text } = await send(the.api, 'GET', path, { headers })
  expect(text).toMatch(/<html lang="de".*<noscript>Ohne JavaScript .* Browser\.<\/noscript>/s)
  expect((await page(path)).text).toContain('This page does not work without JavaScript.')
})

describe('switched off', () => {
  const off = useTestApi({ WEB_DIR: builtFrontEnd(), CONSOLES_DIR, CONSOLES: 'off' })

  test.each(['/console', '/operator', SCRIPT])('With the consoles off %s is not there [CONSOLE-01]', async (path) => {
    expect((await send(off.api, 'GET', path, { headers: { accept: 'text/html' } })).status).toBe(404)
  })
})
