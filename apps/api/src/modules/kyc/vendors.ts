import { SECOND_MS } from '@avouch/contract'
import { Breaker } from '../../platform/breaker.ts'
import type { Clock } from '../../platform/clock.ts'
import { isLoopback } from '../../platform/external-address.ts'
import type { Warn } from '../../platform/log.ts'
import type { Begun, IdentityCheck, Order } from './providers/identity-check.ts'

/** A vendor that takes longer has failed; two of them end before the claim of the session does. */
const BEGINS_WITHIN_MS = 4.5 * SECOND_MS

/** `provider`: its name in rows, settings and metrics. */
export type Vendor = { provider: string; check: IdentityCheck }
type Guarded = Vendor & { breaker: Breaker }
type Deps = { clock: Clock; warn: Warn }

/** One vendor, or two: sessions begin at the second while the first begins none. Each session stays with its vendor. */
export class Vendors {
  readonly #all: readonly Guarded[]
  readonly #warn: Warn

  constructor(all: readonly Vendor[], { clock, warn }: Deps) {
    this.#all = all.map(({ provider, check }) => {
      const breaker = new Breaker(clock, () => warn('identity vendor down', { provider }))
      return { provider, check, breaker }
    })
    this.#warn = warn
  }

  get providers(): string[] {
    return this.#all.map(({ provider }) => provider)
  }

  /** @returns undefined for a vendor of whom the settings say nothing any more */
  of(provider: string): IdentityCheck | undefined {
    return this.#all.find((one) => one.provider === provider)?.check
  }

  /** Begins a session at the first vendor that does; one that is down is tried last. */
  async begin(order: Order): Promise<{ provider: string; begun: Begun } | undefined> {
    const isUp = ({ breaker }: Guarded) => !breaker.isDown()
    for (const vendor of [...this.#all.filter(isUp), ...this.#all.filter((one) => !isUp(one))]) {
      const begun = await this.#beginAt(vendor, order)
      if (begun !== undefined) return { provider: vendor.provider, begun }
    }
    return undefined
  }

  async #beginAt({ provider, check, breaker }: Guarded, order: Order): Promise<Begun | undefined> {
    const begun = await check.begin(order, AbortSignal.timeout(BEGINS_WITHIN_MS))
    if (typeof begun === 'object' && isPage(begun.url, check.pages)) {
      breaker.succeeded()
      return begun
    }
    if (begun === 'refused') this.#warn('identity vendor refuses our keys or settings', { provider })
    if (typeof begun === 'object') this.#warn('identity session not begun', { reason: 'a page of another host' })
    breaker.failed(begun === 'refused')
    return undefined
  }
}

/** A vendor's answer sends no visitor elsewhere than to the vendor. */
function isPage(url: string, hosts: readonly string[]): boolean {
  const page = URL.parse(url)
  if (page === null || (page.protocol !== 'https:' && !isLoopback(url))) return false
  return hosts.some((host) => (host.startsWith('.') ? `.${page.hostname}`.endsWith(host) : page.hostname === host))
}
