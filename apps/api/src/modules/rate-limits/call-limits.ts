import { AppError } from '@avouch/contract'
import type { Client } from '../../platform/client.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import { raised, rateOf, waitFor } from '../../platform/gcra.ts'
import { type Bucket, type Full, isFull, type RateLimiter } from './limiter.ts'
import type { LimitAction, RuleName, Rules } from './rules.ts'
import type { TrustedNetworks } from './trusted-networks.ts'

/** Bounds the memory in a flood of forged callers; the oldest count is dropped first. */
const MOST_LEVELS = 50_000

type Deps = {
  db: Database
  clock: Clock
  limiter: RateLimiter
  networks: TrustedNetworks
  rules: Rules
  /** An account recognises the browser. */
  isRecognised: (device: Buffer) => Promise<boolean>
}

/**
 * Limits of calls by address, network and browser. What is asked for all the time is counted in the memory of each process: a
 * write for each call would cost more than its answer, and n processes allow n times as much.
 */
export class CallLimits {
  readonly #deps: Deps
  readonly #levels = new Map<string, number>()

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /** Counts a call. A recognised browser is refused by its own limit alone. @throws AppError too_many_requests */
  async admit(action: LimitAction, client: Client): Promise<void> {
    const { device } = client
    const ofBrowser = this.#bucketsOf(action, 'browser', device?.toString('hex'))
    const isInMemory = this.#deps.rules[`${action}.address` as RuleName]?.inMemory === true
    const ofSource = isInMemory
      ? this.#bucketsOf(action, 'address', client.address.host)
      : (await this.#deps.networks.limitsOf(action, client)).buckets
    const full = await this.#take([...ofBrowser, ...ofSource], isInMemory)
    if (full === undefined) return
    const isOfSource = !ofBrowser.some(({ rule }) => rule === full.full)
    if (device !== null && isOfSource && (await this.#deps.isRecognised(device))) {
      const own = await this.#take(ofBrowser, isInMemory)
      if (own === undefined) return
    }
    throw await this.#deps.limiter.tooMany(full)
  }

  /** Counts guesses of merchant intent codes. Beyond the limit a right one is unknown too. @throws AppError mintid_not_exist */
  async countMisses<T>(client: Client, run: () => Promise<T>): Promise<T> {
    const buckets = this.#bucketsOf('intent-missed', 'address', client.address.host)
    const full = this.#takeInMemory(buckets)
    if (full !== undefined) {
      await this.#deps.limiter.reached(full.full)
      throw new AppError('mintid_not_exist')
    }
    try {
      const found = await run()
      this.#refundInMemory(buckets)
      return found
    } catch (error) {
      const isMiss = error instanceof AppError && error.code === 'mintid_not_exist'
      if (!isMiss) this.#refundInMemory(buckets)
      throw error
    }
  }

  #bucketsOf(action: LimitAction, subject: 'address' | 'browser', who: string | undefined): Bucket[] {
    const rule = `${action}.${subject}` as RuleName
    return who !== undefined && rule in this.#deps.rules ? [{ rule, subject: who }] : []
  }

  async #take(buckets: readonly Bucket[], isInMemory: boolean): Promise<Full | undefined> {
    if (isInMemory) return this.#takeInMemory(buckets)
    const counted = await this.#deps.limiter.take(this.#deps.db, buckets)
    return isFull(counted) ? counted : undefined
  }

  #termsOf({ rule, subject }: Bucket) {
    const name = `${rule} ${subject}`
    return { rule, name, rate: rateOf(this.#deps.rules[rule]), level: this.#levels.get(name) ?? 0 }
  }

  #takeInMemory(buckets: readonly Bucket[]): Full | undefined {
    const now = this.#deps.clock().getTime()
    const terms = buckets.map((bucket) => this.#termsOf(bucket))
    for (const { rule, level, rate } of terms) {
      const waitMs = waitFor(level, rate, now)
      if (waitMs > 0) return { full: rule, waitMs }
    }
    for (const { name, level, rate } of terms) {
      // Behind all others: it is the newest.
      this.#levels.delete(name)
      this.#levels.set(name, raised(level, rate, now))
    }
    const [oldest] = this.#levels.keys()
    if (this.#levels.size > MOST_LEVELS && oldest !== undefined) this.#levels.delete(oldest)
    return undefined
  }

  #refundInMemory(buckets: readonly Bucket[]): void {
    for (const { name, level, rate } of buckets.map((bucket) => this.#termsOf(bucket)))
      this.#levels.set(name, level - rate.step)
  }
}
