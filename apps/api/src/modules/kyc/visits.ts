import { setTimeout as pause } from 'node:timers/promises'
import { AppError, SECOND_MS } from '@avouch/contract'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import { newId, tokenHash } from '../../platform/identifier.ts'
import type { Warn } from '../../platform/log.ts'
import type { Meter } from '../../platform/meter.ts'
import type { Audit } from '../audit/index.ts'
import type { NoteAnswer } from './asking.ts'
import * as store from './session-store.ts'
import type { SessionVendor, Vendors } from './vendors/index.ts'
import type { AboutSession, VendorMessage, WantedSession } from './vendors/vendor.ts'

/** Another tab waits so long for the session that the first one begins. */
const WAIT_MS = 5 * SECOND_MS
const LOOK_EVERY_MS = 250

/** asked: the check is polled now; unknown: no session of ours; nothing: about no session; forged: a wrong signature. */
const RESULTS = ['asked', 'unknown', 'nothing', 'forged', 'too_long'] as const
type MessageResult = (typeof RESULTS)[number]

type Deps = {
  db: Database
  clock: Clock
  meter: Meter
  audit: Audit
  warn: Warn
  vendors: Vendors
  noteAnswer: NoteAnswer
}
/** `code`: the transaction code that opens this one check. */
type Visit = Pick<WantedSession, 'language' | 'returnTo'> & { code: string }

/** Visitors on their way to a vendor and back, and its messages, which only make us ask: late, repeated and forged ones do no harm. */
export class Visits {
  readonly #deps: Deps
  readonly #count: (of: { provider: string; result: MessageResult }) => void

  constructor(deps: Deps) {
    this.#deps = deps
    this.#count = deps.meter.counter({
      name: 'identity_messages_total',
      help: 'Messages of the identity-check vendor, by what became of them.',
      labels: ['provider', 'result'],
      from: deps.vendors.withSessions.flatMap(({ name: provider }) => RESULTS.map((result) => ({ provider, result }))),
    })
  }

  /** Opens the one session of a check. @returns its address, or the way back where it has ended; undefined when no vendor answers */
  async addressFor(visit: Visit): Promise<string | undefined> {
    const { db, clock, vendors } = this.#deps
    const check = await store.findCheck(db, tokenHash(visit.code))
    if (check === undefined) return visit.returnTo
    const until = performance.now() + WAIT_MS
    do {
      const address = this.#addressOf(check, await store.findVendorSession(db, 'check', check.id), visit.returnTo)
      if (address !== undefined) return address
      const id = newId('ids')
      const session = { id, checkId: check.id, vendor: vendors.first, refHash: tokenHash(vendors.refOf(id)) }
      const claimed = await store.claimSession(db, session, clock())
      if (claimed !== undefined) return this.#begin(check, claimed, visit)
      await pause(LOOK_EVERY_MS)
    } while (performance.now() < until)
    return undefined
  }

  /** @returns undefined where a session may still begin */
  #addressOf(check: store.StartedCheck, session: store.VendorSession | undefined, back: string): string | undefined {
    const now = this.#deps.clock()
    if (session === undefined || session.stage === 'opening')
      return check.status === '' && now < check.codeExpiresAt ? undefined : back
    const { stage, expiresAt } = session
    // A better picture may be asked for while a person looks at the document.
    const isOpen = check.status === '' || (check.status === 'PENDING_MANUAL_REVIEW' && stage === 'again')
    const hasPage = stage === 'open' || stage === 'again'
    if (!isOpen || !hasPage || (expiresAt !== null && expiresAt <= now)) return back
    return this.#deps.vendors.open(session)?.url ?? back
  }

  async #begin(check: store.StartedCheck, id: string, { language, returnTo }: Visit): Promise<string | undefined> {
    const { db, clock, warn, vendors, noteAnswer } = this.#deps
    // The visitor may have changed the address, or taken the consent back since.
    const { dataCollectionConsent } = check
    const begun = await vendors.begin({ language, returnTo, dataCollectionConsent, ref: vendors.refOf(id) })
    if (typeof begun === 'string') return void warn('identity check not begun')
    await noteAnswer(begun.vendor, true)
    await store.storeOpened(db, id, vendors.seal(id, { ...begun, returnTo }), clock())
    // Whoever was later has stored nothing, and goes where the first one does.
    const stored = await store.findVendorSession(db, 'check', check.id)
    return (stored && vendors.open(stored)?.url) ?? returnTo
  }

  /** Stores, once, what a visitor brings from a vendor without messages, to ask with it. @returns the way back; undefined: no such session */
  async takeReturn(vendor: string, query: URLSearchParams): Promise<string | undefined> {
    const { db, clock, vendors } = this.#deps
    const brought = this.#at(vendor).back?.(query)
    const session = brought && (await store.findVendorSession(db, 'ourRef', tokenHash(brought.ref)))
    const known = session?.vendor === vendor ? vendors.open(session) : undefined
    if (session === undefined || brought?.kept === undefined || known === undefined) return known?.returnTo
    const kept = { ...known.kept, ...brought.kept }
    const { keptEnc } = vendors.seal(session.id, { ...known, ...session, kept })
    await store.pollNow(db, 'return', [clock(), session.id, keptEnc])
    return known.returnTo
  }

  /** @throws AppError not_found for a vendor of whom the settings say nothing */
  #at(name: string): SessionVendor {
    const vendor = this.#deps.vendors.withSessions.find((one) => one.name === name)
    if (vendor === undefined) throw new AppError('not_found')
    return vendor
  }

  /** @throws AppError invalid_signature */
  async receive(vendor: string, message: VendorMessage): Promise<MessageResult> {
    const about = this.#at(vendor).open(message)
    const result = typeof about === 'string' ? about : await this.#askAbout(vendor, about)
    this.#count({ provider: vendor, result })
    if (result !== 'forged') return result
    await this.#deps.audit.report({ type: 'kyc.bad_signature' })
    throw new AppError('invalid_signature')
  }

  refuseTooLong(vendor: string): void {
    if (this.#deps.vendors.of(vendor)) this.#count({ provider: vendor, result: 'too_long' })
  }

  async #askAbout(vendor: string, { vendorRef, isSentIn }: AboutSession): Promise<MessageResult> {
    const { db, clock, vendors } = this.#deps
    const values = [clock(), vendor, vendors.vendorRefMac(vendor, vendorRef), isSentIn]
    return (await store.pollNow(db, 'message', values)) ? 'asked' : 'unknown'
  }
}
