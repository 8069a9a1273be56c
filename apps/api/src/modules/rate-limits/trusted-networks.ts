import { HOUR_MS } from '@avouch/contract'
import { type Client, UNKNOWN_ADDRESS } from '../../platform/client.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Executor } from '../../platform/database/database.ts'
import { type Bucket, type Full, type Hits, isFull, type RateLimiter } from './limiter.ts'
import type { RefusedCalls } from './refused-calls.ts'
import type { LimitAction, RuleName, Rules } from './rules.ts'

const DAY_MS = 24 * HOUR_MS
/** Beyond this part of a limit the captcha is harder. */
const HARDER_FROM = 0.5

type Deps = { db: Database; clock: Clock; limiter: RateLimiter; rules: Rules; refusals: RefusedCalls }
/** `used`: the part of the fullest of them. */
type SourceLimits = { buckets: Bucket[]; isTrusted: boolean; full: Full | undefined; used: number }

const trusted = ({ address }: Client): Bucket => ({ rule: 'trusted.network', subject: address.network })

/**
 * A network is trusted while people sign in there: until the end of the day after a completed sign-in. Only the network is
 * limited then, not its single addresses, which many people share.
 */
export class TrustedNetworks {
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /** The limits of where a call comes from, for a browser that is not recognised. */
  async limitsOf(action: LimitAction, client: Client): Promise<SourceLimits> {
    const { db, limiter, rules } = this.#deps
    const { host, network } = client.address
    const of = (subject: 'network' | 'address', who: string): Bucket[] => {
      const rule = `${action}.${subject}` as RuleName
      return rule in rules ? [{ rule, subject: who }] : []
    }
    const [ofNetwork, ofAddress] = [of('network', network), of('address', host)]
    const [trust, ...states] = await limiter.peek(db, [trusted(client), ...ofNetwork, ...ofAddress])
    const isTrusted = trust?.used === 1
    const buckets = isTrusted && ofNetwork.length > 0 ? ofNetwork : [...ofNetwork, ...ofAddress]
    const limits = buckets.map(({ rule }, i) => ({
      full: rule,
      waitMs: states[i]?.waitMs ?? 0,
      used: states[i]?.used ?? 0,
    }))
    const full = limits.find(({ waitMs }) => waitMs > 0)
    return { buckets, isTrusted, full, used: Math.max(0, ...limits.map(({ used }) => used)) }
  }

  /**
   * Counts a number that an answer tells about. A trusted network that is full gets the harder captcha, and is never refused: only
   * its single browsers are.
   * @throws AppError too_many_requests
   */
  async countLookUp(phoneIdx: Buffer, client: Client): Promise<Hits> {
    const { db, limiter, refusals } = this.#deps
    const { buckets, isTrusted } = await this.limitsOf('lookup', client)
    const device = client.device?.toString('hex')
    const ofBrowser: Bucket[] = device === undefined ? [] : [{ rule: 'lookup.browser', subject: device }]
    const all = await limiter.take(db, [...buckets, ...ofBrowser])
    const isOfTrusted = isTrusted && isFull(all) && all.full === 'lookup.network'
    const counted = isOfTrusted ? await limiter.take(db, ofBrowser) : all
    if (!isFull(counted)) return counted
    await refusals.note(phoneIdx, counted.full, counted.waitMs)
    throw await limiter.tooMany(counted)
  }

  /** True after more than the usual number of acts there: the captcha becomes harder. */
  async isBusy(actions: readonly LimitAction[], client: Client): Promise<boolean> {
    for (const action of actions) if ((await this.limitsOf(action, client)).used > HARDER_FROM) return true
    return false
  }

  /** Trusts the network of a completed sign-in. A number vouches for one network a day: a single SIM card can't open a botnet. */
  async vouch(tx: Executor, phoneIdx: Buffer, client: Client): Promise<void> {
    const { clock, limiter } = this.#deps
    if (client.address.network === UNKNOWN_ADDRESS.network) return
    const now = clock().getTime()
    const today = now - (now % DAY_MS)
    const ofDay: Bucket = { rule: 'vouch.number', subject: `${phoneIdx.toString('hex')} ${today}` }
    if (isFull(await limiter.take(tx, [ofDay]))) return
    await limiter.fill(tx, trusted(client), new Date(today + 2 * DAY_MS))
  }
}
