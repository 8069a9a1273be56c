import type { KycStatus } from '@avouch/contract'

/** The meaning of a status for the visitor. */
export type KycOutcome = 'waiting' | 'approved' | 'reviewing' | 'denied' | 'underage'

const OUTCOMES = {
  '': 'waiting',
  COMPLETED: 'approved',
  COMPLETED_FRAUD: 'approved',
  PENDING_MANUAL_REVIEW: 'reviewing',
  MANUAL_REVIEW_REJECTED: 'denied',
  USER_PROCESS_EXPIRED: 'denied',
  DELETED: 'denied',
  UNDERAGED: 'underage',
} as const satisfies Record<KycStatus, KycOutcome>

/** The page of each outcome; before an outcome a visitor waits on the process page. */
export const KYC_PAGES = {
  waiting: '/kyc-process',
  approved: '/kyc-result/approved',
  reviewing: '/kyc-result/reviewing',
  denied: '/kyc-result/denied',
  underage: '/verify-age/denied',
} as const satisfies Record<KycOutcome, `/${string}`>

export type KycPage = (typeof KYC_PAGES)[KycOutcome]

const isKnown = (status: string): status is KycStatus => Object.hasOwn(OUTCOMES, status)

/** An unknown status is a denial, and a bug that the caller reports. */
export function readKycStatus(status: string): { outcome: KycOutcome; known: boolean } {
  return isKnown(status) ? { outcome: OUTCOMES[status], known: true } : { outcome: 'denied', known: false }
}

type Look = { loading: boolean; hasProfile: boolean; outcome: KycOutcome | undefined }

/** The result of one poll of the process page: stay, or go to another page. */
export function nextOfProcess({ loading, hasProfile, outcome }: Look): KycPage | '/complete-process' | undefined {
  if (loading) return undefined
  if (!hasProfile) return '/complete-process'
  if (outcome === undefined || outcome === 'waiting') return undefined
  return KYC_PAGES[outcome]
}
