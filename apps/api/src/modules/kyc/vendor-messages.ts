import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Meter } from '../../platform/meter.ts'
import type { Audit } from '../audit/index.ts'
import type { Message } from './providers/identity-check.ts'
import type { SessionSecrets } from './session-secrets.ts'
import type { Vendor } from './session-start.ts'
import { ring } from './session-store.ts'

/** A message makes us ask at once, is about no session of ours, says nothing, or is not the vendor's. */
const RESULTS = ['rung', 'unknown', 'nothing', 'forged', 'too_long'] as const
type Result = (typeof RESULTS)[number]

type Deps = { db: Database; clock: Clock; meter: Meter; audit: Audit; vendor: Vendor; secrets: SessionSecrets }

/** Messages of a vendor. They decide nothing: each one only makes us ask, so that late, repeated and forged ones do no harm. */
export class VendorMessages {
  readonly #deps: Deps
  readonly #count: (result: Result) => void

  constructor(deps: Deps) {
    this.#deps = deps
    const { provider } = deps.vendor
    const count = deps.meter.counter({
      name: 'identity_messages_total',
      help: 'Messages of the identity-check vendor, by what became of them.',
      labels: ['provider', 'result'],
      from: RESULTS.map((result) => ({ provider, result })),
    })
    this.#count = (result) => count({ provider, result })
  }

  isOf(provider: string): boolean {
    return provider === this.#deps.vendor.provider
  }

  async receive(message: Message): Promise<Result> {
    const { audit } = this.#deps
    const result = await this.#ring(message)
    this.#count(result)
    if (result === 'forged') await audit.report({ type: 'kyc.bad_signature' })
    return result
  }

  refuseTooLong(): void {
    this.#count('too_long')
  }

  async #ring(message: Message): Promise<Result> {
    const { db, clock, vendor, secrets } = this.#deps
    const bell = vendor.check.open(message)
    if (typeof bell === 'string') return bell
    const vendorRefMac = secrets.vendorRefMac(vendor.provider, bell.vendorRef)
    const isKnown = await ring(db, { provider: vendor.provider, vendorRefMac, says: bell.says, now: clock() })
    return isKnown ? 'rung' : 'unknown'
  }
}
