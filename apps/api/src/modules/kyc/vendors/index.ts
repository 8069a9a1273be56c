import { MINIMUM_AGE, SECOND_MS } from '@avouch/contract'
import * as z from 'zod/mini'
import { ageOn, createDayOf } from '#platform/birth-date.ts'
import { Breaker } from '#platform/breaker.ts'
import type { Clock } from '#platform/clock.ts'
import type { Failure, Streaks } from '#platform/database/streaks.ts'
import { isLoopback } from '#platform/external-address.ts'
import type { Keys } from '#platform/keyring.ts'
import type { Warn } from '#platform/log.ts'
import type { Meter } from '#platform/meter.ts'
import { type Evidence, evidenceOf } from '#platform/outgoing.ts'
import { CallFailed, isGone } from './calls.ts'
import { documentName } from './document-name.ts'
import { createGeneric, GENERIC, type GenericSettings } from './generic.ts'
import { idura } from './idura.ts'
import { onfido } from './onfido.ts'
import type {
  Adapter,
  CheckAtVendor,
  ErasureAnswer,
  SessionAdapter,
  StartedSession,
  VendorAccess,
  VendorAnswer,
  VendorDeps,
  VendorKind,
  WantedSession,
} from './vendor.ts'
import { veriff } from './veriff.ts'

const KINDS = { veriff, onfido, idura }
export type VendorName = keyof typeof KINDS
/** Vendors with sessions, by their name in IDENTITY_VENDOR. */
export const VENDORS: Readonly<Record<VendorName, VendorKind>> = KINDS

export type VendorSettings = {
  vendor: VendorName
  access: VendorAccess
  /** Decides which day it is, for an age. */
  timeZone: string
  /** false: what proves one account's age may prove another's too. */
  useDocumentNumbers: boolean
}
/** One of the two: the service with our own protocol, or one or two vendors with sessions. */
export type AllVendorSettings = {
  publicUrl: string
  service?: GenericSettings | undefined
  vendors: readonly VendorSettings[]
}
type Deps = {
  clock: Clock
  warn: Warn
  meter: Meter
  keys: { codes: Keys; documents: Keys; sessions: Keys }
  /** undefined for a try of the operator's, which is not monitored. */
  streaks?: Streaks
}

export type SessionVendor = Omit<SessionAdapter, 'begin'> & { name: string }
type Started = StartedSession & { vendor: string }

/** A vendor that takes longer has failed; two of them end before the claim of the session does. */
const BEGINS_WITHIN_MS = 4.5 * SECOND_MS

const sealed = z.object({
  vendorRef: z.nullable(z.string()),
  url: z.string(),
  kept: z.record(z.string(), z.string()),
  returnTo: z.string(),
})
type Sealed = { id: string; keptEnc: string | null }

/** Opens what a vendor gave us for a session. @returns undefined for one that was never opened */
export const unseal = (keys: Keys, { id, keptEnc }: Sealed) =>
  keptEnc === null ? undefined : sealed.parse(JSON.parse(keys.open(id, keptEnc)))

/** The transaction code of a check: derived, so that it can be given again; stored as a hash. */
export const codeOf = (codes: Keys, checkId: string): string => codes.mac('tc', checkId).toString('base64url')

/** The vendors in the settings: sessions begin at a second one while the first begins none. Each check stays with its vendor. */
export class Vendors {
  readonly #deps: Deps
  readonly #generic: Adapter | undefined
  readonly #all: readonly (SessionAdapter & ReturnType<typeof guarded> & { name: string; breaker: Breaker })[]

