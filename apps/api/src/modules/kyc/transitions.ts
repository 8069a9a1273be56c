import type { KycStatus, VendorOutcome } from '@avouch/contract'

/** How far a check has come. It moves up only; equal ranks are told apart by nobody and stay as they are. */
const RANK: Record<KycStatus, number> = {
  '': 0,
  PENDING_MANUAL_REVIEW: 1,
  USER_PROCESS_EXPIRED: 2,
  MANUAL_REVIEW_REJECTED: 3,
  COMPLETED: 4,
  COMPLETED_FRAUD: 4,
  UNDERAGED: 5,
  DELETED: 6,
}

/** Whether a reported outcome moves a check on; repeats and late arrivals do not. */
export const advances = (from: KycStatus, to: VendorOutcome): boolean => RANK[to] > RANK[from]
