import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createKeyring } from '../../platform/keyring.ts'
import { canonicalNumber, createPhoneBook } from './phone-book.ts'
import { soak } from '#test/soak.ts'

const keyring = createKeyring({ keys: [{ id: 'k1', secret: randomBytes(32).toString('base64url') }] })
const phones = createPhoneBook(keyring)

describe('the canonical number', () => {
  test.each([
    ['4915112345678', '+4915112345678'],
    ['+4915112345678', '+4915112345678'],
    ['436641234567', '+436641234567'],
    ['41791234567', '+41791234567'],
    ['12015550123', '+12015550123'],
    ['2250707123456', '+2250707123456'],
    ['225707123456', '+2250707123456'],
    ['393123456789', '+393123456789'],
  ])('PHONE-07 P-03 of %s is %s', (digits, canonical) => expect(canonicalNumber(digits)).toBe(canonical))

  test.each(['', '0', '49', '491', '49301234567', '00491511234567', '999123456789', '1'.repeat(24)])(
    'PHONE-07 of "%s" is none',
    (digits) => expect(canonicalNumber(digits)).toBeUndefined(),
  )

  test('P-03 stays as it is, and has one key however it was written', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('49', '43', '41', '225', '1', '39', '44', '33'),
        fc.stringMatching(/^[0-9]{6,11}$/),
        (country, rest) => {
          const canonical = canonicalNumber(country + rest)
          if (canonical === undefined) return
          expect(canonical).toMatch(/^\+[1-9][0-9]{6,14}$/)
          expect(canonicalNumber(canonical)).toBe(canonical)
          expect(canonicalNumber(canonical.slice(1))).toBe(canonical)
          expect(phones.index(canonical).equals(phones.index(canonicalNumber(`+${country}${rest}`) ?? ''))).toBe(true)
        },
      ),
      { numRuns: soak(300, 2_000) },
    )
  })

  test('P-03 P-10 never throws, whatever the text', () => {
    fc.assert(fc.property(fc.string(), (text) => void canonicalNumber(text)))
  })
})

describe('a kept number', () => {
  test('X-13 is sealed, found by a keyed hash, and opens with that hash only', () => {
    const number = '+491511234567'
    const sealed = phones.seal(number)
    expect(phones.open(sealed, phones.index(number))).toBe(number)
    expect(() => phones.open(sealed, phones.index('+491511234568'))).toThrow(Error)
    expect(sealed).not.toContain('1511234567')
    const elsewhere = createKeyring({ keys: [{ id: 'k1', secret: randomBytes(32).toString('base64url') }] })
    expect(createPhoneBook(elsewhere).index(number).equals(phones.index(number))).toBe(false)
  })
})
