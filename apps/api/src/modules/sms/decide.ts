import { HOUR_MS, SECOND_MS } from '@avouch/contract'
import { floorPerDay, type SmsLimits } from './limits.ts'
import type { SmsReason, SmsRecipient, SmsRequest, SmsTraffic, SmsVerdict } from './sms-request.ts'

const HOUR_SECONDS = HOUR_MS / SECOND_MS
/** What a country may send in an hour at least, whatever its day allows. */
const LEAST_PER_HOUR = 3
/** An hour has at most the traffic of a sixth of a day. */
const HOURS_OF_A_DAY = 6
const SHORT = 0.8

/** When asking again makes sense: the windows slide, so that something comes free all the time. */
const RETRY_AFTER_SECONDS: Record<SmsReason, number> = {
  blocked_prefix: 24 * HOUR_SECONDS,
  number_hour: HOUR_SECONDS,
  number_day: 6 * HOUR_SECONDS,
  notices_day: 6 * HOUR_SECONDS,
  neighbours_hour: HOUR_SECONDS,
  browser_hour: HOUR_SECONDS,
  browser_day: 6 * HOUR_SECONDS,
  address_hour: HOUR_SECONDS,
  address_day: 6 * HOUR_SECONDS,
  address_countries: 6 * HOUR_SECONDS,
  network_hour: HOUR_SECONDS,
  country_hour: HOUR_SECONDS,
  country_day: 6 * HOUR_SECONDS,
  recoveries_day: 6 * HOUR_SECONDS,
  budget_short: 6 * HOUR_SECONDS,
  budget_spent: 6 * HOUR_SECONDS,
}

/** Codes of a country that may be out in a day and in an hour: they follow those that were typed in, and never fall below a floor. */
function countryLimits(limits: SmsLimits, country: string, seen: SmsTraffic['country']) {
  const floor = floorPerDay(limits, country)
  const { verifiedShare: share } = limits
  const { verifiedBestDay, verifiedDay, verifiedHour } = seen
  return {
    perDay: Math.max(floor, share * verifiedBestDay, share * verifiedDay),
    perHour: Math.max(
      LEAST_PER_HOUR,
      floor / HOURS_OF_A_DAY,
      (share * verifiedBestDay) / HOURS_OF_A_DAY,
      share * verifiedHour,
    ),
  }
}

/** Many people may share an address. What was typed in there makes room; an address that can't be read earns none. */
function* ofPlace({ place }: SmsRequest, { address, network }: SmsTraffic, limits: SmsLimits): Generator<SmsReason> {
  if (place === null) return
  const { verifiedShareOfHour, newCountriesPerDay, ...least } = limits.address
  const { verifiedShare } = limits
  const [here, around] = place.earnsRoom ? [address.verifiedDay, network.verifiedDay] : [0, 0]
  const hours = HOURS_OF_A_DAY
  if (address.hour >= Math.max(least.perHour, (verifiedShareOfHour * here) / hours)) yield 'address_hour'
  if (address.day >= Math.max(least.perDay, verifiedShare * here)) yield 'address_day'
  if (address.isNewCountry && address.newCountries >= newCountriesPerDay) yield 'address_countries'
  if (network.hour >= Math.max(limits.network.perHour, (verifiedShare * around) / hours)) yield 'network_hour'
}

function* objections(
  request: SmsRequest,
  { verified, knownBrowser }: SmsRecipient,
  traffic: SmsTraffic,
  limits: SmsLimits,
): Generator<SmsReason> {
  const { purpose, country, blocked, browserHash } = request
  const { number, neighbours, browser, country: seen, everywhere } = traffic
  if (blocked) yield 'blocked_prefix'
  if (purpose === 'notice' && !knownBrowser && number.noticesDay >= limits.number.noticesPerDay) yield 'notices_day'
  if (purpose !== 'notice') {
    if (number.hour >= limits.number.perHour) yield 'number_hour'
    if (number.day >= limits.number.perDay) yield 'number_day'
    if (!knownBrowser && number.dayInUnknownBrowsers >= limits.number.perDayInUnknownBrowsers) yield 'number_day'
    if (browserHash !== null && browser.hour >= limits.browser.perHour) yield 'browser_hour'
    if (browserHash !== null && browser.day >= limits.browser.perDay) yield 'browser_day'
  }
  if (!knownBrowser) yield* ofPlace(request, traffic, limits)
  if (!verified) {
    const { perDay, perHour } = countryLimits(limits, country, seen)
    if (neighbours.hour >= limits.neighbours.perHour) yield 'neighbours_hour'
    if (seen.unverifiedHour >= perHour) yield 'country_hour'
    if (seen.unverifiedDay >= perDay) yield 'country_day'
  }
  if (purpose === 'reset' && !knownBrowser) {
    const most = Math.max(limits.recoveriesPerDay, limits.verifiedShare * everywhere.verifiedBestDay)
    if (everywhere.recoveries >= most) yield 'recoveries_day'
  }
  const { cents } = everywhere
  const { centsPerDay, reserveShare } = limits
  if (cents >= centsPerDay * (1 + reserveShare)) yield 'budget_spent'
  else if (cents >= centsPerDay && !knownBrowser) yield 'budget_spent'
  else if (cents >= centsPerDay * SHORT && !verified && !limits.homeCountries.includes(country)) yield 'budget_short'
}

/** Whether an SMS may be sent. The first objection is the reason. */
export function decide(
  request: SmsRequest,
  recipient: SmsRecipient,
  traffic: SmsTraffic,
  limits: SmsLimits,
): SmsVerdict {
  for (const reason of objections(request, recipient, traffic, limits))
    return { allowed: false, reason, retryAfterSeconds: RETRY_AFTER_SECONDS[reason] }
  return { allowed: true }
}

const ALARMS = [0.5, SHORT, 1] as const

/** The shares of the day's budget that an SMS crosses, in percent, to be logged. */
export const crossed = ({ centsPerDay }: SmsLimits, before: number, after: number): number[] =>
  ALARMS.filter((share) => before < share * centsPerDay && after >= share * centsPerDay).map((share) => share * 100)
