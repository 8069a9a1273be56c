import { LANGUAGES, PROOF_METHODS } from '@avouch/contract'
import * as z from 'zod/mini'

/** The columns of a statement's rows, and the conversion of each. Both engines give the same. */
export const row = z.object

export const text = z.string()
export const bool = z.boolean()
/** smallint and integer */
export const int = z.int()
/** real and double precision */
export const float = z.number()
/** timestamptz */
export const timestamp = z.date()
/** bytea */
export const bytes = z.pipe(
  z.custom<Uint8Array>((value) => value instanceof Uint8Array),
  z.transform((value) => Buffer.from(value.buffer, value.byteOffset, value.byteLength)),
)
/** bigint and numeric without fraction: one engine gives a string, the other a number. It has to fit into a number. */
export const bigint = z.pipe(
  z.pipe(z.union([z.string().check(z.regex(/^-?\d+$/)), z.number(), z.bigint()]), z.transform(Number)),
  z.int(),
)
/** text that a CHECK of the schema limits to a list */
export const oneOf = z.enum
export const nullable = z.nullable
/** A column of an outer join that found no row, and rows with and without one. */
export const nothing = z.null()
export const either = z.union
export const array = z.array
/** No table checks a language: one that a later version stored and this one does not have is read as English. */
export const storedLanguage = z.pipe(
  text,
  z.transform((stored) => LANGUAGES.find((language) => language === stored) ?? 'en'),
)
/** Methods that a provider chose, or null. One that an earlier version stored and this one does not have is left out. */
export const storedMethods = z.pipe(
  z.nullable(z.array(text)),
  z.transform((stored) => {
    const known = PROOF_METHODS.filter((method) => stored?.includes(method))
    return known.length > 0 ? known : null
  }),
)
