import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DEFAULT_BRAND } from '@avouch/contract'
import { serverTexts } from '@avouch/phrases/server-pages'
import { expect, test } from 'vitest'
import { StartupError } from '../../platform/startup-error.ts'
import { brandOf, inventedLegalPages } from './brand.ts'

const folder = mkdtempSync(join(tmpdir(), 'avouch-brand-'))
const write = (name: string, content: string | Buffer) => {
  writeFileSync(join(folder, name), content)
  return join(folder, name)
}
const MARK = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 40"><rect width="120" height="40"/></svg>'
write('mark.svg', MARK)
write('mark-dark.svg', MARK.replace('<rect', '<rect fill="#fff"'))
write('shot.png', Buffer.from('89504e470d0a1a0a0000000d49484452000000200000001008060000', 'hex'))
write('big.svg', MARK.padEnd(200 * 1_024 + 1))

const brand = (given: object | string) =>
  brandOf(write('brand.json', typeof given === 'string' ? given : JSON.stringify(given)))
const NAMED = { name: 'Proovio' }

test('Without a brand file everything is as it comes [GEN-12]', () => {
  const { page, look, pictures } = brandOf(undefined)
  expect(inventedLegalPages(page)).toEqual(['imprint', 'privacy', 'terms'])
  expect([page, look.name, look.style, pictures]).toEqual([DEFAULT_BRAND, 'Avouch', '', []])
})

test('What a brand file says takes the place of what comes along, and the rest stays [GEN-12]', () => {
  const imprint = { en: 'https://proovio.example/imprint', de: 'https://proovio.example/impressum' }
  const { page, look, pictures } = brand({
    name: ' Proovio ',
    company: 'Proovio GmbH',
    logo: 'mark.svg',
    logoDark: 'mark-dark.svg',
    icon: 'shot.png',
    colours: { brand: { light: '#3A1A8C', dark: '#c9b8ff' }, paper: { light: '#ffffff', dark: '#000000' } },
    links: { imprint },
    texts: { de: { 'landing.title': 'Zeig, dass du 18 bist.', 'error.not_found': 'Das gibt es hier nicht.' } },
  })
  expect(page).toEqual({
    name: 'Proovio',
    company: 'Proovio GmbH',
    logo: { src: pictures[1]?.path, darkSrc: pictures[2]?.path, width: 120, height: 40, showsName: false },
    links: { ...DEFAULT_BRAND.links, imprint },
    texts: { en: {}, de: { 'landing.title': 'Zeig, dass du 18 bist.', 'error.not_found': 'Das gibt es hier nicht.' } },
  })
  expect(look.errors.de.not_found).toBe('Das gibt es hier nicht.')
  expect(look.errors.en.digit_length).toBe('Enter 4 digits.')
  expect(inventedLegalPages(page)).toEqual(['privacy', 'terms'])
  expect(look).toEqual({
    name: 'Proovio',
    style: expect.stringContaining('--color-brand:#3a1a8c') as string,
    icon: { href: pictures[0]?.path, type: 'image/png' },
    paper: { light: '#ffffff', dark: '#000000' },
    errors: look.errors,
    texts: serverTexts,
  })
  expect(pictures.map(({ type, width, height }) => [type, width, height])).toEqual([
    ['image/png', 32, 16],
    ['image/svg+xml', 120, 40],
    ['image/svg+xml', 120, 40],
  ])
  for (const { path } of pictures) expect(path).toMatch(/^\/brand\/[0-9a-f]{16}\.(svg|png)$/)
})

test('Where there is neither icon nor logo, the icon is our mark in the colours of the operator [GEN-12]', () => {
  const { look, pictures } = brand({ ...NAMED, colours: { brand: { light: '#5b21b6', dark: '#63d3bd' } } })
  expect(look.icon.href).toBe(pictures[0]?.path)
  const mark = String(pictures[0]?.bytes)
  expect(mark).toContain('fill="#5b21b6"')
  const ours = readFileSync(join(import.meta.dirname, '../../../../web/public/favicon.svg'), 'utf8')
  expect(mark.replace('#5b21b6', '#0a5f55').replace('#ffffff', '#fff')).toBe(ours.trim())
})

test('A brand file that is not there, or is no JSON, is one line for the operator [OPS-02]', () => {
  expect(() => brandOf(join(folder, 'none.json'))).toThrow(/^BRAND_FILE: .*none\.json can't be read: ENOENT\.$/)
  expect(() => brand('{')).toThrow(/^BRAND_FILE: .*brand\.json is no JSON\.$/)
})

test.each([
  ['no name', {}, /name: /],
  ['a word that is not known', { ...NAMED, color: {} }, /Unrecognized key: "color"/],
  [
    'a colour that is hard to see',
    { ...NAMED, colours: { brand: { light: '#7fb3ff', dark: '#7fb3ff' } } },
    /colours: brand #7fb3ff on paper #f6f5f1, light, has 1\.96:1, but text needs 4\.5:1\.$/,
  ],
  ['a link without https', { ...NAMED, links: { faq: { en: 'http://a.example' } } }, /faq: en: /],
  [
    'a text that is not known',
    { ...NAMED, texts: { en: { 'landing.nothing': 'x' } } },
    /en: landing\.nothing: there is no such phrase/,
  ],
  [
    'a text without its slot',
    { ...NAMED, texts: { en: { 'layout.transaction': 'Yours' } } },
    /\{\{transaction\}\} is missing/,
  ],
  ['a picture that is not there', { ...NAMED, logo: 'none.svg' }, /none\.svg can't be read: ENOENT/],
  ['a picture that is none', { ...NAMED, icon: 'brand.json' }, /brand\.json is neither a PNG nor an SVG/],
  ['a picture that is too big', { ...NAMED, icon: 'big.svg' }, /big\.svg has more than 200 KiB/],
])('A brand file with %s is one line for the operator [OPS-02 GEN-12]', (_what, given, problem) => {
  let said: unknown
  try {
    brand(given)
  } catch (error) {
    said = error
  }
  expect(said).toBeInstanceOf(StartupError)
  const { message } = said as StartupError
  expect(message).toMatch(problem)
  expect(message).toMatch(/^BRAND_FILE: [^\n]+\.$/)
})
