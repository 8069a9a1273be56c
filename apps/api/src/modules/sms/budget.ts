import { HOUR_MS } from '@avouch/contract'
import type { Client } from '../../platform/client.ts'
import { later } from '../../platform/clock.ts'
import type { Looking } from '../../platform/database/backlog.ts'
import type { Executor } from '../../platform/database/database.ts'
import { bigint, oneOf, row, text } from '../../platform/database/rows.ts'
import { sweepOf } from '../../platform/database/sweep.ts'
import type { Warn } from '../../platform/log.ts'
import type { Meter } from '../../platform/meter.ts'
import {
  type Bucket,
  type Full,
  type Hits,
  isFull,
  type MoneySettings,
  type Pool,
  POOLS,
  type RateLimiter,
  type TrustedNetworks,
} from '../rate-limits/index.ts'
import { foldOf } from './delivery-counts.ts'

/** Prices and destinations of SMS; the operator's file changes any of it. How many there may be are rate limits. */
export type SmsLimits = MoneySettings & {
  /** Countries that the product is made for, as ISO 3166 codes: a region of the metrics. */
  homeCountries: string[]
  /** Numbers that nothing is sent to, by how they begin. */
  blockedPrefixes: string[]
  centsPerSms: Record<string, number> & { other: number }
}

/** Satellite and other networks of no country. */
const NO_COUNTRY = ['+870', '+878', '+881', '+882', '+883', '+888', '+979']

/**
 * The pools of the day's money. proven: recognised browsers and right PINs; spare: their numbers beyond a few SMS a day.
 * trusted: sign-ups and resets from trusted networks; reset: resets from others; other: sign-ups, and what the last two lack.
 */
const SMS_LIMITS: SmsLimits = {
  homeCountries: ['DE', 'AT', 'CH'],
  blockedPrefixes: NO_COUNTRY,
  centsPerDay: 50_000,
  shares: { proven: 0.5, trusted: 0.2, other: 0.2, reset: 0.05, spare: 0.05 },
  centsPerSms: { DE: 8, AT: 7, CH: 6, GB: 4, US: 1, FR: 6, NL: 8, BE: 8, IT: 6, ES: 5, PL: 3, other: 15 },
}

/** Changes by the operator's file. */
export type SmsLimitChanges = { [Name in keyof SmsLimits]?: Partial<SmsLimits[Name]> | undefined }

/** The effective limits: the defaults, changed by the operator's file. */
export const smsLimitsWith = ({ shares, centsPerSms, ...changes }: SmsLimitChanges): SmsLimits =>
  ({
    ...SMS_LIMITS,
    ...changes,
    shares: { ...SMS_LIMITS.shares, ...shares },
    centsPerSms: { ...SMS_LIMITS.centsPerSms, ...centsPerSms },
  }) as SmsLimits

/** True if the operator blocks the number's prefix. */
export const isBlocked = ({ blockedPrefixes }: Pick<SmsLimits, 'blockedPrefixes'>, number: string): boolean =>
  blockedPrefixes.some((prefix) => number.startsWith(prefix))

/** The last digits in which the numbers of a range differ. */
const LAST_DIGITS = 4
/** The subject of a number's range, which sign-ups of neighbouring numbers share. */
export const rangeOf = (number: string): string => number.slice(0, -LAST_DIGITS)

/** The subjects under which a number's proven SMS are counted. */
export const provenSubject = (phoneIdx: Buffer, recognised: boolean): string =>
  `${phoneIdx.toString('hex')} ${recognised ? 'recognised' : 'unrecognised'}`

const moneyBucket = (pool: Pool, cents = 1): Bucket => ({
  rule: `money.${pool}`,
  subject: 'everyone',
  units: cents,
})

/** The pools, as an SMS of one cent would see them. */
export const MONEY: readonly Bucket[] = POOLS.map((pool) => moneyBucket(pool))

/** The part of the phone book that SMS need; its module imports this one. */
export type Phones = {
  open: (phoneEnc: string, phoneIdx: Buffer) => string
  countryOf: (number: string) => string | undefined
}

