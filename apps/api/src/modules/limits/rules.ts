import { type EndpointLimit, HOUR_MS, MINUTE_MS, SECOND_MS } from '@avouch/contract'
import { StartupError } from '../../platform/startup-error.ts'

/** Whose doings are counted together. */
export type Subject = 'address' | 'network' | 'browser' | 'number' | 'everyone' | 'country'

/** What is counted: calls by their endpoint's limit, and what the server counts by itself. */
export type LimitAction =
  | EndpointLimit
  | 'oidc'
  | 'holder'
  | 'login-failed'
  | 'login-numbers'
  | 'intent-missed'
  | 'page'
  | 'logo'
  | 'report'
  | 'existence'
  | 'sms'
  | 'code'
  | 'pin'
  | 'staff-guess'
  | 'staff-look'

/**
 * A bucket: `burst` places are free at once, and they come back one after the other, so that there are never more than
 * `most` in any `perMs`. Without a time it is a count: `burst` until an event sets it back.
 */
export type Rule = {
  action: LimitAction
  subject: Subject
  burst: number
  most: number
  perMs: number | null
  /** Many people may share an address: it has at least this part of the sign-ins completed there in a day. */
  share?: number
  /** Beyond the limit the captcha is harder; at five times of it requests are refused. */
  harder?: boolean
  /** One place for each number, however often it comes. */
  ofNumbers?: boolean
  /** The operator's factor is not for it: what a person gets does not grow with the product. */
  fixed?: boolean
  /** A count that was not touched for so long is deleted; without it after 400 days. */
  lifeMs?: number
}

export type Bucket = Rule & { perMs: number }
/** Beyond a limit that only makes the captcha harder, calls are refused at so many times of it. */
export const REFUSED_AT = 5
const DAY_MS = 24 * HOUR_MS

type More = Pick<Rule, 'share' | 'harder' | 'ofNumbers' | 'fixed'>

/** `burst` at once, and never more than `most` in any `perMs`. */
const bucket = (
  action: LimitAction,
  subject: Subject,
  [burst, most, perMs]: readonly [number, number, number],
  more: More = {},
): Bucket => ({ action, subject, burst, most, perMs, ...more })

/** `count` at once, and as many come back within `perMs`. */
const rate = (action: LimitAction, subject: Subject, count: number, perMs: number, more: More = {}): Bucket =>
  bucket(action, subject, [count, 2 * count, perMs], more)

/** `burst` until an event sets it to zero. No setting changes it. */
const count = (action: LimitAction, subject: Subject, burst: number, lifeMs?: number): Rule & { perMs: null } => ({
  action,
  subject,
  burst,
  most: burst,
  perMs: null,
  ...(lifeMs !== undefined && { lifeMs }),
})

const FIXED: More = { fixed: true }

