import { HOUR_MS, MINUTE_MS, SECOND_MS } from '@avouch/contract'
import { later } from '../../platform/clock.ts'

/** The wait after the n-th failed attempt: more than three days in all, so that a weekend's outage heals by itself. */
const WAITS_MS = [
  5 * SECOND_MS,
  30 * SECOND_MS,
  2 * MINUTE_MS,
  10 * MINUTE_MS,
  30 * MINUTE_MS,
  HOUR_MS,
  2 * HOUR_MS,
  4 * HOUR_MS,
  ...Array<number>(11).fill(6 * HOUR_MS),
]

export type DeliveryOutcome =
  | { kind: 'delivered' }
  | { kind: 'again'; at: Date }
  | { kind: 'failed' }
  /** The receiver wants no events any more (410). */
  | { kind: 'gone' }
  /** Our shutdown came before the answer: the attempt does not count. */
  | { kind: 'interrupted' }

const GONE = 410
const isSuccess = (status: number | null) => status !== null && status >= 200 && status < 300

/**
 * Decides what follows an attempt. Waits count from the beginning of the attempt, so that a slow refusal delays nothing; a wait that the
 * receiver asks for counts, where it is longer.
 */
export function outcomeOf(status: number | null, attempt: number, begun: Date, retryAfterMs = 0): DeliveryOutcome {
  if (isSuccess(status)) return { kind: 'delivered' }
  if (status === GONE) return { kind: 'gone' }
  const wait = WAITS_MS[attempt - 1]
  return wait === undefined ? { kind: 'failed' } : { kind: 'again', at: later(begun, Math.max(wait, retryAfterMs)) }
}
