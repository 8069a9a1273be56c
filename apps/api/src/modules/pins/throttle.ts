import { HOUR_MS, MINUTE_MS, SECOND_MS } from '@avouch/contract'

/** Milliseconds to wait after the n-th wrong PIN in a row (security design: unknown devices share one class). */
export const WAIT_AFTER_FAILURES: readonly number[] = [
  0,
  0,
  0,
  30 * SECOND_MS,
  60 * SECOND_MS,
  5 * MINUTE_MS,
  15 * MINUTE_MS,
  HOUR_MS,
  4 * HOUR_MS,
]

/** This many wrong PINs in a row close the class until an SMS proof. */
export const CLOSED_AT_FAILURES = WAIT_AFTER_FAILURES.length + 1

/** Guesses that may run before the first wait. */
export const FREE_FAILURES = WAIT_AFTER_FAILURES.filter((wait) => wait === 0).length + 1

/** A reservation whose process died is given back after this time. */
export const RESERVATION_MS = 30 * SECOND_MS
