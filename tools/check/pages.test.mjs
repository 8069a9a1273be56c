import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { problemsOfAddresses, problemsOfSizes } from './pages.mjs'

const folder = mkdtempSync(join(tmpdir(), 'avouch-sizes-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A build whose pages have one script as large as the first one may be, and whose log-in has a style. @param {number} size of that @param {string} [more] */
function weigh(size, more = '') {
  const texts = ['en/first', 'en/sign-in', 'de/first', 'de/sign-in']
  const forms = ['prompt', 'login', 'register'].map((name) => `src/screens/auth/${name}/${name}.route.tsx`)
  const names = [...forms, ...texts.map((name) => `../../packages/phrases/src/${name}.ts`)]
  const css = (/** @type {string} */ name) => (name.includes('login') ? ['assets/login.css'] : [])
  const parts = names.map((name) => [name, { file: 'assets/part.js', imports: ['_shared'], css: css(name) }])
  const manifest = Object.fromEntries([['_shared', { file: 'assets/shared.js' }], ...parts])
  for (const path of ['.vite', 'assets']) mkdirSync(join(folder, path), { recursive: true })
  writeFileSync(join(folder, 'index.html'), `<script src="/assets/app.js"></script>${more}`)
  writeFileSync(join(folder, '.vite/manifest.json'), JSON.stringify(manifest))
  const sizes = { 'app.js': 86 * 1_024 - 1, 'shared.js': 1, 'part.js': 0, 'login.css': size }
  for (const [name, bytes] of Object.entries(sizes)) writeFileSync(join(folder, `assets/${name}.br`), 'x'.repeat(bytes))
  return problemsOfSizes(folder, join(folder, 'limits.json'))
}

test('A page that weighs one byte too much is reported', async () => {
  expect(await weigh(29 * 1_024)).toEqual([])
  const [said = ''] = await weigh(29 * 1_024 + 1)
  expect(said.match(/\/\S* (?:en|de)/g)).toEqual(['/auth/login en', '/auth/login de'])
})

test('A page that comes in too many parts is reported', async () => {
  const more = '<link href="/assets/more.css">'
  await expect(weigh(0, more)).rejects.toThrow('/: 5 requests')
})

test.each([
  ['/assets/captcha-1a2b3c4d.js', 'captcha'],
  ['/assets/use-reload-notice-1a2b3c4d.js', 'notice'],
  ['/assets/notices-1a2b3c4d.js', 'notices'],
  ['/api/cookieSettings', 'cookie'],
  ['/ads/1.svg', 'ads'],
])('The address %s is reported as known to content blockers by %s [ROUTE-18]', (address, word) => {
  const problem = `here: content blockers know ${address} by its word ${word}`
  expect(problemsOfAddresses(`path: '${address}',`, 'here')).toEqual([problem])
})

test('Addresses without a word that content blockers know are not reported [ROUTE-18]', () => {
  const text = `'/assets/ad365d91.js' "/admin/v1/session" '/api/readiness' '/analytics-frame' // 1 / ads, import '../ads/x.ts'`
  expect(problemsOfAddresses(text, 'here')).toEqual([])
})
