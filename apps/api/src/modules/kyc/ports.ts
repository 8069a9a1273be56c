import type { KycStatus, Language, VendorOutcome } from '@avouch/contract'

export type Applicant = {
  adult: boolean
  status: KycStatus
  dataCollectionConsent: boolean
}

export type OpenCheck = {
  id: string
  tcHash: Buffer
  accountId: string
  intentId: string | null
  now: Date
  codeExpiresAt: Date
}

/** What a reported outcome did. */
export type Applied = 'unknown_check' | 'repeat' | 'out_of_order' | 'applied'

export type ReportedOutcome = { eventId: string; tcHash: Buffer; status: VendorOutcome; occurredAt: Date; now: Date }

export type KycStore = {
  applicant(accountId: string): Promise<Applicant | undefined>
  status(accountId: string): Promise<KycStatus | undefined>
  /** The account waits for a review: the requests that it is bound to live longer. */
  prolongIntents(accountId: string, now: Date): Promise<void>
  /** The id of the account's open check, or of `fresh`, which takes its place when it is over, expired or `renew`ed. */
  openCheck(fresh: OpenCheck, renew: boolean): Promise<string>
  /**
   * One transaction: the event once, the check upwards only, the account's result with it. An under-age result ends
   * the account, and leaves a job behind that answers its open requests and erases it. What was proven to be adult
   * before waits 30 days for its erasure.
   */
  apply(outcome: ReportedOutcome): Promise<Applied>
}

/** What the visitor takes along to the identity-check service. */
export type Referral = { code: string; language: Language; returnTo: string; dataCollectionConsent: boolean }

export type IdentityService = { addressFor(referral: Referral): string }
