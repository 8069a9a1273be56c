import { AppError, notationsOf, type PhoneType } from '@avouch/contract'
import {
  getCountries,
  getCountryCallingCode,
  isSupportedCountry,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/max'
import type { Keyring, Keys } from '../../platform/keyring.ts'

/** E.164, "+491511234567": the one form in which a number is looked up, stored and called. */
export type E164 = string

/** Numbers that can receive an SMS. Some countries don't tell mobile and fixed lines apart. */
const MOBILE = new Set(['MOBILE', 'FIXED_LINE_OR_MOBILE'])
/** Satellite and other networks of no country call some of their numbers mobile; no SMS goes there. */
function mobile(digits: string): E164 | undefined {
  const parsed = parsePhoneNumberFromString(`+${digits}`)
  if (parsed?.isValid() !== true || parsed.country === undefined) return undefined
  return MOBILE.has(parsed.getType() ?? '') ? parsed.number : undefined
}

const CALLING_CODES = new Set<string>(getCountries().map((country) => getCountryCallingCode(country)))

/** E.164 by libphonenumber's full metadata, of all notations of a number. */
export function canonicalNumber(digits: string): E164 | undefined {
  const plain = digits.replace(/^\+/, '')
  const code = [1, 2, 3].map((length) => plain.slice(0, length)).find((start) => CALLING_CODES.has(start))
  if (code === undefined) return undefined
  for (const national of notationsOf(code, plain.slice(code.length))) {
    const found = mobile(code + national)
    if (found !== undefined) return found
  }
  return undefined
}

/** A mobile number as it is dialled in a country, by its ISO 3166 code. */
export function nationalNumber(text: string, country: string): E164 | undefined {
  if (!isSupportedCountry(country)) return undefined
  const number = parsePhoneNumberFromString(text, country)?.number
  return number === undefined ? undefined : canonicalNumber(number)
}

const TYPES: Partial<Record<string, PhoneType>> = {
  MOBILE: 'mobile',
  FIXED_LINE_OR_MOBILE: 'mobile',
  FIXED_LINE: 'fixed_line',
  VOIP: 'voip',
}

/** The kind of number that the digits are, receivable or not; undefined when they are none. */
export function typeOfNumber(digits: string): PhoneType | undefined {
  const parsed = parsePhoneNumberFromString(canonicalNumber(digits) ?? `+${digits.replace(/^\+/, '')}`)
  if (parsed?.isValid() !== true) return undefined
  return parsed.country === undefined ? 'other' : (TYPES[parsed.getType() ?? ''] ?? 'other')
}

/** Everything that is done with a number except sending to it. */
export class PhoneBook {
  readonly #indexKeys: Keys
  readonly #numberKeys: Keys

  constructor(keyring: Keyring) {
    this.#indexKeys = keyring.for('phone-index')
    this.#numberKeys = keyring.for('phone')
  }

  /** The number, and the keyed hash by which its rows are found. @throws AppError invalid_phone_number */
  locate(digits: string): { number: E164; phoneIdx: Buffer } {
    const number = canonicalNumber(digits)
    if (number === undefined) throw new AppError('invalid_phone_number')
    return { number, phoneIdx: this.index(number) }
  }

  /** Undefined for a number of no country. */
  countryOf(number: E164): string | undefined {
    return parsePhoneNumberFromString(number)?.country
  }

  /** Its country's code, and the digits behind it. */
  parts(number: E164): [code: string, digits: string] {
    const parsed = parsePhoneNumberFromString(number)
    return parsed === undefined ? ['', number.slice(1)] : [parsed.countryCallingCode, parsed.nationalNumber]
  }

  /** A keyed hash: finds the account without showing the number. */
  index(number: E164): Buffer {
    return this.#indexKeys.mac(number)
  }

  seal(number: E164, phoneIdx: Buffer): string {
    return this.#numberKeys.seal(phoneIdx.toString('hex'), number)
  }

  open(sealed: string, phoneIdx: Buffer): E164 {
    return this.#numberKeys.open(phoneIdx.toString('hex'), sealed)
  }
}
