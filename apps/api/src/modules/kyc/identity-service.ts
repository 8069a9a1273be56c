import {
  AppError,
  checkAddress,
  checkReturn,
  isApproved,
  type Language,
  SECOND_MS,
  vendorCheck,
  type VendorOutcome,
} from '@avouch/contract'
import type { Clock } from '../../platform/clock.ts'
import type { Keys } from '../../platform/keyring.ts'
import type { Warn } from '../../platform/log.ts'

export type VendorResult = { status: VendorOutcome; occurredAt: Date; documentHash: string | undefined }

/**
 * no_outcome: there is none yet, or the visitor never came; no_answer: an outage; not_understood: an answer of an unknown form,
 * which may be an outcome.
 */
export type VendorAnswer = VendorResult | 'no_outcome' | 'no_answer' | 'not_understood'

const TIMEOUT_MS = 5 * SECOND_MS
const EARLIEST = new Date('2000-01-01T00:00:00Z')

/** The time of an outcome; what can be none (unset, unreadable, to come) is the time at which it was heard of. */
export function momentOf(timestamp: string, heardAt: Date): Date {
  const at = new Date(timestamp)
  return at >= EARLIEST && at <= heardAt ? at : heardAt
}

export type IdentitySettings = {
  /** The page where visitors show their document. */
  url: string
  /** The address of a check's status, without its transaction code. */
  statusUrl: string
  token: string
  /** The page on which a person sees the document of a check, with `{tc}` for its transaction code; undefined: there is no desk. */
  reviewDeskUrl: string | undefined
  publicUrl: string
}

type Deps = {
  settings: IdentitySettings
  clock: Clock
  /** Derive the transaction codes, seal what a visitor comes back with, and hash the documents of proofs. */
  keys: { codes: Keys; returns: Keys; documents: Keys }
  warn: Warn
}
type Visit = {
  checkId: string
  accountId: string
  intentId: string | undefined
  mobile: boolean
  language: Language
  dataCollectionConsent: boolean
}

const reasonOf = (error: unknown): string => {
  const { name, message, cause } = error as Error & { cause?: { code?: string } }
  return cause?.code ?? (name === 'Error' ? message : name)
}

/** The identity-check service: the visitor's way there and back, outcomes, and erasure. */
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

  /** Never throws: a failure is no_answer. */
  async outcomeOf(checkId: string, signal: AbortSignal): Promise<VendorAnswer> {
    try {
      return await this.#read(checkId, signal)
    } catch (error) {
      if (!signal.aborted) this.#deps.warn('identity check not asked', { reason: reasonOf(error) })
      return 'no_answer'
    }
  }

  /** Has the service erase the check. @returns false while it may still keep something; never throws */
  async forget(checkId: string, signal: AbortSignal): Promise<boolean> {
    const { warn } = this.#deps
    try {
      const response = await this.#call('DELETE', checkId, signal)
      await response.body?.cancel()
      // A service that does not know the check keeps nothing of it.
      const isDone = response.ok || response.status === 404 || response.status === 410
      if (!isDone) warn('identity check not erased', { reason: `status ${response.status}` })
      return isDone
    } catch (error) {
      if (!signal.aborted) warn('identity check not erased', { reason: reasonOf(error) })
      return false
    }
  }

  async #read(checkId: string, signal: AbortSignal): Promise<VendorAnswer> {
    const { clock, warn } = this.#deps
    const response = await this.#call('GET', checkId, signal)
    if (!response.ok) await response.body?.cancel()
    if (response.status === 404) return 'no_outcome'
    if (!response.ok) throw new Error(`status ${response.status}`)
    const { success, data, error } = vendorCheck.safeParse(await response.json())
    if (!success) {
      const fields = error.issues.map(({ path }) => path.join('.'))
      warn('identity check report not understood', { type: 'answer', fields })
      return 'not_understood'
    }
    if (data.tc !== this.codeOf(checkId)) throw new Error('an answer about another check')
    if (data.status === '') return 'no_outcome'
    const documentHash = data.document_hash ?? undefined
    return { status: data.status, occurredAt: momentOf(data.timestamp, clock()), documentHash }
  }

  #call(method: 'GET' | 'DELETE', checkId: string, signal: AbortSignal): Promise<Response> {
    const { statusUrl, token } = this.#deps.settings
    return fetch(`${statusUrl.replace(/\/$/, '')}/${this.codeOf(checkId)}`, {
      method,
      headers: { authorization: `Bearer ${token}`, accept: 'application/json' },
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
      redirect: 'error',
    })
  }
}
