import type { AppLinkNetwork, IntentKind, KycStatus, Language } from '@avouch/contract'
import type { FastifyReply } from 'fastify'
import type { Fields } from '../../http/server.ts'
import type { Phone } from './product.ts'

/** Who asks for what. */
export type Asks = { provider: string; kind: IntentKind; minimumAge: number | null }

/** What is to be paid, in minor units. */
export type Bill = { amount: number; currency: string; description: string; live: boolean }

export type Ending =
  | 'confirmed'
  | 'denied'
  | 'underage'
  | 'refused'
  | 'number'
  | 'over'
  | 'gone'
  | 'paid'
  | 'expired'
  | 'cancelled'

/**
 * link - scanned; compare - the numbers are shown; intent - it is known which request; check - an identity check comes
 * first; ready - one tap answers it; pay - one tap pays it.
 */
export type AppRequest =
  | { stage: 'link'; code: string }
  | { stage: 'compare'; code: string; asks: Asks; numbers: readonly number[]; network: AppLinkNetwork; endsAt: number }
  | { stage: 'intent'; mintid: string; here: boolean; asks?: Asks; code?: string }
  | { stage: 'check'; mintid: string; here: boolean; asks: Asks; code?: string; status: KycStatus; begun: boolean }
  | {
      stage: 'pay'
      mintid: string
      here: boolean
      asks: Asks
      code?: string
      bill: Bill
      reserved: boolean
      obstacle?: 'balance' | 'held' | 'age' | undefined
      heldSeconds?: number | undefined
    }
  | { stage: 'ready'; mintid: string; here: boolean; asks: Asks; code?: string }
  | { stage: 'ended'; how: Ending; asks?: Asks; wayBack?: string | undefined; left?: true }

/** A sign-in whose SMS code is still open. */
export type OpenCode = { bearer: string; pinId: string; number: string; sentAt: string; isNew: boolean }

/** What the app on one phone keeps. Nothing of it is ever written down. */
export type AppSession = Phone & {
  readonly id: string
  tokens: { access: string; refresh: string } | undefined
  /** Signed in, or signing in, with a leading plus. */
  number: string | undefined
  code: OpenCode | undefined
  request: AppRequest | undefined
  /** Why its user is to log in again: the product ended the session, or a payment asks for a fresh one. */
  again: 'ended' | 'fresh' | undefined
  /** Changes with everything that an open page shows. */
  version: number
  usedAt: number
  turn: Promise<unknown>
}

/** What a route is given: what was sent, whose phone it is, and the language. */
export type Visit = { fields: Fields; reply: FastifyReply; session: AppSession; language: Language }
export type Work = (visit: Visit) => Promise<unknown>