/** Every limit there is, by the name that the setting knows it by. An action has one for its address and one for its browser. */
export const RULES = {
  'captcha.address': rate('captcha', 'address', 120, MINUTE_MS),
  'captcha.network': rate('captcha', 'network', 1_200, MINUTE_MS),
  'captcha.browser': rate('captcha', 'browser', 60, MINUTE_MS),

  'signup.address': rate('signup', 'address', 10, HOUR_MS, { share: 0.08, harder: true }),
  'signup.network': rate('signup', 'network', 60, HOUR_MS, { share: 0.08, harder: true }),
  'signup.browser': rate('signup', 'browser', 6, HOUR_MS),

  'login.address': rate('login', 'address', 120, MINUTE_MS),
  'login.browser': rate('login', 'browser', 30, MINUTE_MS),
  'login-failed.address': bucket('login-failed', 'address', [10, 30, DAY_MS], { share: 0.3, harder: true }),
  'login-failed.network': rate('login-failed', 'network', 100, HOUR_MS, { share: 0.1, harder: true }),
  'login-numbers.address': bucket('login-numbers', 'address', [5, 20, HOUR_MS], {
    share: 0.1,
    harder: true,
    ofNumbers: true,
  }),
  'login-numbers.network': bucket('login-numbers', 'network', [20, 80, HOUR_MS], {
    share: 0.1,
    harder: true,
    ofNumbers: true,
  }),
  'token.address': rate('token', 'address', 240, MINUTE_MS),
  'token.browser': rate('token', 'browser', 60, MINUTE_MS),

  'verify.address': rate('verify', 'address', 60, MINUTE_MS, { share: 0.05 }),
  'verify.network': rate('verify', 'network', 300, MINUTE_MS, { share: 0.05 }),
  'verify.browser': rate('verify', 'browser', 20, MINUTE_MS),

  'resend.address': rate('resend', 'address', 60, MINUTE_MS, { share: 0.05 }),
  'resend.browser': rate('resend', 'browser', 20, MINUTE_MS),

  'recovery.address': rate('recovery', 'address', 20, HOUR_MS, { share: 0.08, harder: true }),
  'recovery.network': rate('recovery', 'network', 120, HOUR_MS, { share: 0.08, harder: true }),
  'recovery.browser': rate('recovery', 'browser', 20, HOUR_MS),
  'recover-link.address': rate('recover-link', 'address', 20, MINUTE_MS),
  'recover-link.browser': rate('recover-link', 'browser', 10, MINUTE_MS),
  'change-pin.address': rate('change-pin', 'address', 30, 10 * MINUTE_MS, { share: 0.05 }),
  'change-pin.browser': rate('change-pin', 'browser', 10, 10 * MINUTE_MS),

  'validate.address': rate('validate', 'address', 60, MINUTE_MS, { harder: true }),
  'validate.network': rate('validate', 'network', 600, MINUTE_MS, { harder: true }),
  'validate.browser': rate('validate', 'browser', 30, MINUTE_MS, { harder: true }),

  'account.address': rate('account', 'address', 600, MINUTE_MS),
  'account.browser': rate('account', 'browser', 240, MINUTE_MS),
  'intent.address': rate('intent', 'address', 240, MINUTE_MS),
  'intent.browser': rate('intent', 'browser', 120, MINUTE_MS),
  'intent-missed.address': bucket('intent-missed', 'address', [20, 40, HOUR_MS]),
  'page.address': rate('page', 'address', 240, MINUTE_MS),
  'page.browser': rate('page', 'browser', 60, MINUTE_MS),
  'logo.address': rate('logo', 'address', 240, MINUTE_MS),
  'logo.browser': rate('logo', 'browser', 60, MINUTE_MS),

  'payment.address': rate('payment', 'address', 60, MINUTE_MS),
  'payment.browser': rate('payment', 'browser', 30, MINUTE_MS),

  'switches.address': rate('switches', 'address', 600, MINUTE_MS),
  'switches.browser': rate('switches', 'browser', 120, MINUTE_MS),
  'oidc.address': rate('oidc', 'address', 240, MINUTE_MS),
  'oidc.browser': rate('oidc', 'browser', 60, MINUTE_MS),
  'provider.address': rate('provider', 'address', 6_000, MINUTE_MS),
  'staff.address': rate('staff', 'address', 600, MINUTE_MS),
  'staff.browser': rate('staff', 'browser', 240, MINUTE_MS),
  'staff-sign-in.address': rate('staff-sign-in', 'address', 20, 10 * MINUTE_MS),
  'staff-sign-in.browser': rate('staff-sign-in', 'browser', 10, 10 * MINUTE_MS),
  'staff-sign-up.address': rate('staff-sign-up', 'address', 20, HOUR_MS),
  'staff-sign-up.browser': rate('staff-sign-up', 'browser', 10, HOUR_MS),
  'staff-guess.address': bucket('staff-guess', 'address', [10, 30, HOUR_MS]),
  'staff-guess.number': bucket('staff-guess', 'number', [5, 15, HOUR_MS], FIXED),
  'staff-look.number': bucket('staff-look', 'number', [20, 60, HOUR_MS], FIXED),
  'report.address': rate('report', 'address', 60, MINUTE_MS),
  'report.browser': rate('report', 'browser', 30, MINUTE_MS),

  'app-link.address': rate('app-link', 'address', 60, 10 * MINUTE_MS, { share: 0.05 }),
  'app-link.network': rate('app-link', 'network', 600, 10 * MINUTE_MS, { share: 0.05 }),
  'app-link.browser': rate('app-link', 'browser', 30, 10 * MINUTE_MS),

  'presentation.address': rate('presentation', 'address', 120, 10 * MINUTE_MS, { share: 0.05 }),
  'presentation.network': rate('presentation', 'network', 1_200, 10 * MINUTE_MS, { share: 0.05 }),
  'presentation.browser': rate('presentation', 'browser', 60, 10 * MINUTE_MS),
  'holder.address': rate('holder', 'address', 240, MINUTE_MS),

  'existence.address': bucket('existence', 'address', [10, 100, DAY_MS], { share: 0.5, ofNumbers: true }),
  'existence.network': bucket('existence', 'network', [150, 300, DAY_MS], { share: 0.5, ofNumbers: true }),
  'existence.browser': bucket('existence', 'browser', [10, 20, HOUR_MS], { ofNumbers: true }),
  'existence.everyone': bucket('existence', 'everyone', [1_000, 2_000, HOUR_MS], { ofNumbers: true }),

  'sms.number': bucket('sms', 'number', [6, 20, DAY_MS], FIXED),
  'sms.number.strangers': bucket('sms', 'number', [4, 12, DAY_MS], FIXED),
  'sms.number.known': bucket('sms', 'number', [6, 20, DAY_MS], FIXED),
  'sms.number.first': bucket('sms', 'number', [4, 8, DAY_MS], FIXED),
  'sms.neighbours': bucket('sms', 'number', [20, 60, DAY_MS], FIXED),
  'sms.notices': bucket('sms', 'number', [3, 4, DAY_MS], FIXED),
  'sms.browser': bucket('sms', 'browser', [8, 30, DAY_MS], FIXED),
  'sms.address': bucket('sms', 'address', [5, 15, DAY_MS], { share: 0.6 }),
  'sms.network': bucket('sms', 'network', [30, 120, DAY_MS], { share: 0.6 }),
  'sms.countries': bucket('sms', 'address', [3, 4, DAY_MS], { share: 0.1, ofNumbers: true }),
  'sms.address.pressed': bucket('sms', 'address', [2, 3, DAY_MS], { share: 0.6 }),
  'sms.network.pressed': bucket('sms', 'network', [2, 4, DAY_MS], { share: 0.6 }),
  'sms.country.home': bucket('sms', 'country', [33, 233, DAY_MS], { share: 0.3, ...FIXED }),
  'sms.country.europe': bucket('sms', 'country', [8, 58, DAY_MS], { share: 0.3, ...FIXED }),
  'sms.country.other': bucket('sms', 'country', [4, 24, DAY_MS], { share: 0.3, ...FIXED }),

  'code.number': bucket('code', 'number', [5, 10, DAY_MS], FIXED),
  'code.browser': bucket('code', 'number', [5, 10, DAY_MS], FIXED),
  'code.pace': bucket('code', 'number', [1, 2, 5 * SECOND_MS], FIXED),
  'code.everyone': bucket('code', 'everyone', [100, 300, HOUR_MS], { share: 0.05 }),
  'code.after-pin': count('code', 'number', 15),

  'pin.strangers': count('pin', 'number', 10),
  'pin.strangers.total': count('pin', 'number', 30),
  'pin.browser': count('pin', 'number', 10, 180 * DAY_MS),
  'pin.known.total': count('pin', 'number', 50),
  'pin.registration': count('pin', 'number', 10, DAY_MS),
} satisfies Record<string, Rule>

