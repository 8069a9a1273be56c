import { fullPhoneNumber } from '@avouch/contract'
import fc from 'fast-check'
import { getCountries, getCountryCallingCode, parsePhoneNumberFromString } from 'libphonenumber-js/max'
import metadata from 'libphonenumber-js/metadata.max.json' with { type: 'json' }
import { expect, test } from 'vitest'
import { Keyring } from '../../platform/keyring.ts'
import { canonicalNumber, PhoneBook } from './phone-book.ts'
import { soak } from '#test/soak.ts'
import { makeMasterKeys } from '../../config/key-files.ts'

const keyring = new Keyring(makeMasterKeys())
const phones = new PhoneBook(keyring)

const SAMPLES = soak(40, 400)
const NATIONAL_PATTERN = 2

type Typed = { digits: string; code: string; rest: string }
/** Numbers of every country, as its plan allows them. */
function* numbersOfAllCountries(): Generator<Typed> {
  for (const country of getCountries()) {
    const code = getCountryCallingCode(country)
    const pattern = String(metadata.countries[country]?.[NATIONAL_PATTERN])
    for (const rest of fc.sample(fc.stringMatching(new RegExp(`^(?:${pattern})$`)), SAMPLES))
      yield { digits: code + rest, code, rest }
  }
}

test.each([
  ['4915112345678', '+4915112345678'],
  ['+4915112345678', '+4915112345678'],
  ['436641234567', '+436641234567'],
  ['41791234567', '+41791234567'],
  ['12015550123', '+12015550123'],
  ['2250707123456', '+2250707123456'],
  ['225707123456', '+2250707123456'],
  ['393123456789', '+393123456789'],
  ['2416245788', '+24106245788'],
  ['24106245788', '+24106245788'],
  ['24166245788', '+24166245788'],
  ['36201234567', '+36201234567'],
  ['366201234567', '+36201234567'],
  ['5491112345678', '+5491112345678'],
  ['54111512345678', '+5491112345678'],
  ['549111512345678', '+5491112345678'],
  ['525512345678', '+525512345678'],
  ['5215512345678', '+525512345678'],
  ['52445512345678', '+525512345678'],
  ['52455512345678', '+525512345678'],
])('The canonical number of %s is %s [PHONE-07 P-03]', (digits, canonical) =>
  expect(canonicalNumber(digits)).toBe(canonical),
)

// A landline, a premium number; the last one belongs to satellites.
test.each(['', '49', '49301234567', '499001234567', '00491511234567', '999123456789', '541112345678', '870773111632'])(
  'The text "%s" has no canonical number [PHONE-07]',
  (digits) => expect(canonicalNumber(digits)).toBeUndefined(),
)

test('The canonical number is the same with and without a leading zero, in every country [PHONE-07 P-03]', () => {
  for (const { digits, code, rest } of numbersOfAllCountries()) {
    const canonical = canonicalNumber(digits)
    if (canonical === undefined) continue
    // A zero that does not belong there makes no other number.
    for (const form of [`0${rest}`, `00${rest}`, rest.replace(/^0/, ''), rest.replace(/^0+/, '')])
      expect([digits, form, canonicalNumber(code + form) ?? canonical]).toEqual([digits, form, canonical])
  }
})

test('A number has one canonical number, written as at home or as abroad, in every country [PHONE-07 P-03]', () => {
  for (const { digits, code } of numbersOfAllCountries()) {
    const canonical = canonicalNumber(digits)
    const number = parsePhoneNumberFromString(canonical ?? '')
    if (number === undefined) continue
    // Two zeros begin a number abroad, also where some of Tajikistan's own begin with them.
    const forms = [
      number.formatNational(),
      number
        .formatInternational()
        .slice(code.length + 1)
        .trim(),
    ]
    for (const written of forms.filter((form) => !form.startsWith('00')))
      expect([written, canonicalNumber(fullPhoneNumber(code, written))]).toEqual([written, canonical])
  }
})

test('A canonical number stays as it is, and has one phone index however it was written [P-03]', () => {
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
