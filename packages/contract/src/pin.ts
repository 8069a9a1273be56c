import * as z from 'zod/mini'
import { PIN_LENGTH } from './limits.ts'

const DIGITS_IN_A_ROW = 3
const SAME_DIGIT_AT_MOST = 2

/** True for a PIN with three consecutive ascending digits (1234, 0123, 9123) or a digit more than twice (1111, 1211). */
export function isGuessablePin(pin: string): boolean {
  const digits = Array.from(pin, Number)
  const ascends = (from: number) =>
    digits
      .slice(from, from + DIGITS_IN_A_ROW)
      .every((digit, i, run) => run.length === DIGITS_IN_A_ROW && (i === 0 || digit === (run[i - 1] ?? Number.NaN) + 1))
  const repeats = (digit: number) => digits.filter((other) => other === digit).length > SAME_DIGIT_AT_MOST
  return digits.some((digit, i) => ascends(i) || repeats(digit))
}

const DIGITS = new RegExp(`^[0-9]{${PIN_LENGTH}}$`)

/** The PIN as it is typed to log in. */
export const pin = z.string().check(z.minLength(1, { error: 'required', abort: true }), z.regex(DIGITS, 'digit_length'))

/** The PIN as it is chosen: on registration and on reset. */
export const newPin = z.string().check(
  z.minLength(1, { error: 'required', abort: true }),
  z.regex(DIGITS, { error: 'digit_length', abort: true }),
  z.refine((value) => !isGuessablePin(value), 'invalid_pin'),
)
