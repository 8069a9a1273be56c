import { AppError, type PhoneType } from '@avouch/contract'
import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import type { Keyring } from '../../platform/keyring.ts'

/** E.164, "+491511234567": the one form in which a number is looked up, stored and called. */
export type E164 = string
export type PhoneBook = ReturnType<typeof createPhoneBook>

/** Numbers that can receive an SMS. Some countries don't tell mobile and fixed lines apart. */
const MOBILE = new Set(['MOBILE', 'FIXED_LINE_OR_MOBILE'])
const CALLING_CODE_DIGITS = [1, 2, 3]

/** Satellite and other networks of no country call some of their numbers mobile; no SMS goes there. */
function mobile(digits: string): E164 | undefined {
  const parsed = parsePhoneNumberFromString(`+${digits}`)
  if (parsed?.isValid() !== true || parsed.country === undefined) return undefined
  return MOBILE.has(parsed.getType() ?? '') ? parsed.number : undefined
}

/**
 * E.164 by libphonenumber's full metadata. Forms drop leading zeros, as the specification says; where a national
 * number begins with one (Ivory Coast, Gabon), it is put back. That comes first: Gabon's metadata has numbers of
 * seven digits, and the same ones with a zero in front.
 */
export function canonicalNumber(digits: string): string | undefined {
  const plain = digits.replace(/^\+/, '')
  const withZero = CALLING_CODE_DIGITS.map((length) => `${plain.slice(0, length)}0${plain.slice(length)}`)
  for (const candidate of [...withZero, plain]) {
    const found = mobile(candidate)
    if (found !== undefined && sameCountry(plain, found)) return found
  }
  return undefined
}

/** The zero must stand right behind the calling code of the number that was found. */
function sameCountry(typed: string, found: string): boolean {
  if (found === `+${typed}`) return true
  const code = parsePhoneNumberFromString(found)?.countryCallingCode ?? ''
  return found === `+${code}0${typed.slice(code.length)}` && typed.startsWith(code)
}

const TYPES: Partial<Record<string, PhoneType>> = {
  MOBILE: 'mobile',
  FIXED_LINE_OR_MOBILE: 'mobile',
  FIXED_LINE: 'fixed_line',
  VOIP: 'voip',
}

/** What kind of number the digits are, receivable or not; undefined when they are none. */
function typeOf(digits: string): PhoneType | undefined {
  const parsed = parsePhoneNumberFromString(canonicalNumber(digits) ?? `+${digits.replace(/^\+/, '')}`)
  if (parsed?.isValid() !== true) return undefined
  return parsed.country === undefined ? 'other' : (TYPES[parsed.getType() ?? ''] ?? 'other')
}

/** Undefined for a number of no country. */
const countryOf = (number: E164): string | undefined => parsePhoneNumberFromString(number)?.country

/** Everything that is done with a number except sending to it. */
export function createPhoneBook(keyring: Keyring) {
  const indexKeys = keyring.for('phone-index')
  const numberKeys = keyring.for('phone')
  /** A keyed hash: finds the account without showing the number. */
  const index = (number: E164): Buffer => indexKeys.mac(number)
  return {
    /** The mobile number that the digits mean; undefined when there is none. */
    canonical: (digits: string): E164 | undefined => canonicalNumber(digits),
    /** The number, and the keyed hash by which its rows are found. @throws AppError invalid_phone_number */
    locate(digits: string): { number: E164; phoneIdx: Buffer } {
      const number = canonicalNumber(digits)
      if (number === undefined) throw new AppError('invalid_phone_number')
      return { number, phoneIdx: index(number) }
    },
    /** What kind of number the digits are; undefined when they are none. */
    type: (digits: string): PhoneType | undefined => typeOf(digits),
    countryOf,
    index,
    seal: (number: E164, phoneIdx: Buffer): string => numberKeys.seal(phoneIdx.toString('hex'), number),
    open: (sealed: string, phoneIdx: Buffer): E164 => numberKeys.open(phoneIdx.toString('hex'), sealed),
  }
}