export type CodeRecipient = {
  phoneIdx: Buffer
  phoneEnc: string
  purpose: 'login' | 'register' | 'reset'
  recognised: boolean
  client: Client
}

/** Parts of a pool that are logged, once each on the way up. */
const ALARMS = [0.5, 0.8, 1]

export const REGIONS = ['home', 'other'] as const

type Deps = {
  limiter: RateLimiter
  networks: TrustedNetworks
  limits: SmsLimits
  phones: Phones
  warn: Warn
  meter: Meter
}

/** Decides whether an SMS is sent, and which pool of the day's money pays it. An empty pool takes nothing from the others. */
export class SmsBudget {
  readonly #deps: Deps
  readonly #alarmed = new Map<Pool, number>()
  readonly #denied: (labels: { rule: string; region: string }) => void
  readonly #spent: (labels: { region: string }, cents: number) => void

  constructor(deps: Deps) {
    this.#deps = deps
    const { meter } = deps
    this.#spent = meter.counter({
      name: 'sms_spent_cents_total',
      help: 'Estimated price of the messages that were admitted.',
      labels: ['region'],
      from: REGIONS.map((region) => ({ region })),
    })
    this.#denied = meter.counter({
      name: 'sms_denied_total',
      help: 'Messages that a limit or an empty pool did not admit, by its name.',
      labels: ['rule', 'region'],
      from: REGIONS.flatMap((region) => POOLS.map((pool) => ({ rule: `money.${pool}`, region }))),
    })
  }

  countryOf({ phoneEnc, phoneIdx }: { phoneEnc: string; phoneIdx: Buffer }): string {
    return this.#deps.phones.countryOf(this.#deps.phones.open(phoneEnc, phoneIdx)) ?? 'none'
  }

  /** A region for metrics: a single country could be a single person. */
  regionOf(country: string): string {
    return this.#deps.limits.homeCountries.includes(country) ? 'home' : 'other'
  }

  centsOf(country: string): number {
    return this.#deps.limits.centsPerSms[country] ?? this.#deps.limits.centsPerSms.other
  }

  isBlocked({ phoneEnc, phoneIdx }: { phoneEnc: string; phoneIdx: Buffer }): boolean {
    return isBlocked(this.#deps.limits, this.#deps.phones.open(phoneEnc, phoneIdx))
  }

  /** Lists the limits of an SMS with a code, and its pools: the first list with room in all of its buckets pays. */
  async listsFor(to: CodeRecipient): Promise<Bucket[][]> {
    const { purpose, recognised, phoneIdx, phoneEnc, client } = to
    const cents = this.centsOf(this.countryOf(to))
    const isProven = recognised || purpose === 'login'
    const ofCaller = isProven ? undefined : await this.#deps.networks.limitsOf('sms', client)
    const isTrusted = ofCaller?.isTrusted === true
    const number = this.#deps.phones.open(phoneEnc, phoneIdx)
    const ofRange: Bucket[] =
      purpose === 'register' && !isTrusted ? [{ rule: 'sms.range', subject: rangeOf(number) }] : []
    const ofBrowser: Bucket[] =
      client.device === null ? [] : [{ rule: 'sms.browser', subject: client.device.toString('hex') }]
    const limits = [...(ofCaller?.buckets ?? []), ...ofRange, ...ofBrowser]
    if (isProven) {
      const share: Bucket = { rule: 'sms-proven.number', subject: provenSubject(phoneIdx, recognised) }
      return [
        [...limits, share, moneyBucket('proven', cents)],
        [...limits, moneyBucket('spare', cents)],
      ]
    }
    const pools: Pool[] = [
      ...(isTrusted ? ['trusted' as const] : []),
      ...(purpose === 'reset' ? ['reset' as const] : []),
      'other',
    ]
    return pools.map((pool) => [...limits, moneyBucket(pool, cents)])
  }

  /** Counts and pays an SMS in the transaction that stores it, which locks the pool's row: all else comes before, or with the commit. */
  async pay(tx: Executor, lists: readonly (readonly Bucket[])[], to: { phoneEnc: string; phoneIdx: Buffer }) {
    const counted = await this.#deps.limiter.takeFirst(tx, lists)
    this.#record(counted, this.countryOf(to))
    return counted
  }

  /** An SMS without a code. Those about the PIN are always sent. */
  async payNotice(
    tx: Executor,
    to: { phoneEnc: string; phoneIdx: Buffer; isAlwaysSent: boolean },
  ): Promise<Hits | Full> {
    const cents = this.centsOf(this.countryOf(to))
    if (to.isAlwaysSent) {
      const paid = await this.#deps.limiter.take(tx, [moneyBucket('proven', cents)])
      const counted = isFull(paid) ? [] : paid
      this.#record(counted, this.countryOf(to))
      await this.watch(tx, counted)
      return counted
    }
    const ofNumber: Bucket = { rule: 'sms-notice.number', subject: to.phoneIdx.toString('hex') }
    const counted = await this.pay(tx, [[ofNumber, moneyBucket('other', cents)]], to)
    if (!isFull(counted)) await this.watch(tx, counted)
    return counted
  }

  #record(counted: Hits | Full, country: string): void {
    const region = this.regionOf(country)
    if (isFull(counted)) return this.#denied({ rule: counted.full, region })
    this.#spent({ region }, this.centsOf(country))
  }

  /** Logs how much of the pool that paid is used; after the commit, because every SMS of a pool waits for its row. */
  async watch(db: Looking, counted: Hits): Promise<void> {
    for (const pool of POOLS.filter((name) => counted.some(({ rule }) => rule === `money.${name}`))) {
      const [state] = await this.#deps.limiter.peek(db, [moneyBucket(pool)])
      const alarm = ALARMS.findLast((part) => (state?.used ?? 0) >= part) ?? 0
      if (alarm > (this.#alarmed.get(pool) ?? 0)) this.#deps.warn('sms pool used', { pool, percent: alarm * 100 })
      this.#alarmed.set(pool, alarm)
    }
  }
}

type Measured = { look: Looking; limiter: RateLimiter; meter: Meter }

/** How full the pools are, for the operator's monitoring; nothing while the database is silent. */
export const measurePools = ({ look, limiter, meter }: Measured): void =>
  meter.gauge(
    { name: 'sms_pool_used_ratio', help: 'How much of what a pool can spend at once is used.', labels: ['pool'] },
    async () => {
      // A database that is away: the pools are not measured.
      const states = await limiter.peek(look, MONEY).catch(() => [])
      return states.map(({ used }, i) => ({ labels: { pool: POOLS[i] ?? '' }, value: used }))
    },
  )

const ADD_SPEND = `
  insert into sms_spend as s (day, country, outcome, total, cents)
  values (($1::timestamptz at time zone 'utc')::date, $2, $3, 1, $4)
  on conflict (day, country, outcome) do update set total = s.total + 1, cents = s.cents + excluded.cents`

/** Counts a message that has ended for its day. */
export const addSpend = (
  tx: Executor,
  { country, outcome, cents, now }: { country: string; outcome: string; cents: number; now: Date },
): Promise<void> => tx.atCommit(ADD_SPEND, [now, country, outcome, cents])

const SPENT = `
  select to_char(day, 'YYYY-MM-DD') as day, country, outcome, total, cents
  from sms_spend where day >= ($1::timestamptz at time zone 'utc')::date order by sms_spend.day, country, outcome`
const SPENT_ROW = row({
  day: text,
  country: text,
  outcome: oneOf(['accepted', 'refused', 'unknown', 'not_taken']),
  total: bigint,
  cents: bigint,
})

/** How many SMS ended how, and their estimated price, by day and country: of today, in UTC, and the days before it. Messages that are still tried are not counted yet. */
export const readSpend = (db: Executor, { now, days }: { now: Date; days: number }) =>
  db.query(SPENT, [later(now, -(days - 1) * 24 * HOUR_MS)], SPENT_ROW)

export const foldSpend = foldOf('sms_spend', 'outcome', ['total', 'cents'])
export const sweepSpend = sweepOf({
  keepMs: 395 * 24 * HOUR_MS,
  table: 'sms_spend',
  by: 'day',
  isDay: true,
})
