import { describe, expect, test } from 'vitest'
import { hrefOf, commonSearch, locationAt, OWN_SEARCH, parseSearch, stringifySearch } from './location.ts'

const AWKWARD = ['1e5', 'true', '12345678901234567890', '0123', 'a b&c=d+e/ü', '{"x":1}', '%25', 'null']

describe('the query of an address', () => {
  test.each(AWKWARD)('The merchant intent code %j survives in the query byte for byte [ROUTE-02]', (mintid) => {
    expect(parseSearch(stringifySearch({ mintid }))).toEqual({ mintid })
  })

  test('In a query mintid and mobile come first, so that the address stays as it is [ROUTE-02]', () => {
    expect(stringifySearch({ callback: 'x', mobile: false, mintid: 'm' })).toBe('?mintid=m&mobile=false&callback=x')
  })

  test('The flag mobile is false when it is absent, and a code without a character is none [ROUTE-02]', () => {
    expect(commonSearch({})).toEqual({ mintid: undefined, mobile: false })
    expect(commonSearch({ mintid: '' })).toEqual({ mintid: undefined, mobile: false })
  })

  test.each([
    ['true', true],
    ['1', true],
    ['false', false],
    ['TRUE', true],
    ['yes', true],
    ['no', false],
  ])('The flag mobile=%j is read as %j [ROUTE-02]', (text, mobile) => {
    expect(commonSearch({ mobile: text }).mobile).toBe(mobile)
  })

  test('The query payment is read like a flag [ROUTE-04]', () => {
    expect(OWN_SEARCH['/']({ payment: 'true' })).toEqual({ payment: true })
    expect(OWN_SEARCH['/']({})).toEqual({ payment: false })
  })

  test('A query has nothing for what is not there', () => {
    expect(stringifySearch({ mintid: undefined, callback: '', retry: null })).toBe('')
  })
})

const at = (address: string) => {
  const { pathname, search } = new URL(address, 'https://here.example')
  return locationAt(pathname, search)
}

describe('the place at an address', () => {
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
  ])('The path %s is an address of the product, and no other host: %s [ROUTE-11]', (pathname, written) => {
    expect(hrefOf(locationAt(pathname, ''))).toBe(written)
  })

  test('An address with a million slashes is read like any other [ROUTE-11]', () => {
    expect(locationAt(`/x${'/'.repeat(1_000_000)}x`, '').pathname).toBe('/x/x')
  })

  test.each([
    ['/', '/', ''],
    ['/verify-age/denied/anything/else', '/verify-age/denied', 'anything/else'],
    ['/verify-age/app/more', '/verify-age/app', 'more'],
    ['/a/code', '/a/', 'code'],
    ['/a/', undefined, ''],
    ['/no/such/page', undefined, ''],
    ['/Auth/login', undefined, ''],
  ])('The address %s is the screen %s', (address, name, rest) => {
    expect(at(address)).toMatchObject({ name, rest })
  })

  test('The address is completed by what is known of the visit [ROUTE-02]', () => {
    expect(hrefOf(locationAt('/kyc', '?a=b', () => ({ mintid: 'm', mobile: true, return: undefined })))).toBe(
      '/kyc?mintid=m&mobile=true&a=b',
    )
  })
})
