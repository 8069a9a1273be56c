import { describe, expect, test } from 'vitest'
import { keptSearch, OWN_SEARCH, parseSearch, stringifySearch } from './search.ts'

const AWKWARD = ['1e5', 'true', '12345678901234567890', '0123', 'a b&c=d+e/ü', '{"x":1}', '%25', 'null']

describe('the query of an address', () => {
  test.each(AWKWARD)('ROUTE-02 the code %j survives byte for byte', (mintid) => {
    expect(parseSearch(stringifySearch({ mintid }))).toEqual({ mintid })
  })

  test('ROUTE-02 mintid and mobile come first, so that the address stays as it is', () => {
    expect(stringifySearch({ callback: 'x', mobile: false, mintid: 'm' })).toBe('?mintid=m&mobile=false&callback=x')
  })

  test('ROUTE-02 mobile is false when it is absent, and a code without a character is none', () => {
    expect(keptSearch({})).toEqual({ mintid: undefined, mobile: false })
    expect(keptSearch({ mintid: '' })).toEqual({ mintid: undefined, mobile: false })
  })

  test.each([
    ['true', true],
    ['1', true],
    ['false', false],
    ['TRUE', true],
    ['yes', true],
    ['no', false],
  ])('ROUTE-02 mobile=%j is %j', (text, mobile) => {
    expect(keptSearch({ mobile: text }).mobile).toBe(mobile)
  })

  test('ROUTE-04 payment is read like a flag', () => {
    expect(OWN_SEARCH['/']({ payment: 'true' })).toEqual({ payment: true })
    expect(OWN_SEARCH['/']({})).toEqual({ payment: false })
  })

  test('nothing is written for what is not there', () => {
    expect(stringifySearch({ mintid: undefined, callback: '', retry: null })).toBe('')
  })
})
