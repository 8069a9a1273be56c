import type { CounterLabel, RuleName } from '../limits/index.ts'
import type { CodePurpose } from './code-seed.ts'
import { countryRule, type MoneyClass, type SmsLimits } from './costs-and-countries.ts'
import { moneyLabel, moneyTerms } from './money.ts'

/** The last digits in which neighbours of a number differ. */
const LAST_DIGITS = 4

/** The subject of a sign-up's number and those that differ from it in the last digits only. */
export const neighboursOf = (number: string): string => number.slice(0, -LAST_DIGITS)

type Asking = CodePurpose | 'known'
/** The subject of a number's first SMS of a day, by what they are for. */
export const firstOf = (asking: Asking, number: string): string => `${asking} ${number}`

const ASKING: Readonly<Record<Asking, string>> = {
  register: 'sign-ups',
  login: 'log-ins',
  reset: 'recoveries',
  known: 'known browsers',
}

const OF_NUMBER: readonly RuleName[] = ['sms.number', 'sms.number.strangers', 'sms.number.known', 'sms.notices']

/** Where SMS to a number are counted. */
export const smsLabelsOf = (number: string): CounterLabel[] => [
  ...OF_NUMBER.map((rule) => ({ rule, subject: number, of: 'number' })),
  ...(Object.keys(ASKING) as Asking[]).map((asking) => ({
    rule: 'sms.number.first' as const,
    subject: firstOf(asking, number),
    of: `number, ${ASKING[asking]}`,
  })),
  { rule: 'sms.neighbours', subject: neighboursOf(number), of: 'its neighbours' },
]

const SPENT = 'SMS are paid from the shares that help out, or refused'

/** Where the day's money is counted, in cents, and the codes to each country that are not typed in. */
export const labelsOfSms = (limits: SmsLimits, countries: readonly string[], now: Date): CounterLabel[] => [
  ...(Object.keys(limits.shares) as MoneyClass[]).map((moneyClass) => ({
    ...moneyLabel(moneyClass),
    of: 'cents',
    terms: moneyTerms(limits, moneyClass, now),
    effect: SPENT,
  })),
  ...countries.map((country) => ({ rule: countryRule(limits, country), subject: country, of: country }) as const),
]
