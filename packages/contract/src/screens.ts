import { PAPER_ADDRESSES } from './papers.ts'

/** Addresses of the front end's screens. The server answers them with the page; anything else is a page not found. */
export const SCREENS = [
  '/',
  '/auth',
  '/auth/prompt',
  '/auth/register',
  '/auth/login',
  '/auth/forgot-pin',
  '/auth/reset-pin',
  '/auth/confirm-code',
  '/kyc',
  '/kyc-resolve',
  '/kyc-check-result',
  '/kyc-process',
  '/complete-process',
  '/kyc-result/approved',
  '/kyc-result/reviewing',
  '/kyc-result/in-progress',
  '/kyc-result/denied',
  '/verify-age/app',
  '/verify-age/denied',
  ...PAPER_ADDRESSES,
] as const
/** Everything below these is a screen too. */
export const SCREENS_BELOW = ['/verify-age/denied/', '/verify-age/app/', '/a/'] as const
export type Screen = (typeof SCREENS)[number]

/** No screen: the frame that the tracker runs in, where the operator counts visits. */
export const ANALYTICS_FRAME = '/analytics-frame'
