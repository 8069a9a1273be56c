import * as z from 'zod/mini'
import { PIN_LENGTH } from './constants.ts'

/** spec - the PINs that PIN-03 refuses; strict - also the most popular ones. */
export const PIN_BLOCKLISTS = ['spec', 'strict'] as const
export type PinBlocklist = (typeof PIN_BLOCKLISTS)[number]

const DIGITS_IN_A_ROW = 3
const SAME_DIGIT_AT_MOST = 2

/** Finds three digits in a row that differ by the step, each from the one before. */
const hasRun = (digits: readonly number[], step: 1 | -1): boolean =>
  digits
    .slice(0, 1 - DIGITS_IN_A_ROW)
    .some((first, at) => digits.slice(at, at + DIGITS_IN_A_ROW).every((digit, place) => digit === first + place * step))

/** Three consecutive ascending digits (1234, 0123, 9123) or a digit more than twice (1111, 1211). */
function isPlain(pin: string): boolean {
  const digits = Array.from(pin, Number)
  const repeats = (digit: number) => digits.filter((other) => other === digit).length > SAME_DIGIT_AT_MOST
  return hasRun(digits, 1) || digits.some(repeats)
}

const YEAR = /^(19[3-9]|20[01])[0-9]$/
const PAIRS = /^([0-9])\1([0-9])\2$|^([0-9])([0-9])\3\4$/
/** Straight down the keys of a phone to the zero, and back. */
const KEYPAD_LINES: ReadonlySet<string> = new Set(['1470', '0741', '2580', '0852', '3690', '0963'])
const DAYS_OF_MONTHS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

const isDate = (day: string, month: string): boolean =>
  Number(day) >= 1 && Number(day) <= (DAYS_OF_MONTHS[Number(month) - 1] ?? 0)

const LONGEST_DIAL_CODE = 3

/** The last four digits of a full number, and its first four: with or without dial code, and with the zero before them. */
function isOfNumber(pin: string, phone: string): boolean {
  const digits = phone.replaceAll(/[^0-9]/g, '')
  if (digits.length <= PIN_LENGTH + LONGEST_DIAL_CODE) return false
  const starts = Array.from({ length: LONGEST_DIAL_CODE + 1 }, (_, dialCode) => digits.slice(dialCode))
  const [, ...national] = starts
  return digits.endsWith(pin) || [...starts, ...national.map((rest) => `0${rest}`)].some((rest) => rest.startsWith(pin))
}

const isPopular = (pin: string): boolean =>
  YEAR.test(pin) ||
  PAIRS.test(pin) ||
  KEYPAD_LINES.has(pin) ||
  isDate(pin.slice(0, 2), pin.slice(2)) ||
  isDate(pin.slice(2), pin.slice(0, 2)) ||
  hasRun(Array.from(pin, Number), -1)

/** True for a PIN that is too easy to guess. phone: the full number of its visitor. */
export const isGuessablePin = (pin: string, blocklist: PinBlocklist = 'spec', phone = ''): boolean =>
  isPlain(pin) || (blocklist === 'strict' && (isPopular(pin) || isOfNumber(pin, phone)))

const DIGITS = new RegExp(`^[0-9]{${PIN_LENGTH}}$`)

export const isWholePin = (pin: string): boolean => DIGITS.test(pin)

/** The PIN as it is typed to log in. */
export const pin = z.string().check(z.minLength(1, { error: 'required', abort: true }), z.regex(DIGITS, 'digit_length'))

/** The PIN as it is chosen: on registration and on reset. Where the blocklist is strict, more is refused. */
export const newPin = z.string().check(
  z.minLength(1, { error: 'required', abort: true }),
  z.regex(DIGITS, { error: 'digit_length', abort: true }),
  z.refine((value) => !isGuessablePin(value), 'invalid_pin'),
)
