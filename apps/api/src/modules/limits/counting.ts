import type { LimitAction } from './rules.ts'

/** A login, a code or an SMS is never let through uncounted; what only reads goes on while nothing can be counted. */
export const FAILS_OPEN: ReadonlySet<LimitAction> = new Set([
  'captcha',
  'validate',
  'account',
  'intent',
  'intent-missed',
  'logo',
  'oidc',
  'page',
  'switches',
  'provider',
  'report',
])

/** What is asked for all the time is counted in memory: a write for each would cost more than the answer. */
export const COUNTED_IN_MEMORY: ReadonlySet<LimitAction> = new Set([
  'account',
  'captcha',
  'holder',
  'intent',
  'login',
  'logo',
  'oidc',
  'page',
  'provider',
  'report',
  'resend',
  'staff',
  'switches',
  'token',
  'validate',
  'verify',
])
