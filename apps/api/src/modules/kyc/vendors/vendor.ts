import type { IncomingHttpHeaders } from 'node:http'
import type { CheckKind, CheckReason, Language, VendorOutcome } from '@avouch/contract'
import type { Clock } from '#platform/clock.ts'
import type { Document } from './document-name.ts'

/** The outcome that a vendor answers. DELETED is none: no later approval overrules it, so that a signed message alone reports it. */
export type VendorResult = {
  status: Exclude<VendorOutcome, 'DELETED'>
  occurredAt: Date
  /** The name that two checks of one document share; undefined but for an approval. */
  documentHash?: string | undefined
  /** Why a document was refused. */
  reason?: CheckReason
}

/**
 * The answer about a check. unknown_word: no adapter has it, so that the check may expire; not_found: 404 or 410, perhaps of a gateway
 * before the vendor: no outcome, and no end; no_answer: an outage, or an answer of an unknown form, which may be an outcome.
 */
export type VendorAnswer =
  | VendorResult
  | { stage: 'open' | 'submitted' }
  | { stage: 'again'; reason: CheckReason }
  | 'unknown_word'
  | 'not_found'
  | 'no_answer'

type StateWord = Omit<VendorResult, 'occurredAt'> | Extract<VendorAnswer, { stage: string }>
/** Translates a vendor's words for the state of a check; the time of an outcome is added. */
export type StateWords = ReadonlyMap<string, StateWord>

/** Values that an adapter needs again, at most 1 kB; sealed in the meantime. */
export type KeptValues = Readonly<Record<string, string>>
/** A check as its vendor identifies it: by our reference, and by its own where it gives one. `isSentIn`: it had a document before. */
export type CheckAtVendor = { ref: string; vendorRef: string | null; kept: KeptValues; isSentIn?: boolean }
/** A session for a visitor. The reference is random and names neither check, account nor website. */
export type WantedSession = { ref: string; language: Language; returnTo: string; dataCollectionConsent: boolean }
/** `url`: the vendor's page of this session. */
export type StartedSession = { url: string; vendorRef: string | null; kept: KeptValues; expiresAt: Date | null }
export type VendorMessage = { headers: IncomingHttpHeaders; rawBody: Buffer }
/** The session that a signed message is about. It makes us ask; nothing else that it says decides anything. */
export type AboutSession = { vendorRef: string; isSentIn: boolean }

/** by_hand: the vendor erases this for no call; not_found: as above, so that one such answer proves nothing. */
export type ErasureAnswer = 'erased' | 'later' | 'by_hand' | 'not_found'

/** Every adapter does this with a check. Each call throws CallFailed for an answer that it can't use. */
export type Adapter = {
  ask(check: CheckAtVendor, signal: AbortSignal): Promise<VendorAnswer>
  erase(check: CheckAtVendor, signal: AbortSignal): Promise<ErasureAnswer>
}

/** The adapter of a vendor at which we open a session for each check. */
export type SessionAdapter = Adapter & {
  /** Hosts of the vendor's pages; a leading dot stands for all below. The API's own is one. */
  pages: readonly string[]
  begin(session: WantedSession, signal: AbortSignal): Promise<StartedSession>
  /** nothing: signed, and about no session. */
  open(message: VendorMessage): AboutSession | 'nothing' | 'forged'
  /**
   * Reads what visitors bring by `/identity/return/:vendor`: the session, and what `ask` needs of the address. `kept` undefined: nothing,
   * and the session stays open. @returns undefined for an address of no session
   */
  back?(query: URLSearchParams): { ref: string; kept: KeptValues | undefined } | undefined
}

/** Settings of a vendor. */
export type VendorAccess = {
  account: string
  secret: string
  /** Signs the vendor's messages, where that is not `secret`; the old one is accepted too during its rotation. */
  reportSecret: string | undefined
  oldReportSecret: string | undefined
  apiUrl: string
  flow: string | undefined
  /** `same`: the vendor makes no difference. */
  flowWithoutConsent: string | undefined
}

type Shown = Document | { pseudonym: string }
/** Each adapter is made of these. */
export type VendorDeps = {
  access: VendorAccess
  clock: Clock
  /** An approval of a person who was born that day, by a document or a card's pseudonym. Under age is decided here. */
  approved: (birthDate: string | null | undefined, occurredAt: Date, by: Shown) => VendorResult
  /** The one return address of a vendor that has the same for all visitors. */
  returnUrl: string
}

export type VendorKind = {
  kind: CheckKind
  /** Settings that it can't do without, and those that it has no use for; the others may be left out. */
  needs: readonly (keyof VendorAccess)[]
  refuses: readonly (keyof VendorAccess)[]
  /** One flow, with and without consent to the use of data: the operator has to write `same`. */
  hasOneFlow: boolean
  /** The address of its API where the settings name none. */
  apiUrl?: string
  /** Not tried at a real account: the vendor's public pages do not say it, or an older copy alone does. */
  unconfirmed: readonly string[]
  create: (deps: VendorDeps) => SessionAdapter
}

const EARLIEST = new Date('2000-01-01T00:00:00Z')

/** The time of an outcome; an impossible one (unset, unreadable, to come) is replaced by that of the arrival. */
export function momentOf(timestamp: string | null | undefined, receivedAt: Date): Date {
  const at = new Date(timestamp ?? '')
  return at >= EARLIEST && at <= receivedAt ? at : receivedAt
}
