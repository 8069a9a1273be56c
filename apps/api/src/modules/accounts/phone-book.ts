import type { PhoneType } from '@avouch/contract'
import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import type { PhoneBook } from './ports.ts'
import type { Keyring } from '../../platform/keyring.ts'

/** Numbers that can receive an SMS. Some countries don't tell mobile and fixed lines apart. */
const MOBILE = new Set(['MOBILE', 'FIXED_LINE_OR_MOBILE'])
const CALLING_CODE_DIGITS = [1, 2, 3]

const mobile = (digits: string) => {
  const parsed = parsePhoneNumberFromString(`+${digits}`)
  return parsed?.isValid() === true && MOBILE.has(parsed.getType() ?? '') ? parsed.number : undefined
}

/**
 * E.164 by libphonenumber's full metadata. Forms drop leading zeros, as the specification says; where a national
 * number begins with one (Ivory Coast, Gabon), it is put back.
 */
export function canonicalNumber(digits: string): string | undefined {
  const plain = digits.replace(/^\+/, '')
  const withZero = CALLING_CODE_DIGITS.map((length) => `${plain.slice(0, length)}0${plain.slice(length)}`)
  for (const candidate of [plain, ...withZero]) {
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
  return parsed?.isValid() === true ? (TYPES[parsed.getType() ?? ''] ?? 'other') : undefined
}

export const createPhoneBook = (keyring: Keyring): PhoneBook => ({
  canonical: canonicalNumber,
  type: typeOf,
  countryOf: (number) => parsePhoneNumberFromString(number)?.country,
  index: (number) => keyring.mac('phone-index', number),
  seal: (number) => keyring.seal('phone', keyring.mac('phone-index', number).toString('hex'), number),
  open: (sealed, index) => keyring.open('phone', index.toString('hex'), sealed),
})
