import * as z from 'zod/mini'
import { SMS_CODE_LENGTH } from './constants.ts'
import { withoutSpaces } from './digits.ts'
import { isLongCode, readLongCode } from './code-in-message.ts'

/** digits: six of them. long: twelve characters, which take too long to guess, in groups of four. */
export const CODE_FORMS = ['digits', 'long'] as const
export type CodeForm = (typeof CODE_FORMS)[number]

const IS_DIGITS = new RegExp(`^[0-9]{${SMS_CODE_LENGTH}}$`)

export const digitsCode = z.string().check(z.minLength(1, 'required'), z.regex(IS_DIGITS, 'digit_length'))
export const longCode = z.string().check(
  z.minLength(1, 'required'),
  z.refine((typed) => typed === '' || isLongCode(typed), 'code_length'),
)

const isDigits = (typed: string) => IS_DIGITS.test(withoutSpaces(typed))
const isNumber = (typed: string) => /^[0-9]*$/.test(withoutSpaces(typed))

/** A code of either form as it is compared. */
export const readCode = (typed: string): string => (isDigits(typed) ? withoutSpaces(typed) : readLongCode(typed))

/** A code of either form, for calls that do not know which one was sent. */
export const typedCode = z.string().check(
  z.minLength(1, 'required'),
  z.maxLength(320, 'code_length'),
  z.refine((typed) => !isNumber(typed) || typed === '' || isDigits(typed) || isLongCode(typed), 'digit_length'),
  z.refine((typed) => isNumber(typed) || isLongCode(typed), 'code_length'),
)
