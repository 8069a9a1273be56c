import { randomBytes } from 'node:crypto'
import { gunzipSync, gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { encodePage, encodingFor, OF_PAGES } from './encoded-page.ts'
import { newNonce } from './page.ts'

const unzipped = (page: readonly string[], nonce: string) => gunzipSync(encodePage(page, nonce, 'gzip')).toString()

/** Like a page of ours: tags that carry the nonce, and texts. */
const tag = (name: string) => [`<script type="module" crossorigin src="/assets/${name}.js" nonce="`, '"></script>\n']
const long = ['<!doctype html><html><head><meta property="csp-nonce" nonce="', '">', ...tag('a'), ...tag('b')]
  .join('|')
  .split('|')
  .map((part, at) => part + (at > 3 ? ` Größe „ja“ ${'über und über '.repeat(300)}` : ''))

test('X-15 a page that is compressed once arrives with each nonce in all its places', () => {
  for (let at = 0; at < 50; at += 1) {
    const nonce = newNonce()
    expect(unzipped(long, nonce)).toBe(long.join(nonce))
  }
})

test('X-15 whatever the page is', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'grapheme', maxLength: 200 }), { minLength: 2, maxLength: 9 }), (page) => {
      const nonce = newNonce()
      expect(unzipped(page, nonce)).toBe(page.join(nonce))
    }),
  )
})

test('X-15 a text with the bytes that stand for a nonce is compressed as well', () => {
  const page = [String.fromCharCode(...Array.from({ length: 32 }, (_, at) => at)).repeat(3), '<', '>']
  const nonce = newNonce()
  expect(unzipped(page, nonce)).toBe(page.join(nonce))
})

test('it is as small as one that is compressed for its nonce alone', () => {
  const nonce = randomBytes(16).toString('base64')
  const alone = gzipSync(long.join(nonce), { level: 9 }).length
  expect(encodePage(long, nonce, 'gzip').length).toBeLessThan(alone + 40)
})

test.each([
  ['gzip, deflate, br, zstd', 'gzip'],
  ['br;q=1.0, gzip;q=0.8', 'gzip'],
  ['GZIP', 'gzip'],
  ['gzip;q=0, identity', 'identity'],
  ['gzip; q=0.000', 'identity'],
  ['br', 'identity'],
  [undefined, 'identity'],
] as const)('%s is answered as %s', (accepted, encoding) => {
  expect(encodingFor(accepted, OF_PAGES)).toBe(encoding)
})
