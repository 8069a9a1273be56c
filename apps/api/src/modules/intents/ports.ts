import type { IntentEvent, VerdictClaims } from '@avouch/contract'

export type IntentState = 'created' | 'bound' | 'confirmed' | 'denied'

export type Intent = {
  id: string
  providerId: string
  providerName: string
  minimumAge: number
  reference: string | null
  redirectUri: string
  state: IntentState
  accountId: string | null
  result: 'yes' | 'no' | null
  verdict: string | null
  createdAt: Date
  expiresAt: Date
  answeredAt: Date | null
}

export type NewIntent = {
  id: string
  mintidHash: Buffer
  providerId: string
  minimumAge: number
  reference: string | null
  redirectUri: string
  idempotencyKey: string | null
  requestHash: Buffer
  createdAt: Date
  expiresAt: Date
}

/** The state of the account that a verdict rests on. */
export type Proof = {
  adult: boolean
  /** Nothing can be proven any more: under age, or the account is being erased. */
  final: boolean
  verifiedOn: string | null
}

export type IntentAnswer = {
  intentId: string
  accountId: string
  result: 'yes' | 'no'
  verdict: string
  event: { id: string; body: IntentEvent }
  now: Date
}

export type IntentStore = {
  /** The intent, or the earlier one of the same idempotency key. */
  create(intent: NewIntent): Promise<{ intent: Intent; requestHash: Buffer }>
  findById(id: string, providerId: string): Promise<Intent | undefined>
  findByCode(mintidHash: Buffer): Promise<Intent | undefined>
  /** One conditional update: the first visitor gets it, and keeps it. */
  bind(mintidHash: Buffer, accountId: string, now: Date): Promise<string | undefined>
  proof(accountId: string): Promise<Proof | undefined>
  /**
   * One transaction: answers the bound intent once, with the event and its delivery job. A yes needs an adult account
   * at that moment, so a running deactivation is waited for. False when somebody else answered, or it is over.
   */
  answer(answer: IntentAnswer): Promise<boolean>
  boundTo(accountId: string, now: Date): Promise<Intent[]>
}

/** Signs what the provider learns as a JWS. */
export type VerdictSigner = { sign(claims: VerdictClaims): Promise<string> }

export type RedirectList = { isRegisteredRedirect(providerId: string, uri: string): Promise<boolean> }
