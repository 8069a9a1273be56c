/** What SMS may cost and where they go; the operator's file changes any of it. How many there may be are rate limits. */
export type SmsLimits = {
  /** Countries that the product is made for, as ISO 3166 codes. */
  homeCountries: string[]
  /** Numbers that nothing is sent to, by how they begin. */
  blockedPrefixes: string[]
  centsPerDay: number
  /** The parts of the day's money, by who asks. They add up to 1. */
  shares: Record<MoneyClass, number>
  centsPerSms: Record<string, number> & { other: number }
}

/**
 * Who spends money: browsers that the account knows; log-ins with the right PIN in other ones; resets and sign-ups from
 * networks where people signed in lately, and from others. The pool is for all of them.
 */
export type MoneyClass =
  | 'known'
  | 'right-pin'
  | 'reset-proven'
  | 'reset-other'
  | 'newcomer-proven'
  | 'newcomer-other'
  | 'pool'

/** Satellite and other networks of no country. */
const NO_COUNTRY = ['+870', '+878', '+881', '+882', '+883', '+888', '+979']

const SMS_LIMITS: SmsLimits = {
  homeCountries: ['DE', 'AT', 'CH'],
  blockedPrefixes: NO_COUNTRY,
  centsPerDay: 50_000,
  shares: {
    known: 0.35,
    'right-pin': 0.1,
    'reset-proven': 0.08,
    'reset-other': 0.07,
    'newcomer-proven': 0.12,
    'newcomer-other': 0.18,
    pool: 0.1,
  },
  centsPerSms: { DE: 8, AT: 7, CH: 6, GB: 4, US: 1, FR: 6, NL: 8, BE: 8, IT: 6, ES: 5, PL: 3, other: 15 },
}

/** What the operator's file changes. */
export type SmsLimitChanges = { [Name in keyof SmsLimits]?: Partial<SmsLimits[Name]> | undefined }

/** The limits as they hold: what the file names is as it says. */
export const smsLimitsWith = ({ shares, centsPerSms, ...changes }: SmsLimitChanges): SmsLimits =>
  ({
    ...SMS_LIMITS,
    ...changes,
    shares: { ...SMS_LIMITS.shares, ...shares },
    centsPerSms: { ...SMS_LIMITS.centsPerSms, ...centsPerSms },
  }) as SmsLimits

/** The European Economic Area and the United Kingdom. */
const EUROPE = new Set(
  'AT BE BG CY CZ DE DK EE ES FI FR GB GR HR HU IE IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK'.split(' '),
)

/** The limit that says when a country is under pressure. */
export function countryRule({ homeCountries }: Pick<SmsLimits, 'homeCountries'>, country: string) {
  if (homeCountries.includes(country)) return 'sms.country.home'
  return EUROPE.has(country) ? 'sms.country.europe' : 'sms.country.other'
}

/** By how it begins, the operator lets nothing be sent to the number. */
export const isBlocked = ({ blockedPrefixes }: Pick<SmsLimits, 'blockedPrefixes'>, number: string): boolean =>
  blockedPrefixes.some((prefix) => number.startsWith(prefix))

export const centsOf = ({ centsPerSms }: SmsLimits, country: string): number =>
  centsPerSms[country] ?? centsPerSms.other
