import type { AppLinkNetwork, CodeSent, IntentKind, KycStatus, Payment } from '@avouch/contract'
import type { Kept } from '../sessions.ts'
import type { Ending } from './endings.ts'

export type Asks = { provider: string; kind: IntentKind; minimumAge: number | null; wayBack?: string | undefined }

/** here: begun on this device. code: of the link that came from another one. */
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
      paid?: { sum: Pick<Payment['data'], 'amount' | 'currency'>; left: number }
      left?: true
    }
export type Stage<S extends AppRequest['stage']> = Extract<AppRequest, { stage: S }>

/** Answer or sum that a website got. */
export type Answer = { provider: string; at: string; got: 'yes' | 'no' | Pick<Payment['data'], 'amount' | 'currency'> }

/** State of the app on one phone, in memory alone. */
export type AppSession = Kept & {
  /** The product's device cookie, and the address that a proxy names. */
  device?: string | undefined
  forwardedFor?: string | undefined
  tokens?: { access?: string; refresh: string } | undefined
  /** Signed in, or signing in, with a leading plus. */
  number?: string | undefined
  /** The number as it was typed, for another log-in of the same person. */
  typed?: { countryCode: string; phoneNumber: string } | undefined
  /** A sign-in that waits for its SMS code. */
  code?: (Pick<CodeSent, 'pinId' | 'form' | 'sent'> & { bearer: string; number: string; sentAt: string }) | undefined
  request?: AppRequest | undefined
  /** Given on this phone, the newest first. */
  answers?: readonly Answer[] | undefined
  /** Why to log in again: the session has ended, or a payment needs a fresh one. */
  again?: 'ended' | 'fresh' | undefined
  /** Changes with the content of open pages. */
  version: number
}
