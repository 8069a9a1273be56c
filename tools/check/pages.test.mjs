import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { problemsOfAddresses, problemsOfSizes } from './pages.mjs'

const folder = mkdtempSync(join(tmpdir(), 'avouch-sizes-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A build whose pages share a form; one part has a weight. @param {string} grown @param {number} by @param {string} [more] */
function weigh(grown, by, more = '') {
  /** @type {Record<string, object>} */
  const manifest = { _app: { file: 'assets/app.js' } }
  const add = (/** @type {string} */ name, /** @type {string} */ file, imports = '_app') =>
    (manifest[name] = {
      file: `assets/${file}.js`,
      ...(file === 'form' && { css: ['assets/form.css'] }),
      imports: [imports],
    })
  add('_form', 'form')
  for (const name of ['prompt', 'login', 'register']) add(`src/screens/auth/${name}/${name}.route.tsx`, name, '_form')
  for (const language of ['en', 'de'])
    for (const name of ['first', 'sign-in'])
      add(`../../packages/phrases/src/${language}/${name}.ts`, `${language}-${name}`)
  const html = `<script src="/assets/app.js"></script><link href="/assets/app.css">${more}`
  mkdirSync(join(folder, '.vite'), { recursive: true })
  mkdirSync(join(folder, 'assets'), { recursive: true })
  writeFileSync(join(folder, 'index.html'), html)
  writeFileSync(join(folder, '.vite/manifest.json'), JSON.stringify(manifest))
  for (const name of `${JSON.stringify(manifest)}${html}`.match(/assets\/[\w-]+\.\w+/g) ?? [])
    writeFileSync(join(folder, `${name}.br`), 'x'.repeat(name.endsWith(grown) ? by : 0))
  return problemsOfSizes(folder, join(folder, 'limits.json'))
}

const FORMS = ['/auth/prompt', '/auth/login', '/auth/register']
const inBoth = (/** @type {string[]} */ pages) => pages.flatMap((page) => [`${page} en`, `${page} de`])

/** @type {[string, number, string[]][]} */
const GROWN = [
  ['app.js', 86, []],
  ['app.js', 87, inBoth(['/'])],
  ['app.css', 140, inBoth(['/', ...FORMS])],
  ['de-first.js', 140, ['/', ...FORMS].map((page) => `${page} de`)],
  ['form.css', 140, inBoth(FORMS)],
  ['login.js', 140, inBoth(['/auth/login'])],
]

test.each(GROWN)('pages that weigh too much are found: %s has %i kB', async (file, size, pages) => {
  const { problems } = await weigh(file, size * 1_024)
  expect(problems).toEqual(pages.map((page) => expect.stringContaining(`${page}: `)))
})

test('pages are too much in too many parts', async () => {
  await expect(weigh('', 0, '<link href="/assets/more.css">')).rejects.toThrow('/: 5 requests')
})

test.each([
  ['/assets/captcha-1a2b3c4d.js', 'captcha'],
  ['/assets/use-reload-notice-1a2b3c4d.js', 'notice'],
  ['/assets/notices-1a2b3c4d.js', 'notice'],
  ['/api/cookieSettings', 'cookie'],
  ['/ads/1.svg', 'ad'],
  ['/track', 'track'],
])('ROUTE-18 %s is known to content blockers by %s', (address, word) => {
  expect(problemsOfAddresses(`path: '${address}',`, 'here')).toEqual([
    `here: content blockers know ${address} by its word ${word}`,
  ])
})

test.each(['/assets/ad365d91.js', '/admin/v1/session', '/api/readiness', '/analytics-frame', '/logos/'])(
  'ROUTE-18 %s is not',
  (address) => {
    expect(problemsOfAddresses(`'${address}' // 1 / ads, import '../ads/x.ts'`, 'here')).toEqual([])
  },
)
