import { HOUR_MS, type KycStatus } from '@avouch/contract'
import { later } from '../../platform/clock.ts'

const LONGEST_GAP_MS = 6 * HOUR_MS

/** How long an outcome may be missing before the first poll, and until the last. */
export type PollTimes = Record<'check' | 'review', { firstMs: number; endMs: number }>

type Waiting = {
  status: KycStatus
  /** The beginning of the wait. */
  since: Date
  /** The number of polls since then. */
  polls: number
}
export type PollSchedule = ReturnType<typeof createPollSchedule>

/** When the service is polled about a check: after some time, then at growing intervals, and for a limited time. */
export function createPollSchedule(times: PollTimes) {
  const ofStatus = (status: KycStatus) => (status === '' ? times.check : times.review)

  return {
    /** For a check that has just reached this status; null when its outcome is final. */
    first: (status: KycStatus, now: Date): Date | null =>
      status === '' || status === 'PENDING_MANUAL_REVIEW' ? later(now, ofStatus(status).firstMs) : null,

    /** After a poll without an outcome. */
    next({ status, since, polls }: Waiting, now: Date): Date {
      const { firstMs, endMs } = ofStatus(status)
      const at = later(now, Math.min(firstMs * 2 ** polls, LONGEST_GAP_MS))
      const end = later(since, endMs)
      return now < end && at > end ? end : at
    },

    /** Without an outcome the check expires then. */
    end: ({ status, since }: Pick<Waiting, 'status' | 'since'>): Date => later(since, ofStatus(status).endMs),

    /** The check will not be finished any more. */
    isOver: ({ status, since }: Waiting, now: Date): boolean => now >= later(since, ofStatus(status).endMs),
  }
}