export type RuleName = keyof typeof RULES
export type Rules = Readonly<typeof RULES>
export const RULE_NAMES = Object.keys(RULES) as RuleName[]

/** What the operator's settings change: all limits by a factor, single ones by their name. */
export type LimitSettings = {
  overrides: readonly { name: string; burst: number; most: number; perMs: number }[]
  factor: number
}

/**
 * The limits as they hold. Those that are set by name are as they are set; the factor is for the others.
 * @throws StartupError for a limit that does not exist
 */
export function rulesWith({ overrides, factor }: LimitSettings): Rules {
  const isSettable = (name: string) =>
    Object.entries<Rule>(RULES).some(([own, { perMs }]) => own === name && perMs !== null)
  const unknown = overrides.findIndex(({ name }) => !isSettable(name))
  if (unknown >= 0)
    throw new StartupError(`The setting LIMITS is wrong: its entry ${unknown + 1} names a limit that does not exist.`)
  const times = (count: number, by: number) => Math.max(1, Math.round(count * by))
  const scaled = Object.entries<Rule>(RULES).map(([name, rule]) => {
    if (rule.perMs === null) return [name, rule] as const
    const own = overrides.findLast((override) => override.name === name)
    const by = rule.fixed === true ? 1 : factor
    const burst = times(rule.burst, by)
    const { most, perMs } = own ?? { most: Math.max(burst + 1, times(rule.most, by)), perMs: rule.perMs }
    return [name, { ...rule, burst: own?.burst ?? burst, most, perMs }] as const
  })
  return Object.fromEntries(scaled) as unknown as Rules
}
