import * as z from 'zod/mini'
import { codeIn } from './address.ts'
import { LANGUAGES } from './languages.ts'
import { PHONE_NUMBER_MAX_LENGTH } from './constants.ts'
import { digitsOf } from './digits.ts'

const required = { error: 'required', abort: true } as const

// Nothing aborts in the parts of a form: rules over several fields still run while one is empty.

/** Dial code as picked, digits without a plus: "49". */
export const countryCode = z
  .string()
  .check(z.minLength(1, 'required'), z.regex(/^[0-9]{0,4}$/, 'required_country_code'))

/** National part as typed, digits only. */
export const phoneNumber = z
  .string()
  .check(
    z.minLength(1, 'required'),
    z.regex(/^[0-9]*$/, 'invalid_phone_number'),
    z.maxLength(PHONE_NUMBER_MAX_LENGTH, 'max_length_exceed'),
  )

/** Country code plus phone number with leading zeros removed, stripped of non-digits. */
export const fullPhoneNumber = (dialCode: string, national: string): string =>
  digitsOf(dialCode) + digitsOf(national).replace(/^0+/, '')

/** A full phone number on the wire: digits with country code, with or without a plus. The server canonicalises to E.164. */
export const phone = z
  .string()
  .check(z.minLength(1, required), z.maxLength(24, 'max_length_exceed'), z.regex(/^\+?[0-9]+$/, 'invalid_phone_number'))

export const language = z.enum(LANGUAGES)

/** Opaque identifiers: url-safe base64, at least 128 bits; without what people and programs have put around one. */
export const opaqueId = z.string().check(z.overwrite(codeIn), z.regex(/^[A-Za-z0-9_-]{16,128}$/, 'invalid_request'))

/** Something that the server sealed and only the server opens, as it stands in an address. */
export const sealedId = z.string().check(z.regex(/^[A-Za-z0-9_.-]{16,256}$/, 'invalid_request'))

/** Answer of an invisible captcha; the operator's setting determines the service. */
export const captchaResponse = z.optional(z.string().check(z.maxLength(8_192, 'max_length_exceed')))

/** An optional text of a partner: anything but a text becomes empty. */
export const textOrNone = z.pipe(
  z.optional(z.unknown()),
  z.transform((value) => (typeof value === 'string' ? value : '')),
)

/** Whole seconds. */
export const seconds = z.int().check(z.nonnegative())

/** Page size in a query. */
export const pageSize = z.pipe(
  z.string().check(z.regex(/^([1-9][0-9]?|100)$/)),
  z.transform((digits) => Number(digits)),
)
/** Cursor: the end of the previous page. */
export const pageCursor = z.string().check(z.regex(/^[A-Za-z0-9_-]{1,200}$/))

/** RFC 3339 in UTC. */
export const timestamp = z.iso.datetime()
/** Calendar day, YYYY-MM-DD. */
export const day = z.iso.date()
