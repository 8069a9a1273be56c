import type { KycStatus, VendorOutcome } from '@avouch/contract'

/**
 * The rank of each status. A check moves upwards only and no two ranks are equal, so the order of the reports does not
 * matter. A plain approval does not replace one with a fraud mark.
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

/** Whether a reported outcome changes a check; repeated and late reports do not. */
export const advances = (from: KycStatus, to: VendorOutcome): boolean => RANK[to] > RANK[from]
