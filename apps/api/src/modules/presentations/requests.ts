import {
  HOLDER_REQUEST_PATH,
  HOLDER_RESPONSE_PATH,
  PRESENTATION_LINK_PATH,
  type PresentationKind,
  type PresentationWay,
  type ProofMethod,
} from '@avouch/contract'
import type { Keys } from '../../platform/keyring.ts'
import { newToken } from '../../platform/identifier.ts'
import type { BrowserSecrets } from './annex-c.ts'
import { type WalletAccess, type WalletRequest, walletUrl } from './id-wallet.ts'
import { requestUrl } from './queries.ts'

/** 128 bits are enough for five minutes, and keep the QR code coarse. */
const CODE_LENGTH = 22

/** The method of proof by which each kind of app answers. */
export const METHODS = {
  age_app: 'proof_of_age',
  id_wallet: 'id_wallet',
} as const satisfies Record<PresentationKind, ProofMethod>

export type RequestSettings = {
  publicUrl: string
  /** True if an app on another device may answer. */
  byQrCode: boolean
  /** The address that opens an age app. */
  appOpenUrl: string
  /** Our identity towards ID wallets; without it none is asked. */
  idWallet: WalletAccess | undefined
  /** Decides which day it is, for a birth date. */
  timeZone: string
}

/**
 * Derives all that belongs to a request to an app, each from the one before under a key: who knows the nonce learns nothing about
 * the address, and who knows the address nothing about the id. So that no row has one of them.
 */
export class Requests {
  readonly #keys: Keys
  readonly settings: RequestSettings

  constructor(keys: Keys, settings: RequestSettings) {
    this.#keys = keys
    this.settings = settings
  }

  isPossible(kind: PresentationKind, way: PresentationWay): boolean {
    const { byQrCode, idWallet } = this.settings
    if (way === 'qr' && !byQrCode) return false
    return kind === 'age_app' || (idWallet !== undefined && way !== 'dc_api')
  }

  /** Makes a new request: its id, and the secrets in its addresses. */
  create(): { id: string; code: string; route: string } {
    const id = newToken('avpn')
    const code = this.#codeOf(id)
    return { id, code, route: this.routeOf(code) }
  }

  /** The part of the address that an app answers to. @param code of a QR code */
  routeOf(code: string): string {
    return this.#keys.mac('route', code).toString('base64url')
  }

  routeOfId(id: string): string {
    return this.routeOf(this.#codeOf(id))
  }

  nonceOf(route: string): string {
    return this.#keys.mac('nonce', route).toString('base64url')
  }

  digitsHashOf(idHash: Buffer, digits: string): Buffer {
    return this.#keys.mac('digits', idHash.toString('hex'), digits)
  }

  /** The address in a QR code. */
  qrAddress(code: string): string {
    return this.#address(PRESENTATION_LINK_PATH, code)
  }

  /** The address that an app posts its answer to. */
  responseUri(route: string): string {
    return this.#address(HOLDER_RESPONSE_PATH, route)
  }

  /** The address that opens the app with the request, or with where it is. */
  appAddress(kind: PresentationKind, route: string, minimumAge: number): string {
    const { idWallet, appOpenUrl } = this.settings
    if (kind === 'id_wallet' && idWallet !== undefined)
      return walletUrl(idWallet, this.#address(HOLDER_REQUEST_PATH, route))
    return requestUrl(appOpenUrl, { minimumAge, nonce: this.nonceOf(route), responseUri: this.responseUri(route) })
  }

  /** Derives the parts of a request to a wallet from the random name in its address. */
  walletRequest(route: string, minimumAge: number): WalletRequest {
    return { minimumAge, nonce: this.nonceOf(route), seed: this.#seedOf(route), responseUri: this.responseUri(route) }
  }

  /** The same of a request by the browser's API. */
  browserSecrets(route: string): BrowserSecrets {
    return { nonce: Buffer.from(this.nonceOf(route), 'base64url'), seed: this.#seedOf(route) }
  }

  #codeOf(id: string): string {
    return this.#keys.mac('code', id).toString('base64url').slice(0, CODE_LENGTH)
  }

  /** The seed of the key for an encrypted answer. */
  #seedOf(route: string): Buffer {
    return this.#keys.mac('answer-key', route)
  }

  #address(path: string, part: string): string {
    return new URL(path.replace(/:\w+/, part), this.settings.publicUrl).href
  }
}
