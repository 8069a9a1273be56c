import { expect, test } from 'vitest'
import { hrefOf, commonSearch, locationAt, parseSearch, stringifySearch } from './location.ts'

const AWKWARD = ['1e5', 'true', '12345678901234567890', '0123', 'a b&c=d+e/ü', '{"x":1}', '%25', 'null']

test.each(AWKWARD)('The merchant intent code %j survives in the query byte for byte [ROUTE-02]', (mintid) => {
  expect(parseSearch(stringifySearch({ mintid }))).toEqual({ mintid })
})

test('The flag mobile is false when it is absent, and a code without a character is none [ROUTE-02]', () => {
  expect(commonSearch({})).toEqual({ mintid: undefined, mobile: false })
  expect(commonSearch({ mintid: '' })).toEqual({ mintid: undefined, mobile: false })
})

test.each([
  ['true', true],
  ['1', true],
  ['false', false],
  ['yes', true],
])('The flag mobile=%j is read as %j [ROUTE-02]', (text, mobile) => {
  expect(commonSearch({ mobile: text }).mobile).toBe(mobile)
})

const at = (address: string) => {
  const { pathname, search } = new URL(address, 'https://here.example')
  return locationAt(pathname, search)
}

test.each([
  ['/', '/?mobile=false'],
  ['/auth/login/', '/auth/login?mobile=false'],
  ['/?from=cinema&mobile=1&mintid=m', '/?mintid=m&mobile=true&from=cinema'],
  ['/kyc?mintid=m&mobile=false&retry=1', '/kyc?mintid=m&mobile=false&retry=1'],
])('The address %s is written %s [ROUTE-02]', (address, written) => {
  expect(hrefOf(at(address))).toBe(written)
  expect(hrefOf(at(written))).toBe(written)
})

test.each([
  ['//evil.example/x', '/evil.example/x?mobile=false'],
  ['//', '/?mobile=false'],
  ['//auth//login//', '/auth/login?mobile=false'],
])('The path %s is an address of the product, and no other host: %s [ROUTE-17]', (pathname, written) => {
  expect(hrefOf(locationAt(pathname, ''))).toBe(written)
})

test('An address with a million slashes is read like any other [ROUTE-17]', () => {
  expect(locationAt(`/x${'/'.repeat(1_000_000)}x`, '').pathname).toBe('/x/x')
})
