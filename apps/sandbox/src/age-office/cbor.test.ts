import { expect, test } from 'vitest'
import { at, type Cbor, decode, embed, encode, mapOf, openEmbedded, Tagged } from './cbor.ts'

/** Examples of RFC 8949, appendix A. */
const EXAMPLES: readonly (readonly [string, Cbor])[] = [
  ['00', 0],
  ['17', 23],
  ['1818', 24],
  ['1903e8', 1000],
  ['1a000f4240', 1_000_000],
  ['1affffffff', 4_294_967_295],
  ['20', -1],
  ['3903e7', -1000],
  ['f4', false],
  ['f5', true],
  ['f6', null],
  ['4401020304', Buffer.of(1, 2, 3, 4)],
  ['62c3bc', 'ü'],
  ['83010203', [1, 2, 3]],
  ['a201020304', new Map([[1, 2] as const, [3, 4] as const])],
  ['826161a161626163', ['a', mapOf({ b: 'c' })]],
  ['c074323031332d30332d32315432303a30343a30305a', new Tagged(0, '2013-03-21T20:04:00Z')],
]

test.each(EXAMPLES)('%s is written and read as the standard says', (hex, value) => {
  expect(encode(value).toString('hex')).toBe(hex)
  expect(decode(Buffer.from(hex, 'hex'))).toEqual(value)
})

test.each(['', '0000', '1900', '4401', 'a1', 'a10102ff', 'a2010101', 'fb3ff199999999999a', '81'.repeat(40)])(
  'the bytes %s are refused',
  (hex) => expect(() => decode(Buffer.from(hex, 'hex'))).toThrow(/./),
)

test('an embedded value is found at its path', () => {
  const inside = embed(mapOf({ a: new Map([[1, 'x']]) }))
  expect(at(openEmbedded(inside), 'a', 1)).toBe('x')
  expect(at(openEmbedded(inside), 'b', 1)).toBeUndefined()
  expect(() => openEmbedded('a')).toThrow(/./)
})
