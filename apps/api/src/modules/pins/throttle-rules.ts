import { HOUR_MS, MINUTE_MS, SECOND_MS } from '@avouch/contract'

/** The guesses of one class of devices. The n-th wrong PIN in a row costs the n-th wait in milliseconds. */
export type ThrottleRule = {
  waits: readonly number[]
  /** This many in a row close the class. */
  closedAt: number
  /** Guesses that may run before the first wait. */
  free: number
  /** Wrong ones since the PIN was set, in a row or not. */
  most: number | null
}

const rule = (waits: readonly number[]): ThrottleRule => ({
  waits,
  closedAt: waits.length + 1,
  free: waits.filter((wait) => wait === 0).length + 1,
  most: null,
})

/** All devices that the account does not know share one class; it stays closed until an SMS code proves the number. */
export const UNKNOWN_DEVICES = rule([
  0,
  0,
  0,
  30 * SECOND_MS,
  60 * SECOND_MS,
  5 * MINUTE_MS,
  15 * MINUTE_MS,
  HOUR_MS,
  4 * HOUR_MS,
])

/** Each device that the account knows has a class of its own; once that is closed, the account no longer knows the device. */
export const KNOWN_DEVICE = rule([0, 0, 0, 0, 0, 30 * SECOND_MS, MINUTE_MS, 5 * MINUTE_MS, 15 * MINUTE_MS])

/** Over all classes of an account: beyond these the PIN is disabled until there is another one. */
export const ALL_DEVICES: ThrottleRule = { waits: [0], closedAt: 30, free: 30, most: 50 }

/** A reservation whose process died is given back after this time. */
export const RESERVATION_MS = 30 * SECOND_MS
