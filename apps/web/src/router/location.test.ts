import { describe, expect, test } from 'vitest'
import { hrefOf, locationAt } from './location.ts'

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
  ])('ROUTE-02 %s is written %s', (address, written) => {
    expect(hrefOf(at(address))).toBe(written)
    expect(hrefOf(at(written))).toBe(written)
  })

  test.each([
    ['//evil.example/x', '/evil.example/x?mobile=false'],
    ['//', '/?mobile=false'],
    ['//auth//login//', '/auth/login?mobile=false'],
  ])('ROUTE-11 %s is an address of ours, and no other host: %s', (pathname, written) => {
    expect(hrefOf(locationAt(pathname, ''))).toBe(written)
  })

  test('ROUTE-11 an address of slashes alone is read as fast as any other', () => {
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
  ])('%s is the screen %s', (address, name, rest) => {
    expect(at(address)).toMatchObject({ name, rest })
  })

  test('ROUTE-02 what is known of the visit completes the address', () => {
    expect(hrefOf(locationAt('/kyc', '?a=b', () => ({ mintid: 'm', mobile: true, return: undefined })))).toBe(
      '/kyc?mintid=m&mobile=true&a=b',
    )
  })
})
