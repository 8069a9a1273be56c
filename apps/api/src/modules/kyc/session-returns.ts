import { type Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import { tokenHash } from '../../platform/identifier.ts'
import type { SessionSecrets } from './session-secrets.ts'
import { findReturning, takeReturn } from './session-store.ts'
import type { Vendors } from './vendors.ts'

type Deps = { db: Database; clock: Clock; vendors: Vendors; secrets: SessionSecrets }

/** Visitors who come back from a vendor that sends them with what it has found, and all of them to one address. */
export class SessionReturns {
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /**
   * Keeps what a visitor brought, once, and has the vendor asked with it. @returns where the visitor left from; undefined for a
   * session that is not known
   */
  async take(provider: string, query: URLSearchParams): Promise<string | undefined> {
    const { db, clock, vendors, secrets } = this.#deps
    const brought = vendors.of(provider)?.back?.(query)
    const session = brought && (await findReturning(db, provider, tokenHash(brought.ref)))
    if (brought === undefined || session === undefined || session.keptEnc === null) return undefined
    const { kept, url = '', returnTo } = secrets.open(session)
    if (brought.kept !== undefined) {
      const all = { vendorRef: null, url, kept: { ...kept, ...brought.kept } }
      await takeReturn(db, session.id, secrets.seal(session.id, provider, all, returnTo ?? '').keptEnc, clock())
    }
    return returnTo
  }
}
