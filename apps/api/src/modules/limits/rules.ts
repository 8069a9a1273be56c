import { type EndpointLimit, HOUR_MS, MINUTE_MS } from '@avouch/contract'
import { StartupError } from '../../platform/startup-error.ts'

/** Whose doings are counted together. */
export type Dimension = 'address' | 'network' | 'browser' | 'number' | 'everyone'

/** What is counted: calls by their endpoint's limit, and what the server counts by itself. */
export type LimitAction =
  | EndpointLimit
  | 'login-failed'
  | 'login-numbers'
  | 'intent-missed'
  | 'report'
  | 'existence'
  | 'codes-wrong'

export type Rule = {
  action: LimitAction
  dimension: Dimension
  most: number
  perMs: number
  /** Many people may share an address: the limit is at least this part of the sign-ins completed there in a day. */
  share?: number
  /** Beyond the limit the captcha is harder; at five times of it requests are refused. */
  harder?: boolean
}

export const REFUSED_AT = 5
const DAY_MS = 24 * HOUR_MS

const rule = (
  action: LimitAction,
  dimension: Dimension,
  most: number,
  perMs: number,
  more: Pick<Rule, 'share' | 'harder'> = {},
): Rule => ({ action, dimension, most, perMs, ...more })

/** Every limit there is, by the name that the setting knows it by. */
export const RULES = {
  'captcha.address': rule('captcha', 'address', 120, MINUTE_MS),
  'captcha.network': rule('captcha', 'network', 1_200, MINUTE_MS),

  'signup.address': rule('signup', 'address', 10, HOUR_MS, { share: 0.08, harder: true }),
  'signup.network': rule('signup', 'network', 60, HOUR_MS, { share: 0.08, harder: true }),
  'signup.browser': rule('signup', 'browser', 6, HOUR_MS),
  'signup.number': rule('signup', 'number', 3, DAY_MS),

  'login.address': rule('login', 'address', 120, MINUTE_MS),
  'login.browser': rule('login', 'browser', 30, MINUTE_MS),
  'login-failed.address': rule('login-failed', 'address', 10, 10 * MINUTE_MS, { share: 0.05, harder: true }),
  'login-failed.address.day': rule('login-failed', 'address', 30, DAY_MS, { share: 0.3, harder: true }),
  'login-failed.network': rule('login-failed', 'network', 100, HOUR_MS, { share: 0.1, harder: true }),
  'login-numbers.address': rule('login-numbers', 'address', 5, 10 * MINUTE_MS, { share: 0.05, harder: true }),
  'login-numbers.network': rule('login-numbers', 'network', 20, 10 * MINUTE_MS, { share: 0.05, harder: true }),
  'token.address': rule('token', 'address', 240, MINUTE_MS),
  'token.browser': rule('token', 'browser', 60, MINUTE_MS),

  'verify.address': rule('verify', 'address', 60, MINUTE_MS, { share: 0.05 }),
  'verify.network': rule('verify', 'network', 300, MINUTE_MS, { share: 0.05 }),
  'verify.browser': rule('verify', 'browser', 20, MINUTE_MS),

  'resend.address': rule('resend', 'address', 60, MINUTE_MS, { share: 0.05 }),
  'resend.browser': rule('resend', 'browser', 20, MINUTE_MS),

  'recovery.address': rule('recovery', 'address', 20, HOUR_MS, { share: 0.08, harder: true }),
  'recovery.network': rule('recovery', 'network', 120, HOUR_MS, { share: 0.08, harder: true }),
  'recovery.browser': rule('recovery', 'browser', 20, HOUR_MS),
  'change-pin.address': rule('change-pin', 'address', 30, 10 * MINUTE_MS, { share: 0.05 }),
  'change-pin.browser': rule('change-pin', 'browser', 10, 10 * MINUTE_MS),

  'validate.address': rule('validate', 'address', 60, MINUTE_MS, { harder: true }),
  'validate.network': rule('validate', 'network', 600, MINUTE_MS, { harder: true }),

  'account.address': rule('account', 'address', 600, MINUTE_MS),
  'account.browser': rule('account', 'browser', 240, MINUTE_MS),
  'intent.address': rule('intent', 'address', 240, MINUTE_MS),
  'intent-missed.address': rule('intent-missed', 'address', 20, HOUR_MS),

  'payment.address': rule('payment', 'address', 60, MINUTE_MS),
  'payment.browser': rule('payment', 'browser', 30, MINUTE_MS),

  'switches.address': rule('switches', 'address', 600, MINUTE_MS),
  'provider.address': rule('provider', 'address', 6_000, MINUTE_MS),
  'report.address': rule('report', 'address', 60, MINUTE_MS),

  'app-link.address': rule('app-link', 'address', 60, 10 * MINUTE_MS, { share: 0.05 }),
  'app-link.network': rule('app-link', 'network', 600, 10 * MINUTE_MS, { share: 0.05 }),

  'existence.address.minute': rule('existence', 'address', 10, MINUTE_MS, { share: 0.01 }),
  'existence.address.hour': rule('existence', 'address', 30, HOUR_MS, { share: 0.1 }),
  'existence.address.day': rule('existence', 'address', 100, DAY_MS, { share: 0.5 }),
  'existence.network': rule('existence', 'network', 300, DAY_MS, { share: 0.5 }),
  'existence.browser': rule('existence', 'browser', 20, HOUR_MS),
  'existence.everyone': rule('existence', 'everyone', 2_000, HOUR_MS),

  'codes-wrong.number': rule('codes-wrong', 'number', 10, DAY_MS),
  'codes-wrong.strangers': rule('codes-wrong', 'number', 10, DAY_MS),
  'codes-wrong.everyone': rule('codes-wrong', 'everyone', 200, HOUR_MS),
  'codes-wrong.recovery': rule('codes-wrong', 'everyone', 2_000, HOUR_MS),
} as const satisfies Record<string, Rule>

export type RuleName = keyof typeof RULES
export type Rules = Readonly<Record<RuleName, Rule>>
export const RULE_NAMES = Object.keys(RULES) as RuleName[]

/** What the operator's settings change: all limits by a factor, single ones by their name. */
export type LimitSettings = {
  overrides: readonly { name: string; most: number; perMs: number }[]
  factor: number
}

/**
 * The limits as they hold.
 * @throws StartupError for a limit that does not exist
 */
export function rulesWith({ overrides, factor }: LimitSettings): Rules {
  const unknown = overrides.findIndex(({ name }) => !Object.hasOwn(RULES, name))
  if (unknown >= 0)
    throw new StartupError(`The setting LIMITS is wrong: its entry ${unknown + 1} names a limit that does not exist.`)
  const scaled = Object.entries(RULES).map(([name, rule]) => {
    const own = overrides.findLast((override) => override.name === name)
    const { most, perMs } = own ?? { ...rule, most: Math.max(1, Math.round(rule.most * factor)) }
    return [name, { ...rule, most, perMs }] as const
  })
  return Object.fromEntries(scaled) as Rules
}

/** A login, a code or an SMS is never let through uncounted; what only reads goes on while nothing can be counted. */
export const FAILS_OPEN: ReadonlySet<LimitAction> = new Set([
  'captcha',
  'validate',
  'account',
  'intent',
  'intent-missed',
  'switches',
  'provider',
  'report',
])

/** What is asked for all the time is counted in memory: a write for each would cost more than the answer. */
export const COUNTED_IN_MEMORY: ReadonlySet<LimitAction> = new Set([
  'account',
  'intent',
  'provider',
  'report',
  'switches',
])
