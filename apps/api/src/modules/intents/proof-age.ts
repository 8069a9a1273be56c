import { HOUR_MS } from '@avouch/contract'
import { later } from '../../platform/clock.ts'

const DAY_MS = 24 * HOUR_MS

/** The oldest day of a proof that is young enough; null when any is. Days are those of UTC, as proofs keep them. */
export const oldestProofDay = (maxAgeDays: number | null, now: Date): string | null =>
  maxAgeDays === null
    ? null
    : later(now, -maxAgeDays * DAY_MS)
        .toISOString()
        .slice(0, 10)

/** Days as text are in the order of time. */
export const isYoungEnough = (verifiedOn: string | null, oldest: string | null): boolean =>
  oldest === null || (verifiedOn !== null && verifiedOn >= oldest)
