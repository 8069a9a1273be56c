import type { Keys } from '../../platform/keyring.ts'
import type { Intent } from './intent-store.ts'

const MINTID_BYTES = 16

/** Merchant intent codes: derived from the id, so only a hash is stored and a repeated creation gives the code again. */
export class MerchantCodes {
  readonly #keys: Keys
  readonly #publicUrl: string

  constructor({ keys, publicUrl }: { keys: Keys; publicUrl: string }) {
    this.#keys = keys
    this.#publicUrl = publicUrl
  }

  codeOf(intentId: string): string {
    return this.#keys.mac('mintid', intentId).subarray(0, MINTID_BYTES).toString('base64url')
  }

  /** The address to which a website sends the intent's visitor. */
  addressOf({ id, kind }: Pick<Intent, 'id' | 'kind'>): string {
    const url = new URL('/', this.#publicUrl)
    url.searchParams.set('mintid', this.codeOf(id))
    if (kind === 'payment') url.searchParams.set('payment', 'true')
    return url.href
  }
}
