export type SmsPurpose = 'login' | 'register' | 'reset' | 'notice'

/** Where an SMS was asked for. earnsRoom: not where all are counted together whose address can't be read. */
export type SmsPlace = { addressHash: Buffer; networkHash: Buffer; earnsRoom: boolean }

/** What is known of an SMS before it is sent. Nothing in it leads back to a number. */
export type SmsRequest = {
  purpose: SmsPurpose
  country: string
  blocked: boolean
  numberHash: Buffer
  prefixHash: Buffer
  /** Nothing for a caller without the cookie. */
  browserHash: Buffer | null
  /** None for an SMS that no visitor requested. */
  place: SmsPlace | null
  challengeId: string | null
}

/** Whom the SMS is for: an account's number was proven before. */
export type SmsRecipient = { verified: boolean; knownBrowser: boolean }

/** Codes that were sent and not typed in, and those that were, within an hour and a day before now. */
export type SmsTraffic = {
  number: { hour: number; day: number; dayInUnknownBrowsers: number; noticesDay: number }
  neighbours: { hour: number }
  browser: { hour: number; day: number }
  address: {
    hour: number
    day: number
    verifiedDay: number
    /** Countries where no code of this address was typed in. */
    newCountries: number
    /** The country of the SMS is one more of them. */
    isNewCountry: boolean
  }
  network: { hour: number; verifiedDay: number }
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
  | 'address_hour'
  | 'address_day'
  | 'address_countries'
  | 'network_hour'
  | 'country_hour'
  | 'country_day'
  | 'recoveries_day'
  | 'budget_short'
  | 'budget_spent'

export type SmsVerdict = { allowed: true } | { allowed: false; reason: SmsReason; retryAfterSeconds: number }
