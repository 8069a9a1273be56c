import type { IncomingHttpHeaders } from 'node:http'
import type { CheckReason, Language, Trouble, VendorOutcome } from '@avouch/contract'
import type { Clock } from '#platform/clock.ts'
import type { Evidence } from '#platform/outgoing.ts'
import type { Document } from './document-name.ts'

/**
 * An outcome that was asked for. DELETED is none: no later approval overrules it, so that a signed message alone reports it.
 * `documentHash`: of an approval, where the document has a name that two checks of it share.
 */
export type VendorResult = {
  status: Exclude<VendorOutcome, 'DELETED'>
  occurredAt: Date
  documentHash?: string | undefined
  /** Says why a document was refused. */
  reason?: CheckReason
}

/**
 * The answer about a check. unknown_word: about this check, in a word that no adapter has, so that it may wait and expire; not_found: 404 or 410, perhaps of a gateway before the vendor: no outcome, and no end; no_answer: an outage,
 * or an answer of an unknown form, which may be an outcome.
 */
export type Finding =
  | VendorResult
  | { stage: 'open' | 'submitted' }
  | { stage: 'again'; reason: CheckReason }
  | 'unknown_word'
  | 'not_found'
  | 'no_answer'

/** Translates a vendor's words for the state of a check; the time of an outcome is added. */
export type Words = ReadonlyMap<string, Omit<VendorResult, 'occurredAt'> | Extract<Finding, { stage: string }>>

/** Values that an adapter wants to have again, at most 1 kB; sealed in the meantime. */
export type Kept = Readonly<Record<string, string>>
/** A check as its vendor knows it: by our reference, and by its own where it gives one. `isSentIn`: it had a document before. */
export type Known = { ref: string; vendorRef: string | null; kept: Kept; isSentIn?: boolean }
/** A session that a visitor wants. The reference is random and names neither check, account nor website. */
export type Order = { ref: string; language: Language; returnTo: string; dataCollectionConsent: boolean }
/** `url`: the vendor's page of this session. */
export type Begun = { url: string; vendorRef: string | null; kept: Kept; expiresAt: Date | null }
export type Message = { headers: IncomingHttpHeaders; rawBody: Buffer }
/** The session that a signed message is about. It makes us ask; what it says decides nothing. */
export type Subject = { vendorRef: string; isSentIn: boolean }

/** Every adapter does this with a check. Each call throws CallFailed for an answer that it can't use. */
export type Asked = {
  ask(check: Known, signal: AbortSignal): Promise<Finding>
  /** Has it erased. by_hand: the vendor does that for no call; not_found: as above, so that one such answer proves nothing. */
  forget(check: Known, signal: AbortSignal): Promise<'erased' | 'later' | 'by_hand' | 'not_found'>
}

/** The adapter of a vendor with sessions. */
export type Adapter = Asked & {
  /** Hosts of the vendor's pages; a leading dot stands for all below. The API's own is one. */
  pages: readonly string[]
  begin(order: Order, signal: AbortSignal): Promise<Begun>
  /** nothing: signed, and about no session. */
  open(message: Message): Subject | 'nothing' | 'forged'
  /**
   * Where visitors come back by `/identity/return/:provider` with what the vendor found: the session, and what `ask` needs of the address.
   * `kept` undefined: nothing, and the session goes on. @returns undefined for an address of no session
   */
  back?(query: URLSearchParams): { ref: string; kept: Kept | undefined } | undefined
}

/** Settings of a vendor. */
export type VendorAccess = {
  account: string
  secret: string
  /** Signs its messages, where that is another one; the old one counts too while the new one takes its place. */
  reportSecret: string | undefined
  oldReportSecret: string | undefined
  apiUrl: string
  flow: string | undefined
  /** `same`: the vendor makes no difference. */
  flowWithoutConsent: string | undefined
}

/** Each adapter is made of these. */
export type VendorDeps = {
  access: VendorAccess
  clock: Clock
  /** An approval of a person who was born that day, by a document, or by a card that tells a pseudonym. Who is under age is decided here. */
  approved: (
    birthDate: string | null | undefined,
    occurredAt: Date,
    by: Document | { pseudonym: string },
  ) => VendorResult
  /** Where all visitors come back to, from a vendor that knows one address. */
  returnUrl: string
}

/** A session that does not begin: evidence of something, and the reason that an operator reads. */
export type NotBegun = { evidence: Evidence; why: Trouble }
/** An adapter that throws nothing. */
export type IdentityCheck = Omit<Adapter, 'begin'> & {
  begin(order: Order, signal: AbortSignal): Promise<Begun | NotBegun>
}

const EARLIEST = new Date('2000-01-01T00:00:00Z')

/** The time of an outcome; what can be none (unset, unreadable, to come) is the time at which it was heard of. */
export function momentOf(timestamp: string | null | undefined, heardAt: Date): Date {
  const at = new Date(timestamp ?? '')
  return at >= EARLIEST && at <= heardAt ? at : heardAt
}
