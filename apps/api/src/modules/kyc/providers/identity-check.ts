import type { IncomingHttpHeaders } from 'node:http'
import type { CheckReason, Language, VendorOutcome } from '@avouch/contract'

/** An outcome. `documentHash`: of an approval, where the document has a name that two checks of it share. */
export type VendorResult = {
  status: VendorOutcome
  occurredAt: Date
  documentHash: string | undefined
  /** Says why a document was refused. */
  reason?: CheckReason
}

/**
 * The answer about a check. waiting: for the visitor, who is asked for something better where something was sent in before; gone: it is not kept there any more; no_answer: an outage, or an answer of an unknown
 * form, which may be an outcome.
 */
export type Finding =
  | VendorResult
  | { stage: 'open' | 'submitted' }
  | { stage: 'waiting' }
  | { stage: 'again'; reason: CheckReason }
  | 'gone'
  | 'no_answer'

/** Values that an adapter wants to have again, at most 1 kB; sealed in the meantime. */
export type Kept = Readonly<Record<string, string>>
/** A check as its vendor knows it: by our reference, and by its own where it gives one. */
export type Known = { ref: string; vendorRef: string | null; kept: Kept }

/** Every adapter does this with a check. Neither of them throws: an outage is `no_answer`, or `later`. */
export type Asked = {
  ask(check: Known, signal: AbortSignal): Promise<Finding>
  /** Has it erased. by_hand: the vendor does that for no call. */
  forget(check: Known, signal: AbortSignal): Promise<'erased' | 'later' | 'by_hand'>
}

/** A session that a visitor wants. The reference is random and names neither check, account nor website. */
export type Order = { ref: string; language: Language; returnTo: string; dataCollectionConsent: boolean }
/** `url`: the vendor's page of this session. */
export type Begun = { url: string; vendorRef: string | null; kept: Kept; expiresAt: Date | null }
export type Message = { headers: IncomingHttpHeaders; rawBody: Buffer }
/** The session that a signed message is about. It makes us ask; what it says decides nothing. */
export type Bell = { vendorRef: string; says: 'begun' | 'submitted' | 'decided' }

/** A vendor with sessions. */
export type IdentityCheck = Asked & {
  /** Hosts of the vendor's pages; a leading dot stands for all below. The API's own is one. */
  pages: readonly string[]
  /** refused: our keys, or our settings there. Never throws. */
  begin(order: Order, signal: AbortSignal): Promise<Begun | 'refused' | 'no_answer'>
  /** nothing: signed, and about no session. */
  open(message: Message): Bell | 'nothing' | 'forged'
  /**
   * Where visitors come back by `/identity/return/:provider` with what the vendor found: the session, and what `ask` needs of the address.
   * `kept` undefined: nothing, and the session goes on. @returns undefined for an address of no session
   */
  back?(query: URLSearchParams): { ref: string; kept: Kept | undefined } | undefined
}

const EARLIEST = new Date('2000-01-01T00:00:00Z')

/** The time of an outcome; what can be none (unset, unreadable, to come) is the time at which it was heard of. */
export function momentOf(timestamp: string | undefined, heardAt: Date): Date {
  const at = new Date(timestamp ?? '')
  return at >= EARLIEST && at <= heardAt ? at : heardAt
}
