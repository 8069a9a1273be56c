import type { Screen } from '@avouch/contract'

export const EVENT_CATEGORY = 'Web solution'

/** Every event there is, by the name that the operator's reports know it by. */
export const EVENTS = {
  access: 'Access web solution',
  selectApp: 'Landing page - Select app',
  selectWeb: 'Landing page - Select web',
  register: 'Register',
  login: 'Login',
  registered: 'Register successfully',
  loggedIn: 'Login successfully',
  kycStarted: 'Kyc initialization',
  kycCompleted: 'Kyc Verification - Completed',
  kycReviewing: 'Kyc Verification - Reviewing',
  kycDenied: 'Kyc Verification - Denied',
  anonymized: 'Anonymize user',
  confirmed: 'Confirm verification',
} as const
export type AnalyticsEvent = keyof typeof EVENTS

/** Those that happen where a page is reached; the others are told where they happen. */
export const PAGE_EVENTS: Readonly<Partial<Record<Screen, AnalyticsEvent>>> = {
  '/': 'access',
  '/verify-age/denied': 'anonymized',
}
