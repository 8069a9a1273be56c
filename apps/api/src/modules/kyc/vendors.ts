import { SECOND_MS } from '@avouch/contract'
import * as z from 'zod/mini'
import { Breaker } from '../../platform/breaker.ts'
import type { Keys } from '../../platform/keyring.ts'
import type { Warn } from '../../platform/log.ts'
import type { Begun, IdentityCheck, Known, Order } from './providers/identity-check.ts'
import { createVendors, REFUSED, type VendorSettings } from './providers/index.ts'
import type { Session } from './session-store.ts'

/** A vendor that takes longer has failed; two of them end before the claim of the session does. */
const BEGINS_WITHIN_MS = 4.5 * SECOND_MS

type Vendor = { provider: string; check: IdentityCheck; breaker: Breaker }
type BegunAt = Begun & { provider: string }
type Deps = Omit<Parameters<typeof createVendors>[1], 'keys'> & { keys: { documents: Keys; sessions: Keys } }

const sealed = z.object({
  vendorRef: z.nullable(z.string()),
  url: z.string(),
  kept: z.record(z.string(), z.string()),
  returnTo: z.string(),
})

/** Opens what a vendor gave us for a session. @returns undefined for one that was never opened */
export const unseal = (keys: Keys, { id, keptEnc }: Pick<Session, 'id' | 'keptEnc'>) =>
  keptEnc === null ? undefined : sealed.parse(JSON.parse(keys.open(id, keptEnc)))

/** One vendor, or two: sessions begin at the second while the first begins none. Each session stays with its vendor. */
export class Vendors {
  readonly #all: readonly Vendor[]
  readonly #keys: Keys
  readonly #warn: Warn
  readonly #streaks: Deps['streaks']

  constructor(all: readonly VendorSettings[], deps: Deps) {
    const { clock, warn, keys } = deps
    this.#all = createVendors(all, deps).map((vendor) => ({
      ...vendor,
      breaker: new Breaker(clock, () => warn('identity vendor down', { provider: vendor.provider })),
    }))
    this.#keys = keys.sessions
    this.#warn = warn
    this.#streaks = deps.streaks
  }

  get providers(): string[] {
    return this.#all.map(({ provider }) => provider)
  }

  /** @returns undefined for a vendor of whom the settings say nothing any more */
  of(provider: string): IdentityCheck | undefined {
    return this.#all.find((one) => one.provider === provider)?.check
  }

  /** Begins a session at the first vendor that does; one that is down is tried last. */
  async begin(order: Order): Promise<BegunAt | undefined> {
    const isDown = ({ breaker }: Vendor) => Number(breaker.isDown())
    for (const { provider, check, breaker } of this.#all.toSorted((a, b) => isDown(a) - isDown(b))) {
      const begun = await check.begin(order, AbortSignal.timeout(BEGINS_WITHIN_MS))
      if ('url' in begun) {
        breaker.succeeded()
        await this.#streaks?.good('identity', provider)
        return { provider, ...begun }
      }
      const { evidence, why } = begun
      if (evidence === 'credentials') this.#warn(REFUSED, { provider })
      breaker.failed(evidence)
      // No stranger chooses a word of the order, so that each failure shows.
      await this.#streaks?.bad('identity', provider, { why })
    }
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
  seal(id: string, { provider, expiresAt, vendorRef, url, kept, returnTo }: BegunAt & { returnTo: string }) {
    const vendorRefMac = vendorRef === null ? null : this.vendorRefMac(provider, vendorRef)
    const keptEnc = this.#keys.seal(id, JSON.stringify({ vendorRef, url, kept, returnTo }))
    return { provider, expiresAt, vendorRefMac, keptEnc }
  }

  /** @returns undefined for a session that was never opened: nobody knows it there */
  open({ id, stage, keptEnc }: Session): (Known & { url: string; returnTo: string }) | undefined {
    const known = unseal(this.#keys, { id, keptEnc })
    const isSentIn = stage === 'submitted' || stage === 'again'
    return known && { ref: this.refOf(id), isSentIn, ...known }
  }
}
