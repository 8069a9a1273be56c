import { AppError, checkAddress, checkReturn, isApproved, type Language, type VendorOutcome } from '@avouch/contract'
import type { Keys } from '../../platform/keyring.ts'

export type IdentitySettings = {
  /** The page where visitors show their document. */
  url: string
  /** The page on which a person sees the document of a check, with `{tc}` for its transaction code; undefined: there is no desk. */
  reviewDeskUrl: string | undefined
  publicUrl: string
}

type Deps = {
  settings: IdentitySettings
  /** Derive the transaction codes, seal what a visitor comes back with, and hash the documents of proofs. */
  keys: { codes: Keys; returns: Keys; documents: Keys }
}
type Visit = {
  checkId: string
  accountId: string
  intentId: string | undefined
  mobile: boolean
  language: Language
  dataCollectionConsent: boolean
}

/** The visitor's way to the identity check and back, and what a check is known by. */
export class IdentityService {
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /** The transaction code of a check: derived, so that it can be given again; stored as a hash. */
  codeOf(checkId: string): string {
    return this.#deps.keys.codes.mac('tc', checkId).toString('base64url')
  }

  /** A keyed hash of the document that proves an age. With every other outcome nothing is kept of a document. */
  documentIndex(status: VendorOutcome, documentHash: string | undefined): Buffer | null {
    return isApproved(status) && documentHash !== undefined ? this.#deps.keys.documents.mac(documentHash) : null
  }

  /**
   * The code of a check and the visitor's address there. The way back names no intent, because everybody who holds a merchant
   * intent code can read whose it is: the return id is sealed for the account, and another one each time.
   */
  addressFor(visit: Visit): { code: string; url: string } {
    const { settings, keys } = this.#deps
    const { checkId, accountId, intentId, mobile, language, dataCollectionConsent } = visit
    const code = this.codeOf(checkId)
    const returnId = intentId === undefined ? undefined : keys.returns.seal(accountId, intentId)
    const oi = checkReturn(settings.publicUrl, { returnId, mobile })
    return { code, url: checkAddress(settings.url, { tc: code, language, oi, dataCollectionConsent }) }
  }

  /** The page on which the visitor of a test chooses the outcome: the one that asked. */
  testAddress(mintid: string, mobile: boolean): string {
    const address = new URL('/kyc', this.#deps.settings.publicUrl)
    address.searchParams.set('mintid', mintid)
    address.searchParams.set('mobile', String(mobile))
    return address.href
  }

  /** The intent with which a visitor comes back. @throws AppError mintid_used for an id that is none, or another account's */
  intentOfReturn(accountId: string, returnId: string): string {
    try {
      return this.#deps.keys.returns.open(accountId, returnId)
    } catch (error) {
      throw new AppError('mintid_used', {}, { cause: error })
    }
  }

  /** The page on which a person at the review desk sees the check's document; null where there is no desk. */
  documentUrl(checkId: string): string | null {
    return this.#deps.settings.reviewDeskUrl?.replaceAll('{tc}', this.codeOf(checkId)) ?? null
  }

  get hasReviewDesk(): boolean {
    return this.#deps.settings.reviewDeskUrl !== undefined
  }
}
