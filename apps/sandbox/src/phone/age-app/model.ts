import type { PersonName } from '../../age-office/people.ts'
import type { Proof } from '../../age-office/proofs.ts'
import type { Kept } from '../sessions.ts'
import type { ProofRequest } from './request.ts'

/** How a request ended: shown to who asks, not taken there, refused by the user, or without an answer. */
export type End = 'shown' | 'rejected' | 'refused' | 'unreachable'

/** What the app on one phone keeps. Nothing of it is ever written down. */
export type AgePhone = Kept & {
  /** By who got them. */
  proofs: Map<PersonName, Proof[]>
  request?: ProofRequest | undefined
  /** back: where the browser is to go, if the product says so; `left` once it went there by itself. */
  ended?: { how: End; back: string | undefined; left?: true } | undefined
}
