import type { KycStatus, Language, VendorOutcome } from '@avouch/contract'

export type Applicant = {
  adult: boolean
  /** The day of the proof. */
  verifiedOn: string | null
  status: KycStatus
  dataCollectionConsent: boolean
}

export type OpenCheck = {
  id: string
  tcHash: Buffer
  accountId: string
  intentId: string | null
  /** A proof from before this day is made anew; null when any will do. */
  oldestProof: string | null
  now: Date
  codeExpiresAt: Date
  /** When the service is asked, should it not report. */
  nextPollAt: Date | null
}

/** What a reported outcome did. */
export type Applied = 'unknown_check' | 'repeat' | 'out_of_order' | 'applied'

export type ReportedOutcome = {
  eventId: string
  tcHash: Buffer
  status: VendorOutcome
  occurredAt: Date
  /** Of the document of an approval, when the service names it. */
  documentIdx: Buffer | null
  now: Date
  nextPollAt: Date | null
}

export type KycStore = {
  applicant(accountId: string): Promise<Applicant | undefined>
  status(accountId: string): Promise<KycStatus | undefined>
  /** An adult whom nobody asks for a newer check is approved again. */
  returnToProof(accountId: string): Promise<void>
  /** Whether a newer check of an adult is under review; then the account waits for it. */
  resumeReview(accountId: string, oldestProof: string): Promise<boolean>
  /** The account waits for a review: the requests that it is bound to live longer. */
  prolongIntents(accountId: string, now: Date): Promise<void>
  /** The id of the account's open check, or of `fresh`, which takes its place when it is over, expired or `renew`ed. */
  openCheck(fresh: OpenCheck, renew: boolean): Promise<string>
  /**
   * One transaction: the event once, the check upwards only, the account's result with it. An under-age result ends
   * the account, and leaves a job behind that answers its open requests and erases it. What was proven to be adult
   * before waits 30 days for its erasure. An approval takes its document, and the proof with it, from the account that
   * had it.
   */
  apply(outcome: ReportedOutcome): Promise<Applied>
}

/** What the visitor takes along to the identity-check service. */
export type Referral = { code: string; language: Language; returnTo: string; dataCollectionConsent: boolean }

export type VendorResult = { status: VendorOutcome; occurredAt: Date; documentHash: string | undefined }

/** no_outcome: it has none yet, or nobody came; no_answer: it can't be asked, or answers in a way we don't know. */
export type VendorAnswer = VendorResult | 'no_outcome' | 'no_answer'

export type IdentityService = {
  addressFor(referral: Referral): string
  /** Never throws: whatever goes wrong is no answer. */
  outcomeOf(code: string, signal: AbortSignal): Promise<VendorAnswer>
  /** Whether it keeps nothing of the check any more. Never throws: whatever goes wrong is no. */
  forget(code: string, signal: AbortSignal): Promise<boolean>
}

/** A check of an erased account, taken by this process until its hold ends. */
export type DueErasure = { checkId: string; attempts: number }

export type ErasureStore = {
  /** One statement: the check that is due the longest, for this process alone. */
  claim(now: Date, holdUntil: Date): Promise<DueErasure | undefined>
  /** The service has forgotten it. Repeating it changes nothing. */
  settle(checkId: string): Promise<void>
  postpone(check: DueErasure, at: Date): Promise<void>
}

/** A check whose report is overdue, claimed by this process. */
export type DueCheck = { id: string; status: KycStatus; since: Date; polls: number }

export type PollStore = {
  /** Takes what is due and is nobody else's; it is due again at `until` when nothing comes of it. */
  claimDue(claim: { now: Date; until: Date; limit: number }): Promise<DueCheck[]>
  /** Nothing happens to a check that has another status by now. */
  postpone(check: DueCheck, at: Date): Promise<void>
}
