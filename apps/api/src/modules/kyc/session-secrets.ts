import * as z from 'zod/mini'
import type { Keys } from '../../platform/keyring.ts'
import type { Begun, Known } from './providers/identity-check.ts'
import type { Session } from './session-store.ts'

const sealed = z.object({ url: z.string(), kept: z.record(z.string(), z.string()), returnTo: z.optional(z.string()) })

/** Derives what a vendor knows a session by; hashes and seals what it gave us for it. */
export class SessionSecrets {
  readonly #keys: Keys

  constructor(keys: Keys) {
    this.#keys = keys
  }

  /** Our reference at the vendor. It is not the code of the check, which would let the vendor's people open our addresses. */
  refOf(sessionId: string): string {
    return this.#keys.mac('ref', sessionId).toString('base64url')
  }

  /** Finds a session by the vendor's own reference. */
  vendorRefMac(provider: string, vendorRef: string): Buffer {
    return this.#keys.mac('vendor-ref', provider, vendorRef)
  }

  seal(sessionId: string, provider: string, { vendorRef, url, kept }: Omit<Begun, 'expiresAt'>, returnTo: string) {
    return {
      vendorRefMac: vendorRef === null ? null : this.vendorRefMac(provider, vendorRef),
      vendorRefEnc: vendorRef === null ? null : this.#keys.seal(sessionId, vendorRef),
      keptEnc: this.#keys.seal(sessionId, JSON.stringify({ url, kept, returnTo })),
    }
  }

  open({ id, vendorRefEnc, keptEnc }: Session): Known & { url: string | undefined; returnTo: string | undefined } {
    const vendorRef = vendorRefEnc === null ? null : this.#keys.open(id, vendorRefEnc)
    const of = keptEnc === null ? undefined : sealed.parse(JSON.parse(this.#keys.open(id, keptEnc)))
    return { ref: this.refOf(id), vendorRef, kept: of?.kept ?? {}, url: of?.url, returnTo: of?.returnTo }
  }
}
