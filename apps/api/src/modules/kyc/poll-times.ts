import { HOUR_MS, type KycStatus, MINUTE_MS, SECOND_MS } from '@avouch/contract'
import { later } from '../../platform/clock.ts'

const LONGEST_GAP_MS = 6 * HOUR_MS

/** How long an outcome may be missing before the first poll. */
const FIRST_POLL_AFTER_MS = { check: 5 * MINUTE_MS, review: 30 * MINUTE_MS }

/** A vendor's answer may lag behind its message. */
const AFTER_MESSAGE_MS = 2 * SECOND_MS

/** How long an outcome may be missing until the last poll. */
export type EndsAfterMs = Record<'check' | 'review', number>

type Waiting = {
  status: KycStatus
  /** The beginning of the wait: after an outcome the last message. */
  since: Date
  /** The number of polls since then, or since the last message. */
  polls: number
  /** When the vendor last reported something without an outcome to be read. */
  reportedAt?: Date | null
}

const kindOf = (status: KycStatus) => (status === 'PENDING_MANUAL_REVIEW' ? 'review' : 'check')
const firstPollAfter = (status: KycStatus) => FIRST_POLL_AFTER_MS[kindOf(status)]

/** Decides when the service is polled about a check: after some time, then at growing intervals, for a limited time. */
export class PollSchedule {
  readonly #endsAfterMs: EndsAfterMs

  constructor(endsAfterMs: EndsAfterMs) {
    this.#endsAfterMs = endsAfterMs
  }

  /** The first poll of a check that has just reached this status, soon after a message; null when its outcome is final. */
  first(status: KycStatus, now: Date, reportedAt: Date | null = null): Date | null {
    const isOpen = status === '' || status === 'PENDING_MANUAL_REVIEW'
    return isOpen ? later(now, reportedAt === null ? firstPollAfter(status) : AFTER_MESSAGE_MS) : null
  }

  /** The next poll, after one without an outcome. */
  next({ status, since, polls, reportedAt = null }: Waiting, now: Date): Date {
    const gap = reportedAt === null ? firstPollAfter(status) * 2 ** polls : AFTER_MESSAGE_MS * 2 ** (polls - 1)
    const at = later(now, Math.min(gap, LONGEST_GAP_MS))
    const end = this.end(status, since)
    return now < end && at > end ? end : at
  }

  /** The time at which a check without an outcome expires, and one with an outcome is asked about no more. */
  end(status: KycStatus, since: Date): Date {
    return later(since, this.#endsAfterMs[kindOf(status)])
  }

  /** The check will not be finished any more. */
  isOver(status: KycStatus, since: Date, now: Date): boolean {
    return now >= this.end(status, since)
  }
}
