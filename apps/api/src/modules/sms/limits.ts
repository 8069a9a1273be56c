/** What may be sent. Every number has its unit in its name; the operator's file changes any of them. */
export type SmsLimits = {
  /** Countries that the product is made for, as ISO 3166 codes. */
  homeCountries: string[]
  /** Numbers that nothing is sent to, by how they begin. */
  blockedPrefixes: string[]
  number: { perHour: number; perDayInUnknownBrowsers: number; perDay: number; noticesPerDay: number }
  /** Numbers that differ in their last four digits only. */
  neighbours: { perHour: number }
  browser: { perHour: number; perDay: number }
  /** An IPv4 address, or the /64 of an IPv6 one. Many people may share it: what was typed in there makes room for more. */
  address: { perHour: number; perDay: number; verifiedShareOfHour: number; newCountriesPerDay: number }
  /** The /24 or /48 around it. */
  network: { perHour: number }
  /** What a country may always send in a day, however few of its codes were typed in. */
  countryPerDay: { home: number; europe: number; other: number }
  /** Unconfirmed codes allowed in addition, as a share of confirmed ones. */
  verifiedShare: number
  recoveriesPerDay: number
  centsPerDay: number
  /** Share of the budget that is kept for known browsers when it is spent. */
  reserveShare: number
  centsPerSms: Record<string, number> & { other: number }
}

/** Satellite and other networks of no country. */
const NO_COUNTRY = ['+870', '+878', '+881', '+882', '+883', '+888', '+979']

export const SMS_LIMITS: SmsLimits = {
  homeCountries: ['DE', 'AT', 'CH'],
  blockedPrefixes: NO_COUNTRY,
  number: { perHour: 5, perDayInUnknownBrowsers: 6, perDay: 10, noticesPerDay: 3 },
  neighbours: { perHour: 20 },
  browser: { perHour: 8, perDay: 15 },
  address: { perHour: 5, perDay: 10, verifiedShareOfHour: 0.2, newCountriesPerDay: 3 },
  network: { perHour: 60 },
  countryPerDay: { home: 200, europe: 50, other: 20 },
  verifiedShare: 0.3,
  recoveriesPerDay: 2_000,
  centsPerDay: 50_000,
  reserveShare: 0.2,
  centsPerSms: { DE: 8, AT: 7, CH: 6, GB: 4, US: 1, FR: 6, NL: 8, BE: 8, IT: 6, ES: 5, PL: 3, other: 15 },
}

/** Limits of addresses grow with all the other limits of addresses, which the operator has one factor for. */
function forAddresses(limits: SmsLimits, factor: number): SmsLimits {
  const times = (count: number) => Math.max(1, Math.round(count * factor))
  const { address, network } = limits
  return {
    ...limits,
    address: {
      ...address,
      perHour: times(address.perHour),
      perDay: times(address.perDay),
      newCountriesPerDay: times(address.newCountriesPerDay),
    },
    network: { perHour: times(network.perHour) },
  }
}

/** The same with any of its numbers left out. */
type Changes<T> = {
  [Name in keyof T]?: (T[Name] extends readonly unknown[] | number ? T[Name] : Changes<T[Name]>) | undefined
}

/** What the operator's settings change: a factor for the limits of addresses, and single limits from the file. */
export type SmsLimitSettings = { changes: Changes<SmsLimits>; addressFactor: number }

const isGroup = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const merged = (base: object, given: object): object =>
  Object.fromEntries(
    Object.entries({ ...base, ...given }).map(([name, value]) => {
      const before: unknown = Reflect.get(base, name)
      return [name, isGroup(before) && isGroup(value) ? { ...before, ...value } : value]
    }),
  )

/** The limits as they hold: what the file names is as it says, the factor is for the others. */
export const smsLimitsWith = ({ changes, addressFactor }: SmsLimitSettings): SmsLimits =>
  merged(forAddresses(SMS_LIMITS, addressFactor), changes) as SmsLimits

/** The European Economic Area and the United Kingdom. */
const EUROPE = new Set(
  'AT BE BG CY CZ DE DK EE ES FI FR GB GR HR HU IE IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK'.split(' '),
)

export function floorPerDay({ homeCountries, countryPerDay }: SmsLimits, country: string): number {
  if (homeCountries.includes(country)) return countryPerDay.home
  return EUROPE.has(country) ? countryPerDay.europe : countryPerDay.other
}

export const centsOf = ({ centsPerSms }: SmsLimits, country: string): number =>
  centsPerSms[country] ?? centsPerSms.other
