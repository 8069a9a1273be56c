import { type EndpointLimit, HOUR_MS, MINUTE_MS } from '@avouch/contract'
import { StartupError } from '../../platform/startup-error.ts'

const DAY_MS = 24 * HOUR_MS
const TEN_MINUTES = 10 * MINUTE_MS

/** The callers that share a count. */
export const COUNTED_SUBJECTS = ['address', 'network', 'browser', 'number', 'range', 'everyone'] as const
export type CountedSubject = (typeof COUNTED_SUBJECTS)[number]

/** Allows a burst of `atOnce` calls and refills them one after the other, so that no period of `perMs` has more than `most`. */
type Numbers = readonly [atOnce: number, most: number, perMs: number]

/** A burst of `count`, and as many again within `perMs`. */
const rate = (count: number, perMs: number): Numbers => [count, 2 * count, perMs]

type Action = {
  /** The act that is counted. */
  counts: string
  /** The consequence beyond the limit. */
  effect: string
  /** Counted per process in its memory, and shared with no other. */
  inMemory?: true
  /** Not multiplied by LIMITS_FACTOR: what one person gets does not grow with the product. */
  fixed?: true
  limits: { readonly [S in CountedSubject]?: Numbers }
}

/** Calls of an endpoint a minute, by address and by browser. They are counted in memory. */
const calls = (counts: string, ofAddress: number, ofBrowser: number, effect = 'these calls are refused') =>
  ({
    counts,
    effect,
    inMemory: true,
    limits: { address: rate(ofAddress, MINUTE_MS), browser: rate(ofBrowser, MINUTE_MS) },
  }) as const
/** The same of callers that are no browsers. */
const serverCalls = (counts: string, ofAddress: Numbers, effect = 'these calls are refused') =>
  ({ counts, effect, inMemory: true, limits: { address: ofAddress } }) as const

