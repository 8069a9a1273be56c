import { fullPhoneNumber } from '@avouch/contract'
import fc from 'fast-check'
import { getCountries, getCountryCallingCode, parsePhoneNumberFromString } from 'libphonenumber-js/max'
import metadata from 'libphonenumber-js/metadata.max.json' with { type: 'json' }
import { expect, test } from 'vitest'
import { canonicalNumber } from './phone-book.ts'
import { soak } from '#test/soak.ts'

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
  ['12015550123', '+12015550123'],
  ['2250707123456', '+2250707123456'],
  ['225707123456', '+2250707123456'],
  ['2416245788', '+24106245788'],
  ['24166245788', '+24166245788'],
  ['366201234567', '+36201234567'],
  ['5491112345678', '+5491112345678'],
  ['54111512345678', '+5491112345678'],
  ['525512345678', '+525512345678'],
  ['52445512345678', '+525512345678'],
  ['52455512345678', '+525512345678'],
])('The canonical number of %s is %s [PHONE-07]', (digits, canonical) =>
  expect(canonicalNumber(digits)).toBe(canonical),
)

// A landline, a premium number; the last one belongs to satellites.
test.each(['', '49', '49301234567', '499001234567', '00491511234567', '999123456789', '541112345678', '870773111632'])(
  'The text "%s" has no canonical number [PHONE-07]',
  (digits) => expect(canonicalNumber(digits)).toBeUndefined(),
)

test('A number has one canonical number, as at home or abroad and with other zeros before it, in every country [PHONE-07]', () => {
  for (const { digits, code, rest } of numbersOfAllCountries()) {
    const canonical = canonicalNumber(digits)
    const number = parsePhoneNumberFromString(canonical ?? '')
    if (number === undefined) continue
    const abroad = number.formatInternational().replace(/^\+[0-9]+/, '')
    // Two zeros begin a number abroad, also where some of Tajikistan's own begin with them.
    for (const written of [number.formatNational(), abroad.trim()].filter((form) => !form.startsWith('00')))
      expect([written, canonicalNumber(fullPhoneNumber(code, written))]).toEqual([written, canonical])
    // A zero that does not belong there makes no other number.
    for (const form of [`0${rest}`, `00${rest}`, rest.replace(/^0/, ''), rest.replace(/^0+/, '')])
      expect([digits, form, canonicalNumber(code + form) ?? canonical]).toEqual([digits, form, canonical])
  }
})
