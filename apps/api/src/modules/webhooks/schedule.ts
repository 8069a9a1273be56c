import { HOUR_MS, MINUTE_MS, SECOND_MS } from '@avouch/contract'

/** The wait after the n-th failed attempt: about a day in all. */
const WAITS_MS = [
  5 * SECOND_MS,
  30 * SECOND_MS,
  2 * MINUTE_MS,
  10 * MINUTE_MS,
  30 * MINUTE_MS,
  HOUR_MS,
  2 * HOUR_MS,
  3 * HOUR_MS,
  4 * HOUR_MS,
  6 * HOUR_MS,
  8 * HOUR_MS,
] as const

export const MAX_ATTEMPTS = WAITS_MS.length + 1

/** undefined: that was the last attempt. */
export const waitAfter = (attempts: number): number | undefined => WAITS_MS[attempts - 1]