/** Every limit. Its name is `action.subject`. docs/operating/limits.md is generated from this table. */
const ACTIONS = {
  lookup: {
    counts:
      'numbers that an answer tells about: sign-ups, resets, log-ins with a number that has no account, password grants that nothing precedes',
    effect:
      'sign-ups, resets, log-ins with unknown numbers and such grants are refused; in a trusted network the captcha is harder',
    limits: { address: [20, 100, DAY_MS], network: [150, 600, DAY_MS], browser: [10, 40, HOUR_MS] },
  },
  'login-failed': {
    counts: 'wrong PINs in browsers that are not recognised, counted after the comparison',
    effect: 'log-ins are refused in browsers that are not recognised, with the right PIN too',
    limits: { address: [10, 34, DAY_MS], network: [500, 12_000, DAY_MS] },
  },
  sms: {
    counts: 'SMS with codes of sign-ups and resets that are not typed in; of a browser all SMS with codes',
    effect: 'codes are refused',
    limits: { address: [5, 29, DAY_MS], network: [30, 120, DAY_MS], range: [20, 60, DAY_MS], browser: [8, 32, DAY_MS] },
  },
  'sms-proven': {
    counts: 'SMS of a number that are paid from the pool `proven`',
    effect: 'further SMS are paid from the pool `spare`',
    fixed: true,
    limits: { number: [6, 10, DAY_MS] },
  },
  'sms-notice': {
    counts: 'SMS without a code; those about the PIN are exempt',
    effect: 'they are sent later',
    fixed: true,
    limits: { number: [3, 4, DAY_MS] },
  },
  'code-wrong': {
    counts: 'wrong codes of all visitors',
    effect: 'codes for browsers that are not recognised are long, and their captcha is harder',
    limits: { everyone: [100, 300, HOUR_MS] },
  },
  vouch: {
    counts: 'networks that a number makes trusted by signing in there',
    effect: 'the sign-in makes no other network trusted',
    fixed: true,
    limits: { number: [1, 2, DAY_MS] },
  },
  'passkey-added': {
    counts: 'passkeys that an account adds, each with an SMS now and when it is removed',
    effect: 'none is added',
    fixed: true,
    limits: { number: [5, 10, DAY_MS] },
  },
  'notice-right-pin': {
    counts: 'SMS that the right PIN was typed in',
    effect: 'no second SMS about it is sent',
    fixed: true,
    limits: { number: [1, 2, DAY_MS] },
  },
  'app-link': {
    counts: 'QR codes shown',
    effect: 'QR codes are refused',
    limits: { address: rate(120, TEN_MINUTES), network: rate(600, TEN_MINUTES), browser: rate(30, TEN_MINUTES) },
  },
  presentation: {
    counts: 'requests to age apps and ID wallets, and their ends',
    effect: 'requests to age apps are refused',
    limits: { address: rate(240, TEN_MINUTES), network: rate(1_200, TEN_MINUTES), browser: rate(60, TEN_MINUTES) },
  },
  'staff-sign-in': {
    counts: 'sign-ins at the consoles',
    effect: 'sign-ins at the consoles are refused',
    limits: { address: rate(20, TEN_MINUTES), browser: rate(10, TEN_MINUTES) },
  },
  'staff-sign-up': {
    counts: 'new people and projects at the consoles',
    effect: 'new people at the consoles are refused',
    limits: { address: rate(20, HOUR_MS), browser: rate(10, HOUR_MS) },
  },
  'staff-guess': {
    counts: 'wrong passwords and codes at the consoles, of an address and of a person',
    effect: 'sign-ins at the consoles are refused, with the right password too',
    fixed: true,
    limits: { address: [10, 30, HOUR_MS], number: [5, 15, HOUR_MS] },
  },
  'staff-look': {
    counts: "looks of an operator at an account or at a caller's limits, of a person",
    effect: 'looks at accounts and limits at the console are refused',
    fixed: true,
    limits: { number: [20, 60, HOUR_MS] },
  },
  'sms-released': {
    counts: 'times that somebody at the telephone gives a number its SMS back, in a day',
    effect: 'the number gets none of them back until the next day',
    fixed: true,
    limits: { number: [2, 3, DAY_MS] },
  },
  'requests-read': {
    counts: 'pages of the list of websites that an account reads about itself',
    effect: 'the list is refused',
    fixed: true,
    limits: { number: [30, 120, HOUR_MS] },
  },
  'test-event': {
    counts: 'test events that a project sends from the console',
    effect: 'its test events are refused',
    limits: { number: [10, 60, HOUR_MS] },
  },
  'event-again': {
    counts: 'events that a project has sent again',
    effect: 'its events are not sent again',
    limits: { number: [100, 600, HOUR_MS] },
  },
  'test-intent': {
    counts: "test requests of a project's servers",
    effect: 'its test requests are refused',
    limits: { number: [300, 1_500, HOUR_MS] },
  },
  captcha: calls('challenges of the captcha', 600, 60),
  signup: calls('sign-ups', 120, 10),
  login: calls('log-ins, right or wrong', 240, 30),
  passkey: calls('log-ins by passkey that a page prepares or tries', 480, 60),
  token: calls('calls of the token endpoint', 480, 60),
  verify: calls('codes confirmed', 240, 20, 'codes are refused without being compared'),
  resend: calls('codes requested', 240, 20),
  recovery: calls('calls that begin a reset', 120, 20),
  'change-pin': calls('PINs set', 60, 10),
  validate: calls('numbers checked', 120, 30),
  account: calls('calls of signed-in visitors, and polls: also those whether an SMS was sent', 1_200, 240),
  intent: calls('reads of a merchant intent', 480, 120),
  oidc: calls('steps of websites that ask by OpenID Connect', 480, 60),
  page: calls('pages with a merchant intent code', 480, 60, "pages come without the website's name"),
  logo: calls("providers' logos", 480, 60),
  payment: calls('payments confirmed and executed', 120, 30),
  switches: calls('reads of the switches', 1_200, 120),
  staff: calls('calls of the consoles', 600, 240),
  report: calls("browsers' reports of policy violations", 60, 30),
  provider: serverCalls("calls of a provider's server", rate(6_000, MINUTE_MS)),
  holder: serverCalls('answers of age apps and ID wallets, and requests that they fetch', rate(480, MINUTE_MS)),
  'intent-missed': serverCalls('unknown merchant intent codes', [20, 40, HOUR_MS], 'every intent code is unknown'),
} as const satisfies Record<string, Action> & Record<EndpointLimit, Action>

