import type { Clock } from '../../platform/clock.ts'
import type { Database, Executor } from '../../platform/database/database.ts'
import { type Rate, rateOf, usageOf } from '../../platform/gcra.ts'
import { countPins, type PhoneBook, releasePins } from '../accounts/index.ts'
import type { Audit, AuditEvent } from '../audit/index.ts'
import {
  type Bucket,
  effectOf,
  type RateLimiter,
  RULE_NAMES,
  RULE_TABLE,
  type Rules,
  type CountedSubject,
} from '../rate-limits/index.ts'
import { codesOf, countGrants, GUESSES, releaseGrants, releaseGuesses, releaseSends, SENDS } from '../sign-in/index.ts'
import { isBlocked, MONEY, provenSubject, rangeOf, type SmsLimits } from '../sms/index.ts'
import type { Caller, LimitSubject } from './caller.ts'

/** A count in use, as an operator sees it. */
export type LimitState = {
  rule: string
  subject: CountedSubject | 'money'
  /** The subject in words for people. */
  of: string
  used: number
  allowed: number
  state: 'free' | 'harder captcha' | 'full'
  /** The times at which one hit and all hits have expired; null where an event resets them. */
  nextAt: Date | null
  allAt: Date | null
  /** The consequence when it is full. */
  effect: string
}

/** The counts on the rows of a number's account, codes and sign-ups, and what happens when one is full. */
const ROWS = {
  'pin.account': 'every PIN is wrong in these browsers; recognised ones are recognised no longer',
  'pin.sign-up': 'every PIN of the sign-up is wrong',
  'code.guesses': "SMS have a long code, which can't be guessed",
  'code.sms': 'codes are refused',
} as const
const PIN_BROWSERS = ['browsers that are not recognised', 'the same, since the PIN was set', 'recognised browsers']
const PURPOSES = { login: 'log-ins', register: 'sign-ups', reset: 'resets' } as const

/** Every name that limits release knows. */
export const RELEASABLE: readonly string[] = [...RULE_NAMES, ...Object.keys(ROWS)]

type Deps = {
  db: Database
  clock: Clock
  audit: Audit
  limiter: RateLimiter
  rules: Rules
  phones: PhoneBook
  smsLimits: SmsLimits
}
/** A bucket, with its subject in words. */
type Labelled = Bucket & { of: string }
/** The fields by which the audit trail names a subject. */
type About = Pick<AuditEvent, 'phoneIdx' | 'device' | 'network'>

const EVERYONE: Labelled = { rule: 'code-wrong.everyone', subject: 'everyone', of: 'everyone' }
const SPENT = 'SMS are paid from the pools that help out, or refused'
/** The wait of a count without a time. */
const NO_TIME = { nextAt: null, allAt: null }
const BLOCKED: LimitState = {
  rule: 'sms.blocked',
  subject: 'number',
  of: 'number',
  used: 0,
  allowed: 0,
  state: 'full',
  ...NO_TIME,
  effect: 'no SMS is sent to numbers that begin like this: blockedPrefixes in SMS_LIMITS_FILE',
}
/** The limits that make the captcha harder beyond their half. */
const HARDER: readonly string[] = ['lookup', 'login-failed', 'sms']

