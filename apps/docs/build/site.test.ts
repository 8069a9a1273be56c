import { execFileSync } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ERROR_CODES } from '@avouch/contract'
import { afterAll, expect, test } from 'vitest'
import { errorsPage } from './errors.ts'
import { PAGES } from './pages.ts'
import { document, ERRORS_PAGE, read } from './sources.ts'

const folder = mkdtempSync(join(tmpdir(), 'avouch-docs-'))
execFileSync(process.execPath, [join(import.meta.dirname, 'main.ts'), folder], {
  stdio: ['ignore', 'ignore', 'inherit'],
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const files = globSync('**/*.html', { cwd: folder })
const addressOf = (file: string) => `/docs/${file.replace(/index\.html$/, '')}`
const pages = new Map(files.map((file) => [addressOf(file), readFileSync(join(folder, file), 'utf8')]))
const page = (path: string) => pages.get(`/docs${path}`) ?? expect.fail(`there is no page ${path}`)

const all = (pattern: RegExp, text: string) => [...text.matchAll(pattern)].map(([, found = '']) => found)
const idsOf = (text: string) => all(/ id="([^"]+)"/g, text)

test('Every page of the guide and of the reference is there [DOCS-01]', () => {
  const reference = ['provider', 'visitor', 'app', 'partner', 'events', 'schemas'].map((name) => `/reference/${name}/`)
  for (const path of [...PAGES.map((one) => one.path), ...reference]) expect(page(path)).toContain('<h1>')
})

test.each([...pages.keys()])('Every link of %s leads to a page and a section [DOCS-01]', (address) => {
  const text = page(address.replace('/docs', ''))
  const dead = all(/ href="([^"]+)"/g, text)
    .filter((href) => !/^(?:https?:|mailto:|\/docs\/assets\/)/.test(href))
    .filter((href) => {
      const [path = '', anchor] = href.split('#')
      const target = pages.get(path === '' ? address : path)
      return target === undefined || (anchor !== undefined && !idsOf(target).includes(anchor))
    })
  expect(dead).toEqual([])
})

test.each([...pages.keys()])('Page %s has nothing inline, one title, and each id once [DOCS-01 X-15]', (address) => {
  const text = page(address.replace('/docs', ''))
  expect(all(/(<script(?![^>]* src=)|<style| style="| on[a-z]+=")/g, text)).toEqual([])
  expect(all(/(<h1>)/g, text)).toHaveLength(1)
  expect(text).toMatch(/<title>.+ – Avouch for developers<\/title>/)
  expect(new Set(idsOf(text)).size).toBe(idsOf(text).length)
  const levels = all(/<h([1-6])/g, text.split('<main')[1] ?? '').map(Number)
  expect(levels.filter((level, at) => level > (levels[at - 1] ?? 0) + 1)).toEqual([])
})

test('The reference has every operation, event and body of the OpenAPI document, and every refusal by its code [PROV-28]', () => {
  for (const { name } of document.tags) {
    const operations = Object.entries(document.paths)
      .flatMap(([path, methods]) => Object.entries(methods).map(([method, operation]) => ({ path, method, operation })))
      .filter(({ operation }) => operation.tags.includes(name))
    const text = page(`/reference/${name.toLowerCase()}/`)
    expect(idsOf(text)).toEqual(expect.arrayContaining(operations.map(({ operation }) => operation.operationId)))
    for (const { path, method, operation } of operations) {
      expect(text).toContain(`<code class="method">${method.toUpperCase()}</code> <code>${path}</code>`)
      const codes = Object.values(operation.responses).flatMap(({ content = {} }) =>
        Object.values(content).flatMap(({ examples = {} }) => Object.keys(examples)),
      )
      for (const code of codes) expect(text).toContain(`/docs/errors/#${code}`)
    }
  }
  const events = page('/reference/events/')
  for (const type of Object.keys(document.webhooks)) expect(events).toContain(`<code>${type}</code>`)
  expect(idsOf(page('/reference/schemas/'))).toEqual(expect.arrayContaining(Object.keys(document.components.schemas)))
})

test('No file of the pages names an operation of the consoles: the pages are open in production [DOCS-01]', () => {
  const files = globSync('**/*.{html,json}', { cwd: folder })
  expect(files.length).toBeGreaterThan(10)
  expect(files.filter((file) => /\/admin\b/.test(readFileSync(join(folder, file), 'utf8')))).toEqual([])
})

test('The page of errors has every code of the contract, as npm run fix writes it [PROV-28]', () => {
  expect(read(ERRORS_PAGE)).toBe(errorsPage(document))
  for (const code of ERROR_CODES) expect(idsOf(page('/errors/'))).toContain(code)
})

test('Every file of the pages is there in the encodings that browsers accept [DOCS-01]', () => {
  for (const file of globSync('**/*.{html,css,js,json}', { cwd: folder }))
    expect(globSync(`${file}.{br,gz}`, { cwd: folder })).toHaveLength(2)
})