export type LimitAction = keyof typeof ACTIONS
type NameOf<A extends LimitAction> = `${A}.${Extract<keyof (typeof ACTIONS)[A]['limits'], CountedSubject>}`

/** The pools of the day's money for SMS, by who asks; see sms/budget.ts. */
export const POOLS = ['proven', 'trusted', 'other', 'reset', 'spare'] as const
export type Pool = (typeof POOLS)[number]

export type RuleName = { [A in LimitAction]: NameOf<A> }[LimitAction] | `money.${Pool}` | 'trusted.network'

/** A bucket's numbers. `refillMs`: room comes back in steps, at multiples of this time. */
export type Rule = {
  action: LimitAction | 'money' | 'trusted'
  subject: CountedSubject
  atOnce: number
  most: number
  perMs: number
  refillMs?: number
  inMemory?: boolean
}
export type Rules = Readonly<Record<RuleName, Rule>>

const all = Object.entries<Action>(ACTIONS).flatMap(([action, { limits, ...one }]) =>
  Object.entries(limits).map(([subject, [atOnce, most, perMs]]) => {
    const name = `${action}.${subject}` as RuleName
    return { name, action: action as LimitAction, subject: subject as CountedSubject, atOnce, most, perMs, ...one }
  }),
)

/** The table as documents and operators read it. */
export const RULE_TABLE = all.map(({ inMemory = false, ...rule }) => ({ ...rule, inMemory }))
export const RULE_NAMES: readonly RuleName[] = all.map(({ name }) => name)
export const effectOf = (name: string): string => all.find((one) => one.name === name)?.effect ?? ''

/** Refills money in steps: a person who comes some seconds after the named time finds enough for several SMS. */
export const REFILL_MS = 10 * MINUTE_MS
/** The part of a pool's day that a burst can spend. */
const BURST_SHARE = 0.25

/** The pools as buckets of cents. */
const moneyRules = ({ centsPerDay, shares }: MoneySettings): [RuleName, Rule][] =>
  POOLS.map((pool) => {
    const cents = Math.max(1, centsPerDay * shares[pool])
    const numbers = { atOnce: cents * BURST_SHARE, most: cents * (1 + BURST_SHARE), perMs: DAY_MS }
    return [`money.${pool}`, { action: 'money', subject: 'everyone', ...numbers, refillMs: REFILL_MS }]
  })

/** Full while a network is trusted; it refuses nothing. */
const TRUSTED: Rule = { action: 'trusted', subject: 'network', atOnce: 1, most: 2, perMs: 1 }

/** The operator's settings: all limits by a factor, single ones by their name. */
export type LimitSettings = {
  overrides: readonly { name: string; burst: number; most: number; perMs: number }[]
  factor: number
}
export type MoneySettings = { centsPerDay: number; shares: Readonly<Record<Pool, number>> }

/**
 * The limits in force: those set by name as they are set, the others multiplied by the factor.
 * @throws StartupError for a limit that does not exist
 */
export function rulesWith({ overrides, factor }: LimitSettings, money: MoneySettings): Rules {
  const unknown = overrides.findIndex(({ name }) => !all.some((one) => one.name === name))
  if (unknown >= 0)
    throw new StartupError(`The setting LIMITS is wrong: its entry ${unknown + 1} names a limit that does not exist.`)
  const limits = all.map(({ name, action, subject, inMemory = false, fixed = false, ...numbers }): [RuleName, Rule] => {
    const own = overrides.findLast((override) => override.name === name)
    const by = fixed ? 1 : factor
    const atOnce = own?.burst ?? Math.max(1, Math.round(numbers.atOnce * by))
    const most = own?.most ?? Math.max(atOnce + 1, Math.round(numbers.most * by))
    return [name, { action, subject, inMemory, atOnce, most, perMs: own?.perMs ?? numbers.perMs }]
  })
  return Object.fromEntries([...limits, ...moneyRules(money), ['trusted.network', TRUSTED]]) as Rules
}
