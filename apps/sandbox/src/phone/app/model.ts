import type { AppLinkNetwork, CodeSent, IntentKind, KycStatus, Payment } from '@avouch/contract'
import type { Kept } from '../sessions.ts'
import type { Ending } from './endings.ts'

/** The website, its question, and the address that its visitor goes back to if it is known. */
export type Asks = { provider: string; kind: IntentKind; minimumAge: number | null; wayBack?: string | undefined }

/** here: the request came on this device; code: by this link from another one. */
type Open = { mintid: string; here: boolean; asks: Asks; code?: string | undefined }

/**
 * link - scanned; compare - the numbers are shown; intent - it is known which request; check - an identity check comes
 * first; ready - one tap answers it; pay - one tap pays it.
 */
export type AppRequest =
  | { stage: 'link'; code: string }
  | { stage: 'compare'; code: string; asks: Asks; numbers: readonly number[]; network: AppLinkNetwork; endsAt: number }
  | (Omit<Open, 'asks'> & { stage: 'intent'; asks?: Asks })
  | (Open & { stage: 'check'; status: KycStatus; begun: boolean })
  | (Open & {
      stage: 'pay'
      bill: Pick<Payment['data'], 'amount' | 'currency' | 'description' | 'live'>
      reserved: boolean
      /** In the wallet; and how much of it is too little. */
      available: number
      missing: number
      obstacle?: 'held' | 'age' | undefined
      heldSeconds?: number | undefined
    })
  | (Open & { stage: 'ready' })
  | {
      stage: 'ended'
      how: Ending
      asks?: Asks | undefined
      wayBack?: string | undefined
      /** After this payment. */
      paid?: { sum: Pick<Payment['data'], 'amount' | 'currency'>; left: number }
      left?: true
    }
export type Stage<S extends AppRequest['stage']> = Extract<AppRequest, { stage: S }>

/** State of the app on one phone, in memory alone. */
export type AppSession = Kept & {
  /** The product's cookie, and where calls come from when a proxy in front of us says so. */
  device?: string | undefined
  forwardedFor?: string | undefined
  tokens?: { access?: string; refresh: string } | undefined
  /** Signed in, or signing in, with a leading plus. */
  number?: string | undefined
  /** A sign-in whose SMS is still open. */
  code?: (Pick<CodeSent, 'pinId' | 'form' | 'sent'> & { bearer: string; number: string; sentAt: string }) | undefined
  request?: AppRequest | undefined
  /** Why its user is to log in again: the product ended the session, or a payment asks for a fresh one. */
  again?: 'ended' | 'fresh' | undefined
  /** Changes with everything that an open page shows. */
  version: number
}