  constructor({ publicUrl, service, vendors }: AllVendorSettings, deps: Deps) {
    const { clock, warn, meter } = deps
    this.#deps = deps
    this.#generic = service && guarded(createGeneric(service, clock), deps, GENERIC, 'answer')
    const countUnreadable = meter.counter({
      name: 'identity_unreadable_total',
      help: 'Answers of the identity-check vendor in an unknown word or form; they decide nothing.',
      labels: ['provider'],
      from: vendors.map(({ vendor }) => ({ provider: vendor })),
    })
    this.#all = vendors.map((settings) => {
      const { vendor: name, access } = settings
      const returnUrl = new URL(`/identity/return/${name}`, publicUrl).href
      const adapter = VENDORS[name].create({ access, clock, approved: createApproved(settings, deps), returnUrl })
      const calls = guarded(adapter, deps, name, name, () => countUnreadable({ provider: name }))
      const breaker = new Breaker(clock, () => warn('identity vendor down', { provider: name }))
      return { ...adapter, ...calls, name, breaker }
    })
  }

  /** The vendor of new checks. */
  get first(): string {
    return this.#all[0]?.name ?? GENERIC
  }

  get withSessions(): readonly SessionVendor[] {
    return this.#all
  }

  /** @returns undefined for a vendor that the settings no longer name */
  of(name: string): Adapter | undefined {
    return name === GENERIC ? this.#generic : this.#all.find((one) => one.name === name)
  }

  /** Begins a session at the first vendor that does; one that is down is tried last. @returns the evidence of the last failure, where none does */
  async begin(session: WantedSession, withinMs = BEGINS_WITHIN_MS): Promise<Started | Evidence> {
    const { warn, streaks } = this.#deps
    let evidence: Evidence = 'outage'
    const byState = this.#all.toSorted((a, b) => Number(a.breaker.isDown()) - Number(b.breaker.isDown()))
    for (const vendor of byState) {
      const { name, breaker } = vendor
      try {
        const started = await vendor.begin(session, AbortSignal.timeout(withinMs))
        const url = pageOf(started.url, vendor.pages)
        breaker.succeeded()
        await streaks?.good('identity', name)
        return { ...started, vendor: name, url }
      } catch (error) {
        const failure = vendor.report(error, 'identity session not begun')
        evidence = evidenceOf(failure.status)
        if (evidence === 'credentials') warn(REFUSED, { provider: name })
        breaker.failed(evidence)
        // Visitors have no influence on the content of this call, so that each failure counts.
        await streaks?.bad('identity', name, { why: failureOf(failure).why })
      }
    }
    return evidence
  }

  /** Our reference at the vendor. It is not the code of the check, which would let the vendor's people open our addresses. */
  refOf(sessionId: string): string {
    return this.#deps.keys.sessions.mac('ref', sessionId).toString('base64url')
  }

  /** Finds a session by the vendor's own reference. */
  vendorRefMac(vendor: string, vendorRef: string): Buffer {
    return this.#deps.keys.sessions.mac('vendor-ref', vendor, vendorRef)
  }

  /** Seals what a vendor gave us for a session, and the address that its visitor left from. */
  seal(id: string, { vendor, expiresAt, vendorRef, url, kept, returnTo }: Started & { returnTo: string }) {
    const vendorRefMac = vendorRef === null ? null : this.vendorRefMac(vendor, vendorRef)
    const keptEnc = this.#deps.keys.sessions.seal(id, JSON.stringify({ vendorRef, url, kept, returnTo }))
    return { vendor, expiresAt, vendorRefMac, keptEnc }
  }

  /** @returns undefined for a session that was never opened: its vendor does not have it */
  open({ stage, ...session }: Sealed & { stage: string }) {
    const known = unseal(this.#deps.keys.sessions, session)
    const isSentIn = stage === 'submitted' || stage === 'again'
    return known && { ref: this.refOf(session.id), isSentIn, ...known }
  }

  /** @returns undefined where no session was opened for the check: its vendor does not have it */
  checkAt(vendor: string, checkId: string, session?: Sealed & { stage: string }): CheckAtVendor | undefined {
    if (vendor === GENERIC) return { ref: codeOf(this.#deps.keys.codes, checkId), vendorRef: null, kept: {} }
    return session && this.open(session)
  }
}

/** Creates the rule by which a birth date is of age, with the document's name as a keyed hash. */
function createApproved(settings: VendorSettings, { clock, keys }: Deps): VendorDeps['approved'] {
  const dayOf = createDayOf(settings.timeZone)
  return (birthDate, occurredAt, by) => {
    const age = ageOn(dayOf(clock()), birthDate, MINIMUM_AGE)
    if (age === 'unclear') return { status: 'MANUAL_REVIEW_REJECTED', occurredAt, reason: 'document_kind' }
    if (age === 'under_age') return { status: 'UNDERAGED', occurredAt }
    const name = 'pseudonym' in by ? by.pseudonym : settings.useDocumentNumbers ? documentName(by) : undefined
    const kind = 'pseudonym' in by ? ['eid'] : []
    const documentHash = name && keys.documents.mac('vendor-document', ...kind, name).toString('base64url')
    return { status: 'COMPLETED', occurredAt, documentHash }
  }
}

/** Names to a person what the vendor has to erase: everything that Onfido keeps of a visitor hangs on the applicant. */
export function nameAtVendor({ kept = {}, vendorRef = null }: Partial<CheckAtVendor> = {}): string {
  if (kept['applicant'] !== undefined) return `applicant ${kept['applicant']}`
  return vendorRef === null ? '-' : `session ${vendorRef}`
}

/** The address as a header may have it. A vendor's answer sends no visitor elsewhere than to the vendor. @throws CallFailed */
function pageOf(url: string, hosts: readonly string[]): string {
  const page = URL.parse(url)
  const isTheirs = (host: string) =>
    host.startsWith('.') ? `.${page?.hostname}`.endsWith(host) : page?.hostname === host
  if (page === null || (page.protocol !== 'https:' && !isLoopback(url)) || !hosts.some(isTheirs))
    throw new CallFailed('a page of another host')
  return page.href
}

/** docs/runbook.md explains this event, below AvouchIdentityVendorDown. */
const REFUSED = 'identity vendor refuses our keys or settings'
const isRefused = (error: unknown) => error instanceof CallFailed && (error.status === 401 || error.status === 403)

function failureOf(failed: CallFailed): Failure {
  const { status, unreadable, message: detail } = failed
  if (isRefused(failed)) return { why: 'refused', detail }
  return { why: (status ?? unreadable) === undefined ? 'no_answer' : 'error', detail }
}

/** Translates failed calls: an outage decides nothing, nor does an answer of an unknown form. `type`: the vendor in the log. */
function guarded(adapter: Adapter, { warn, streaks }: Deps, name: string, type: string, countUnreadable?: () => void) {
  function report(error: unknown, event: string, isStopping = false): CallFailed {
    if (!(error instanceof CallFailed)) throw error
    if (error.unreadable !== undefined) {
      countUnreadable?.()
      warn('identity check report not understood', { type, fields: error.unreadable })
    } else if (!isStopping) warn(event, { type, reason: error.message })
    return error
  }
  return {
    report,
    async ask(check: CheckAtVendor, signal: AbortSignal): Promise<VendorAnswer> {
      try {
        const answer = await adapter.ask(check, signal)
        await streaks?.good('identity asked', name)
        if (answer === 'unknown_word') countUnreadable?.()
        return answer
      } catch (error) {
        const isNotFound = error instanceof CallFailed && isGone(error.status)
        // Expected of our own protocol until the visitor arrives; a vendor has each session that it gave a reference.
        if (isNotFound && check.vendorRef === null) return 'not_found'
        const failure = report(error, isRefused(error) ? REFUSED : 'identity check not asked', signal.aborted)
        // An answer about one check is no evidence about the vendor.
        if (isNotFound) return 'not_found'
        if (!signal.aborted) await streaks?.bad('identity asked', name, failureOf(failure))
        return 'no_answer'
      }
    },
    erase: (check: CheckAtVendor, signal: AbortSignal): Promise<ErasureAnswer> =>
      adapter.erase(check, signal).catch((error: unknown) => {
        const { status } = report(error, 'identity check not erased', signal.aborted)
        if (isGone(status)) return 'not_found'
        // 400: the session is not finished; 401: our keys; 429: so many a day.
        return status === undefined || status >= 500 || [400, 401, 429].includes(status) ? 'later' : 'by_hand'
      }),
  }
}
