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

/** When the service is polled about a check: after some time, then at growing intervals, and for a limited time. */
export class PollSchedule {
  readonly #times: PollTimes

  constructor(times: PollTimes) {
    this.#times = times
  }

  /** For a check that has just reached this status; null when its outcome is final. */
  first(status: KycStatus, now: Date): Date | null {
    const isOpen = status === '' || status === 'PENDING_MANUAL_REVIEW'
    return isOpen ? later(now, this.#timesOf(status).firstMs) : null
  }

  /** After a poll without an outcome. */
  next({ status, since, polls }: Waiting, now: Date): Date {
    const at = later(now, Math.min(this.#timesOf(status).firstMs * 2 ** polls, LONGEST_GAP_MS))
    const end = this.end(status, since)
    return now < end && at > end ? end : at
  }

  /** Without an outcome the check expires then. */
  end(status: KycStatus, since: Date): Date {
    return later(since, this.#timesOf(status).endMs)
  }

  /** The check will not be finished any more. */
  isOver(status: KycStatus, since: Date, now: Date): boolean {
    return now >= this.end(status, since)
  }

  #timesOf(status: KycStatus) {
    return status === '' ? this.#times.check : this.#times.review
  }
}