/** The rate limits of a caller, or of SMS: how full they are, and what is given back. */
export class CallerLimits {
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /** Everything that counts the subject; of what all share that which is full, because it may be why a caller is refused. */
  async explain(subject: LimitSubject): Promise<LimitState[]> {
    const { db, audit, smsLimits } = this.#deps
    if (subject.kind === 'sms') return this.sms()
    const own = await db.transaction(async (tx) => {
      const states = await this.#statesOf(tx, subject)
      await audit.append(tx, { type: 'operator.limits_explained', ...this.#about(subject) })
      return states
    })
    const isSmsBlocked = subject.kind === 'number' && isBlocked(smsLimits, subject.number)
    const shared = (await this.sms()).filter(({ state }) => state === 'full')
    return [...own, ...shared, ...(isSmsBlocked ? [BLOCKED] : [])]
  }

  /** Gives everything back, or what one rule counts. @returns what was counted */
  release(caller: Caller, rule?: string): Promise<LimitState[]> {
    const { db, audit, limiter } = this.#deps
    const isMeant = (name: string) => rule === undefined || name === rule
    return db.transaction(async (tx) => {
      const counted = (await this.#statesOf(tx, caller)).filter((state) => isMeant(state.rule))
      if (caller.kind === 'number') await this.#releaseRows(tx, caller.number, isMeant)
      await limiter.reset(
        tx,
        this.#bucketsOf(caller).filter((bucket) => isMeant(bucket.rule)),
      )
      await audit.append(tx, { type: 'operator.limits_released', reason: rule ?? 'all', ...this.#about(caller) })
      return counted
    })
  }

  /** The limits of SMS, which are about no person: they are read without a trace. */
  sms(): Promise<LimitState[]> {
    return this.#bucketStates(this.#deps.db, [...MONEY.map((bucket) => ({ ...bucket, of: 'cents' })), EVERYONE])
  }

  #about(caller: Caller): About {
    if (caller.kind === 'number') return { phoneIdx: this.#deps.phones.index(caller.number) }
    return caller.kind === 'browser' ? { device: caller.device } : { network: caller.address.network }
  }

  async #statesOf(tx: Executor, caller: Caller): Promise<LimitState[]> {
    const states = await this.#bucketStates(tx, this.#bucketsOf(caller))
    if (caller.kind !== 'number') return states
    return [...states, ...(await this.#rowStates(tx, this.#deps.phones.index(caller.number)))]
  }

  async #rowStates(tx: Executor, phoneIdx: Buffer): Promise<LimitState[]> {
    const now = this.#deps.clock()
    type Usage = Pick<LimitState, 'used' | 'allowed' | 'nextAt' | 'allAt'>
    const stateOf = (rule: keyof typeof ROWS, of: string, usage: Usage): LimitState => {
      const state = usage.used >= usage.allowed ? 'full' : 'free'
      return { rule, subject: 'number', of, state, effect: ROWS[rule], ...usage }
    }
    const pins = (await countPins(tx, phoneIdx)).map(([used, allowed], i) =>
      stateOf('pin.account', PIN_BROWSERS[i] ?? '', { used, allowed, ...NO_TIME }),
    )
    const grants = (await countGrants(tx, phoneIdx, now)).map(([used, allowed]) =>
      stateOf('pin.sign-up', 'a sign-up', { used, allowed, ...NO_TIME }),
    )
    const usedOf = (level: number, rate: Rate): Usage => ({
      allowed: Math.floor(rate.room / rate.step),
      ...usageOf(level, rate, now.getTime()),
    })
    const codes = (await codesOf(tx, phoneIdx)).flatMap(({ purpose, recognised, guessLevel, sendLevel }) => {
      const of = `${PURPOSES[purpose]}, ${recognised ? 'recognised browsers' : 'browsers that are not recognised'}`
      return [
        stateOf('code.guesses', of, usedOf(guessLevel, GUESSES)),
        stateOf('code.sms', of, usedOf(sendLevel, SENDS)),
      ]
    })
    return [...codes, ...pins, ...grants].filter(({ used }) => used > 0)
  }

  async #releaseRows(tx: Executor, number: string, isMeant: (rule: string) => boolean): Promise<void> {
    const phoneIdx = this.#deps.phones.index(number)
    if (isMeant('pin.account')) await releasePins(tx, phoneIdx)
    if (isMeant('code.guesses')) await releaseGuesses(tx, phoneIdx)
    if (isMeant('code.sms')) await releaseSends(tx, phoneIdx)
    if (isMeant('pin.sign-up')) await releaseGrants(tx, phoneIdx)
  }

  #bucketsOf(caller: Caller): Labelled[] {
    if (caller.kind === 'browser') return bucketsOf('browser', caller.device.toString('hex'), 'browser')
    if (caller.kind === 'address') {
      const { host, network } = caller.address
      return [...bucketsOf('address', host, host), ...bucketsOf('network', network, network)]
    }
    const phoneIdx = this.#deps.phones.index(caller.number)
    const proven = [true, false].map(
      (recognised): Labelled => ({
        rule: 'sms-proven.number',
        subject: provenSubject(phoneIdx, recognised),
        of: recognised ? 'number, recognised browsers' : 'number, browsers that are not recognised',
      }),
    )
    const range: Labelled = { rule: 'sms.range', subject: rangeOf(caller.number), of: 'its neighbours' }
    return [...bucketsOf('number', phoneIdx.toString('hex'), 'number'), ...proven, range]
  }

  async #bucketStates(tx: Executor, buckets: readonly Labelled[]): Promise<LimitState[]> {
    const found = await this.#deps.limiter.peek(tx, buckets)
    return buckets.flatMap(({ rule, of }, i) => {
      const { now = 0, level = 0, used: part = 0, waitMs = 0 } = found[i] ?? {}
      const { atOnce, most, perMs, subject, action } = this.#deps.rules[rule]
      const { used, ...times } = usageOf(level, rateOf({ atOnce, most, perMs }), now, waitMs)
      if (used === 0) return []
      const isHarder = part > 0.5 && HARDER.includes(action) && (subject === 'address' || subject === 'network')
      const state = waitMs > 0 ? 'full' : isHarder ? 'harder captcha' : 'free'
      const isMoney = action === 'money'
      const [kind, effect] = isMoney ? (['money', SPENT] as const) : ([subject, effectOf(rule)] as const)
      return [
        { rule, subject: kind, of, used, allowed: Math.floor(atOnce), state, ...times, effect } satisfies LimitState,
      ]
    })
  }
}

/** The buckets of a subject that are in the table. What is counted in memory only its process knows. */
const bucketsOf = (subject: CountedSubject, who: string, of: string): Labelled[] =>
  RULE_TABLE.filter((one) => one.subject === subject && !one.inMemory).map(({ name }) => ({
    rule: name,
    subject: who,
    of,
  }))
