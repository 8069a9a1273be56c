import { setTimeout as pause } from 'node:timers/promises'
import { SECOND_MS } from '@avouch/contract'
import { type Clock, later } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import { newId, tokenHash } from '../../platform/identifier.ts'
import type { Order } from './providers/identity-check.ts'
import type { SessionSecrets } from './session-secrets.ts'
import * as store from './session-store.ts'
import type { Vendors } from './vendors.ts'

/** Longer than two vendors may take: after this time the process that made it has died. */
const CLAIM_MS = 10 * SECOND_MS
/** Another tab waits so long for the session that the first one begins. */
const WAIT_MS = 5 * SECOND_MS
const LOOK_EVERY_MS = 250
/** Each may cost money at the vendor, and a code lives for minutes. */
const MOST_TRIES = 10

type Deps = { db: Database; clock: Clock; vendors: Vendors; secrets: SessionSecrets }
/** `code`: the transaction code that opens this one check. */
type Visit = Omit<Order, 'ref'> & { code: string }

/** Takes visitors to a vendor: a check has one session there, however often it is opened. */
export class SessionStart {
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /**
   * Opens the session of a check, or the one that it has. @returns the vendor's address, or the way back where there is nothing
   * to show any more; undefined when the vendor does not answer
   */
  async addressFor(visit: Visit): Promise<string | undefined> {
    const { db, clock } = this.#deps
    const check = await store.findCheck(db, tokenHash(visit.code))
    if (check === undefined) return visit.returnTo
    const until = performance.now() + WAIT_MS
    do {
      const session = await store.findSession(db, check.id)
      const place = this.#placeOf(check, session, visit.returnTo)
      if (place !== undefined) return place
      const id = await this.#claim(check.id, clock())
      if (id !== undefined) return this.#begin(check.id, id, visit)
      await pause(LOOK_EVERY_MS)
    } while (performance.now() < until)
    return undefined
  }

  /** @returns undefined where a session may still begin */
  #placeOf(check: store.StartedCheck, session: store.Session | undefined, back: string): string | undefined {
    const now = this.#deps.clock()
    const { stage = 'opening', expiresAt = null } = session ?? {}
    if (stage === 'opening') return check.status === '' && now < check.codeExpiresAt ? undefined : back
    // A better picture may be asked for while a person looks at the document.
    const isOpen = check.status === '' || (check.status === 'PENDING_MANUAL_REVIEW' && stage === 'again')
    const hasPage = stage === 'open' || stage === 'again'
    if (session === undefined || !isOpen || !hasPage || (expiresAt !== null && expiresAt <= now)) return back
    return this.#deps.secrets.open(session).url ?? back
  }

  #claim(checkId: string, now: Date): Promise<string | undefined> {
    const { db, vendors, secrets } = this.#deps
    const id = newId('ids')
    const refHash = tokenHash(secrets.refOf(id))
    const [provider = ''] = vendors.providers
    return store.claimSession(db, { id, checkId, provider, refHash, now, stale: later(now, -CLAIM_MS) }, MOST_TRIES)
  }

  async #begin(checkId: string, id: string, { code: _, ...visit }: Visit): Promise<string | undefined> {
    const { db, clock, vendors, secrets } = this.#deps
    const at = await vendors.begin({ ...visit, ref: secrets.refOf(id) })
    if (at === undefined) {
      await store.releaseSession(db, id)
      return undefined
    }
    const { provider, begun } = at
    const opened = { provider, ...secrets.seal(id, provider, begun, visit.returnTo), expiresAt: begun.expiresAt }
    await store.storeOpened(db, id, opened, clock())
    // Whoever was later has stored nothing, and goes where the first one does.
    const stored = await store.findSession(db, checkId)
    return (stored && secrets.open(stored).url) ?? visit.returnTo
  }
}
