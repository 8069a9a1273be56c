import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { builtFrontEnd } from './support/built-front-end.ts'
import { useTestApi } from './support/use-test-api.ts'

const SCRIPT = 'export const version = 2'
const STYLE = 'body { color: red }'
const [NEXT_SCRIPT, NEXT_STYLE, CONSOLE_SCRIPT] = [
  '/assets/next-4d5e6f.js',
  '/assets/next-4d5e6f.css',
  '/console/assets/next-7a8b9c.js',
]

const [older, newer, consoles] = [builtFrontEnd(), builtFrontEnd(), builtFrontEnd()]
const before = useTestApi({ WEB_DIR: older })
let after: Awaited<ReturnType<typeof before.api.twin>>

beforeAll(async () => {
  rmSync(join(newer, 'assets', 'app-1a2b3c.js'))
  writeFileSync(join(newer, NEXT_SCRIPT), SCRIPT)
  writeFileSync(join(newer, NEXT_STYLE), STYLE)
  mkdirSync(join(consoles, 'console', 'assets'), { recursive: true })
  for (const page of ['console.html', 'operator.html']) cpSync(join(newer, 'index.html'), join(consoles, page))
  writeFileSync(join(consoles, CONSOLE_SCRIPT), SCRIPT)
  after = await before.api.twin({ WEB_DIR: newer, CONSOLES_DIR: consoles })
})
afterAll(async () => {
  await after.close()
  for (const folder of [older, newer, consoles]) rmSync(folder, { recursive: true })
})
const atOlder = (path: string, init?: RequestInit) => fetch(before.api.baseUrl + path, init)
const atNewer = (path: string, init?: RequestInit) => fetch(after.baseUrl + path, init)

test('While one version replaces another, each serves the hashed files of both [OPS-61]', async () => {
  const ofNewer = await atOlder(NEXT_SCRIPT)
  expect([ofNewer.status, await ofNewer.text()]).toEqual([200, SCRIPT])
  expect(ofNewer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  expect(ofNewer.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
  const uncompressed = await atOlder(NEXT_STYLE, { headers: { 'accept-encoding': 'identity' } })
  expect([uncompressed.headers.get('content-encoding'), await uncompressed.text()]).toEqual([null, STYLE])
  expect((await atOlder(CONSOLE_SCRIPT)).status).toBe(200)
  const ofOlder = await atNewer('/assets/app-1a2b3c.js')
  expect([ofOlder.status, await ofOlder.text()]).toEqual([200, 'export {}'])
  expect((await atNewer('/assets/app-1a2b3c.js', { method: 'HEAD' })).status).toBe(200)
  expect(before.api.log.filter((line) => line.includes('already sent'))).toEqual([])
})

test('A file that no version has is not there, whatever is asked for [OPS-61]', async () => {
  for (const path of ['/assets/none-000000.js', '/assets/next-4d5e6f.js.map', '/assets/../package.json', '/assets/'])
    expect([path, (await atOlder(path)).status]).toEqual([path, 404])
  expect((await atOlder(NEXT_SCRIPT, { method: 'POST' })).status).toBe(404)
})
