import type { KycStatus, VendorOutcome } from '@avouch/contract'

/**
 * How far a check has come. It moves up only, and no two outcomes are equal: whatever the order of the reports, the end
 * is the same. A mark for fraud is not lost to a plain approval.
 */
const RANK: Record<KycStatus, number> = {
  '': 0,
  PENDING_MANUAL_REVIEW: 1,
  USER_PROCESS_EXPIRED: 2,
  MANUAL_REVIEW_REJECTED: 3,
  COMPLETED: 4,
  COMPLETED_FRAUD: 5,
  UNDERAGED: 6,
  DELETED: 7,
}

/** Whether a reported outcome moves a check on; repeats and late arrivals do not. */
export const advances = (from: KycStatus, to: VendorOutcome): boolean => RANK[to] > RANK[from]
