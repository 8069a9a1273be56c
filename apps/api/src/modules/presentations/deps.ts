import {
  HOLDER_REQUEST_PATH,
  HOLDER_RESPONSE_PATH,
  type PresentationKind,
  type PresentationReason,
  type ProofMethod,
} from '@avouch/contract'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Keys } from '../../platform/keyring.ts'
import type { Meter } from '../../platform/meter.ts'
import type { Report } from '../audit/index.ts'
import type { PresentedIntents } from '../intents/index.ts'
import type { WalletAccess, WalletRequest } from './id-wallet.ts'
import type { Trust } from './mdoc.ts'
import type { RequestKeys } from './request-keys.ts'

export type Settings = {
  db: Database
  clock: Clock
  keys: Pick<Keys, 'mac'>
  intents: PresentedIntents
  publicUrl: string
  report: Report
  meter: Meter
  /** Whom the proofs of a kind of document are accepted from. */
  trustFor: (docType: string) => Promise<Trust>
  /** Whether an app on another device may answer. */
  byQrCode: boolean
  /** The address that opens an age app. */
  appOpenUrl: string
  /** Who we are to ID wallets; without it none is asked. */
  idWallet: WalletAccess | undefined
}
export type Deps = Omit<Settings, 'keys' | 'meter'> & {
  keys: RequestKeys
  /** Counts a request that came to nothing. */
  refused: (of: { reason: PresentationReason }) => void
}

/** By which an app answers. */
export const METHODS = {
  age_app: 'proof_of_age',
  id_wallet: 'id_wallet',
} as const satisfies Record<PresentationKind, ProofMethod>

export const addressIn = (publicUrl: string, path: string, part: string): string =>
  new URL(path.replace(/:\w+/, part), publicUrl).href

export const responseUriOf = ({ publicUrl }: Pick<Deps, 'publicUrl'>, route: string): string =>
  addressIn(publicUrl, HOLDER_RESPONSE_PATH, route)
export const requestUriOf = ({ publicUrl }: Pick<Deps, 'publicUrl'>, route: string): string =>
  addressIn(publicUrl, HOLDER_REQUEST_PATH, route)

/** All that a request to a wallet is made of, again from the name of its address. */
export const walletRequestOf = (deps: Deps, route: string, minimumAge: number): WalletRequest => ({
  minimumAge,
  nonce: deps.keys.nonceOf(route),
  seed: deps.keys.seedOf(route),
  responseUri: responseUriOf(deps, route),
})
/** The same of a request by the browser's API. */
export const browserSecretsOf = ({ keys }: Deps, route: string) => ({
  nonce: Buffer.from(keys.nonceOf(route), 'base64url'),
  seed: keys.seedOf(route),
})
