import { SECOND_MS } from '@avouch/contract'
import * as z from 'zod/mini'
import { Breaker } from '../../platform/breaker.ts'
import type { Keys } from '../../platform/keyring.ts'
import type { Warn } from '../../platform/log.ts'
import type { Begun, IdentityCheck, Known, Order } from './providers/identity-check.ts'
import { createVendors, type VendorSettings } from './providers/index.ts'
import type { Session } from './session-store.ts'

/** A vendor that takes longer has failed; two of them end before the claim of the session does. */
const BEGINS_WITHIN_MS = 4.5 * SECOND_MS

type Vendor = { provider: string; check: IdentityCheck; breaker: Breaker }
type Deps = Omit<Parameters<typeof createVendors>[1], 'keys'> & { keys: { documents: Keys; sessions: Keys } }

const sealed = z.object({ url: z.string(), kept: z.record(z.string(), z.string()), returnTo: z.string() })

/** One vendor, or two: sessions begin at the second while the first begins none. Each session stays with its vendor. */
export class Vendors {
  readonly #all: readonly Vendor[]
  readonly #keys: Keys
  readonly #warn: Warn

  constructor(all: readonly VendorSettings[], deps: Deps) {
    const { clock, warn, keys } = deps
    this.#all = createVendors(all, deps).map(({ provider, check }) => {
      const breaker = new Breaker(clock, () => warn('identity vendor down', { provider }))
      return { provider, check, breaker }
    })
    this.#keys = keys.sessions
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
  async begin(order: Order): Promise<(Begun & { provider: string }) | undefined> {
    const isUp = ({ breaker }: Vendor) => !breaker.isDown()
    for (const vendor of [...this.#all.filter(isUp), ...this.#all.filter((one) => !isUp(one))]) {
      const begun = await this.#beginAt(vendor, order)
      if (begun !== undefined) return { provider: vendor.provider, ...begun }
    }
    return undefined
  }

  async #beginAt({ provider, check, breaker }: Vendor, order: Order): Promise<Begun | undefined> {
    const begun = await check.begin(order, AbortSignal.timeout(BEGINS_WITHIN_MS))
    if (typeof begun === 'object') {
      breaker.succeeded()
      return begun
    }
    if (begun === 'refused') this.#warn('identity vendor refuses our keys or settings', { provider })
    breaker.failed(begun === 'refused')
    return undefined
  }

  /** Our reference at the vendor. It is not the code of the check, which would let the vendor's people open our addresses. */
  refOf(sessionId: string): string {
    return this.#keys.mac('ref', sessionId).toString('base64url')
  }

  /** Finds a session by the vendor's own reference. */
  vendorRefMac(provider: string, vendorRef: string): Buffer {
    return this.#keys.mac('vendor-ref', provider, vendorRef)
  }

  /** Seals what a vendor gave us for a session, and where its visitor left from. */
  seal(id: string, provider: string, { vendorRef, url, kept }: Omit<Begun, 'expiresAt'>, returnTo: string) {
    return {
      vendorRefMac: vendorRef === null ? null : this.vendorRefMac(provider, vendorRef),
      vendorRefEnc: vendorRef === null ? null : this.#keys.seal(id, vendorRef),
      keptEnc: this.#keys.seal(id, JSON.stringify({ url, kept, returnTo })),
    }
  }

  /** @returns undefined for a session that was never opened: nobody knows it there */
  open({ id, vendorRefEnc, keptEnc }: Session): (Known & { url: string; returnTo: string }) | undefined {
    if (keptEnc === null) return undefined
    const vendorRef = vendorRefEnc === null ? null : this.#keys.open(id, vendorRefEnc)
    return { ref: this.refOf(id), vendorRef, ...sealed.parse(JSON.parse(this.#keys.open(id, keptEnc))) }
  }
}
