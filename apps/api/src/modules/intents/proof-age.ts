import { HOUR_MS } from '@avouch/contract'
import { later } from '../../platform/clock.ts'

const DAY_MS = 24 * HOUR_MS

/** The oldest acceptable day of a proof, in UTC as proofs keep it; null when any day is acceptable. */
export const oldestProofDay = (maxAgeDays: number | null, now: Date): string | null =>
  maxAgeDays === null
    ? null
    : later(now, -maxAgeDays * DAY_MS)
        .toISOString()
        .slice(0, 10)

/** Days as text (YYYY-MM-DD) sort by time. */
export const isYoungEnough = (verifiedOn: string | null, oldest: string | null): boolean =>
  oldest === null || (verifiedOn !== null && verifiedOn >= oldest)
