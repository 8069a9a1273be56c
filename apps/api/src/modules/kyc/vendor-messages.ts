import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Meter } from '../../platform/meter.ts'
import type { Audit } from '../audit/index.ts'
import type { Message } from './providers/identity-check.ts'
import type { SessionSecrets } from './session-secrets.ts'
import { ring } from './session-store.ts'
import type { Vendors } from './vendors.ts'

/** A message makes us ask at once, is about no session of ours, says nothing, or is not the vendor's. */
const RESULTS = ['rung', 'unknown', 'nothing', 'forged', 'too_long'] as const
type Result = (typeof RESULTS)[number]

type Deps = { db: Database; clock: Clock; meter: Meter; audit: Audit; vendors: Vendors; secrets: SessionSecrets }

/** Messages of vendors. They decide nothing: each one only makes us ask, so that late, repeated and forged ones do no harm. */
export class VendorMessages {
  readonly #deps: Deps
  readonly #count: (of: { provider: string; result: Result }) => void

  constructor(deps: Deps) {
    this.#deps = deps
    const { providers } = deps.vendors
    this.#count = deps.meter.counter({
      name: 'identity_messages_total',
      help: 'Messages of the identity-check vendor, by what became of them.',
      labels: ['provider', 'result'],
      from: providers.flatMap((provider) => RESULTS.map((result) => ({ provider, result }))),
    })
  }

  isOf(provider: string): boolean {
    return this.#deps.vendors.of(provider) !== undefined
  }

  async receive(provider: string, message: Message): Promise<Result> {
    const { audit } = this.#deps
    const result = await this.#ring(provider, message)
    this.#count({ provider, result })
    if (result === 'forged') await audit.report({ type: 'kyc.bad_signature' })
    return result
  }

  refuseTooLong(provider: string): void {
    if (this.isOf(provider)) this.#count({ provider, result: 'too_long' })
  }

  async #ring(provider: string, message: Message): Promise<Result> {
    const { db, clock, vendors, secrets } = this.#deps
    const bell = vendors.of(provider)?.open(message) ?? 'forged'
    if (typeof bell === 'string') return bell
    const vendorRefMac = secrets.vendorRefMac(provider, bell.vendorRef)
    const isKnown = await ring(db, { provider, vendorRefMac, says: bell.says, now: clock() })
    return isKnown ? 'rung' : 'unknown'
  }
}
