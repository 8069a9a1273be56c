import type { NewEvent } from '../webhooks/index.ts'
import type { IntentKind, IntentStatus, ReceiptClaims, VerdictClaims } from '@avouch/contract'
import type { ProviderAccess } from '../providers/index.ts'
import type { IntentStep } from './steps.ts'

export type IntentState = IntentStatus

export type Intent = {
  id: string
  providerId: string
  providerName: string
  live: boolean
  kind: IntentKind
  /** null: a payment that anybody may make. */
  minimumAge: number | null
  /** null: any proof will do. */
  maxProofAgeDays: number | null
  reference: string | null
  redirectUri: string
  state: IntentState
  accountId: string | null
  result: 'yes' | 'no' | null
  verdict: string | null
  createdAt: Date
  expiresAt: Date
  answeredAt: Date | null
  /** null: a proof of age. */
  payment: (PaymentTerms & { refunded: number; receipt: string | null }) | null
}

/** What is to be paid; in minor units. */
export type PaymentTerms = { amount: number; currency: string; description: string }

export type NewIntent = {
  id: string
  mintidHash: Buffer
  asker: ProviderAccess
  kind: IntentKind
  minimumAge: number | null
  payment: PaymentTerms | null
  maxProofAgeDays: number | null
  reference: string | null
  redirectUri: string
  idempotencyKey: string | null
  requestHash: Buffer
  createdAt: Date
  expiresAt: Date
}

/** What is proven of an account. */
export type Proof = {
  adult: boolean
  /** Nothing can be proven any more: under age, or the account is being erased. */
  final: boolean
  /** The day of the proof. */
  verifiedOn: string | null
}

export type Ending = {
  intentId: string
  step: Exclude<IntentStep, 'bind' | 'reserve' | 'execute'>
  state: Exclude<IntentState, 'created' | 'bound' | 'reserved'>
  result: 'yes' | 'no' | null
  verdict: string | null
  /** Of a payment that was executed. */
  receipt?: string
  event: NewEvent
  now: Date
}

/** The visitor's answer, and what of the account it rests on. */
export type IntentAnswer = Ending & { accountId: string; oldestProof: string | null }

export type ListQuery = {
  asker: ProviderAccess
  status: IntentStatus | undefined
  reference: string | undefined
  /** The last intent of the page before. */
  after: { createdAt: Date; id: string } | undefined
  limit: number
  now: Date
}

/** What a visitor's request for an identity check is for. */
export type BoundIntent = Pick<Intent, 'id' | 'maxProofAgeDays'>

export type IntentStore = {
  /** The intent, or the earlier one of the same idempotency key. */
  create(intent: NewIntent): Promise<{ intent: Intent; requestHash: Buffer }>
  findById(id: string, asker: ProviderAccess): Promise<Intent | undefined>
  findByCode(mintidHash: Buffer): Promise<Intent | undefined>
  /** The newest first. */
  list(query: ListQuery): Promise<Intent[]>
  /** One conditional update: the first visitor gets it, and keeps it. */
  bind(mintidHash: Buffer, accountId: string, now: Date): Promise<BoundIntent | undefined>
  proof(accountId: string): Promise<Proof | undefined>
  /**
   * One transaction: answers the bound intent once, with the event and a nudge to deliver it. A yes needs an adult
   * account at that moment, so a running deactivation is waited for. False when somebody else answered, or it is over.
   */
  answer(answer: IntentAnswer): Promise<boolean>
  /** The same without a visitor, or for the one that it is bound to. */
  end(ending: Ending, accountId?: string): Promise<boolean>
  /** Ends some of those whose time is over; how many. What another process is at is left to it. */
  expire(now: Date, eventOf: (intent: Intent) => NewEvent): Promise<number>
  boundTo(accountId: string, now: Date): Promise<Intent[]>
}

/** Signs what the provider learns as a JWS. */
export type VerdictSigner = {
  sign(claims: VerdictClaims): Promise<string>
  signReceipt(claims: ReceiptClaims): Promise<string>
}

export type RedirectList = { isRegisteredRedirect(providerId: string, uri: string): Promise<boolean> }
