export type SmsPurpose = 'login' | 'register' | 'reset' | 'notice'

/** What is known of an SMS before it is sent. Nothing in it leads back to a number. */
export type SmsRequest = {
  purpose: SmsPurpose
  country: string
  blocked: boolean
  numberHash: Buffer
  prefixHash: Buffer
  /** Nothing for a caller without the cookie. */
  browserHash: Buffer | null
  challengeId: string | null
}

/** Whom the SMS is for: an account's number was proven before. */
export type SmsRecipient = { verified: boolean; knownBrowser: boolean }

/** Codes that were sent and not typed in, and those that were, within an hour and a day before now. */
export type SmsTraffic = {
  number: { hour: number; day: number; dayInUnknownBrowsers: number; noticesDay: number }
  neighbours: { hour: number }
  browser: { hour: number; day: number }
  country: {
    unverifiedHour: number
    unverifiedDay: number
    verifiedHour: number
    verifiedDay: number
    /** On the best of the 14 days before today. */
    verifiedBestDay: number
  }
  everywhere: { cents: number; recoveries: number; verifiedBestDay: number }
}

export type SmsReason =
  | 'blocked_prefix'
  | 'number_hour'
  | 'number_day'
  | 'notices_day'
  | 'neighbours_hour'
  | 'browser_hour'
  | 'browser_day'
  | 'country_hour'
  | 'country_day'
  | 'recoveries_day'
  | 'budget_short'
  | 'budget_spent'

export type SmsVerdict = { allowed: true } | { allowed: false; reason: SmsReason; retryAfterSeconds: number }
