import { HOUR_MS, type KycStatus } from '@avouch/contract'
import { later } from '../../platform/clock.ts'

const LONGEST_GAP_MS = 6 * HOUR_MS

/** How long an outcome may be missing before the service is asked, and how long it is asked. */
export type PollTimes = Record<'check' | 'review', { firstMs: number; endMs: number }>

type Waiting = {
  status: KycStatus
  /** When the wait began. */
  since: Date
  /** How often the service was asked since then. */
  polls: number
}
export type PollSchedule = ReturnType<typeof createPollSchedule>

/** When the service is asked about a check: after a while, then with growing gaps, and for a limited time. */
export function createPollSchedule(times: PollTimes) {
  const ofStatus = (status: KycStatus) => (status === '' ? times.check : times.review)

  return {
    /** For a check that has just come to this status; null when nothing more is awaited. */
    first: (status: KycStatus, now: Date): Date | null =>
      status === '' || status === 'PENDING_MANUAL_REVIEW' ? later(now, ofStatus(status).firstMs) : null,

    /** After it was asked once more without an outcome. */
    next({ status, since, polls }: Waiting, now: Date): Date {
      const { firstMs, endMs } = ofStatus(status)
      const at = later(now, Math.min(firstMs * 2 ** polls, LONGEST_GAP_MS))
      const end = later(since, endMs)
      return now < end && at > end ? end : at
    },

    /** Nobody will finish it any more. */
    isOver: ({ status, since }: Waiting, now: Date): boolean => now >= later(since, ofStatus(status).endMs),
  }
}
