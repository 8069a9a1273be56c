import type { Meter } from '../../platform/meter.ts'
import { centsOf, countryRule, type SmsLimits } from './costs-and-countries.ts'
import type { GatewayNumber } from './gateways.ts'
import type { SmsOutcome } from './ports.ts'

export type SmsMetrics = ReturnType<typeof createSmsMetrics>

/** As they are named in metrics and the log. */
export const GATEWAYS: Readonly<Record<GatewayNumber, string>> = { 1: 'first', 2: 'second' }
const REGIONS = ['home', 'europe', 'other'] as const

/** SMS by the region of their country: home, europe or other. A single country could be a single person. */
export function createSmsMetrics(meter: Meter, limits: SmsLimits) {
  const tries = meter.counter({
    name: 'sms_tries_total',
    help: 'What a gateway, first or second, said to a message: accepted, refused, not_taken or unknown.',
    labels: ['outcome', 'region', 'gateway'],
  })
  const givenUp = meter.counter({ name: 'sms_given_up_total', help: 'Messages never sent.', labels: ['region'] })
  const cents = meter.counter({
    name: 'sms_spent_cents_total',
    help: 'Estimated price of the messages that were admitted.',
    labels: ['region'],
    from: REGIONS.map((region) => ({ region })),
  })
  const denied = meter.counter({
    name: 'sms_denied_total',
    help: 'Messages that a limit or the budget did not admit, by its name.',
    labels: ['rule', 'region'],
    from: REGIONS.map((region) => ({ rule: 'sms.money', region })),
  })
  const regionOf = (country: string) => countryRule(limits, country).replace('sms.country.', '')
  return {
    tried: (outcome: SmsOutcome, country: string, gateway: GatewayNumber) =>
      tries({ outcome, region: regionOf(country), gateway: GATEWAYS[gateway] }),
    givenUp: (country: string) => givenUp({ region: regionOf(country) }),
    spent: (country: string) => cents({ region: regionOf(country) }, centsOf(limits, country)),
    denied: (rule: string, country: string) => denied({ rule, region: regionOf(country) }),
  }
}
