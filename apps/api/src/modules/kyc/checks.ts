import {
  AppError,
  checkAddress,
  type CheckReason,
  checkReturn,
  type CheckStage,
  HOUR_MS,
  isApproved,
  type KycStatus,
  type Language,
  MINIMUM_AGE,
  OPEN_REQUEST,
  type ProofWithdrawal,
  SECOND_MS,
} from '@avouch/contract'
import { type Clock, later, secondsUntil } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import { newId, tokenHash } from '../../platform/identifier.ts'
import type { Keys } from '../../platform/keyring.ts'
import type { Audit } from '../audit/index.ts'
import { isYoungEnough, oldestProofDay, type VisitorIntents } from '../intents/index.ts'
import type { CheckState } from '../sessions/index.ts'
import * as store from './check-store.ts'
import { findMark } from './proof-store.ts'
import { pollNow } from './session-store.ts'
import { codeOf, type Vendors } from './vendors/index.ts'

/** Limits the checks that an account starts in an hour: each one costs money, and is polled while its report is missing. */
const CHECKS_AN_HOUR = 5
/** The shortest interval of polls that reloads of a page cause. */
const POLL_NOW_EVERY_MS = 30 * SECOND_MS

/** `url`: the page by which visitors leave for their check. */
export type CheckAddresses = { url: string; publicUrl: string }
type Deps = {
  db: Database
  clock: Clock
  keys: Record<'codes' | 'returns', Keys>
  settings: CheckAddresses
  intents: VisitorIntents
  vendors: Vendors
  audit: Audit
}

export type CheckRequest = {
  mintid?: string | undefined
  retry?: boolean | undefined
  lang?: Language | undefined
  mobile?: boolean | undefined
}
/** `url` null: the visitor needs no check. `withdrawn`: why an earlier proof counts no more. */
type Started = { code: string; url: string | null; withdrawn?: ProofWithdrawal | undefined }
const NO_CHECK: Started = { code: '', url: null }

/** The stage of a check, and the reason for another try, where the vendor reports them. */
export function progressOf({ kycStatus: status, checkStage, checkReason }: CheckState): {
  stage?: CheckStage
  reason?: CheckReason
} {
  const reason = checkReason ? { reason: checkReason } : {}
  if (status === 'MANUAL_REVIEW_REJECTED') return reason
  if (status !== '' && status !== 'PENDING_MANUAL_REVIEW') return {}
  if (checkStage === 'again') return { stage: 'again', ...reason }
  if (status !== '' || (checkStage !== 'open' && checkStage !== 'submitted')) return {}
  return { stage: checkStage === 'open' ? 'begun' : 'submitted' }
}

/** A visitor's way into the identity check, and back from it. */
export class Checks {
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /**
   * Binds the intent to the visitor and returns the address of the identity check; none for a proof that is new enough, or a check under
   * review. An older proof stays valid meanwhile. `retry` starts over after a denied or interrupted check.
   * @throws AppError mintid_used when the intent is unknown, over, or another visitor's; too_many_requests;
   * method_not_possible for an age below 18 that is not proven already
   */
  async start(
    accountId: string,
    { mintid, retry = false, lang = 'en', mobile = false }: CheckRequest,
  ): Promise<Started> {
    const { db, clock, intents, keys, settings } = this.#deps
    const applicant = await store.findApplicant(db, accountId)
    if (applicant === undefined) throw new AppError('invalid_token')
    const intent = mintid === undefined ? null : await intents.bind(mintid, accountId)
    if (mintid !== undefined && intent !== null && intent.chosen !== null)
      return isDecided(intent.chosen) && !retry ? NO_CHECK : { code: '', url: this.#testAddress(mintid, mobile) }
    const now = clock()
    const oldestProof = oldestProofDay(intent?.maxProofAgeDays ?? null, now)
    if (applicant.adult && isYoungEnough(applicant.verifiedOn, oldestProof)) {
      if (!isApproved(applicant.status)) await store.returnToProof(db, accountId)
      return NO_CHECK
    }
    // A check would close the account of a minor, whom the website may well let in.
    if (!applicant.adult && (intent?.minimumAge ?? MINIMUM_AGE) < MINIMUM_AGE) throw new AppError('method_not_possible')
    // An adult's newer check may be under review, while another is current: it becomes the current one again.
    const isResumed = applicant.adult && oldestProof !== null && (await store.resumeReview(db, accountId, oldestProof))
    const isUnderReview = isResumed || applicant.status === 'PENDING_MANUAL_REVIEW'
    if (isUnderReview && !(await store.findOpenCheck(db, accountId, now))) {
      await store.prolongIntents(db, accountId, now)
      return NO_CHECK
    }
    const tc = codeOf(keys.codes, await this.#open(accountId, oldestProof, retry))
    const withdrawn = applicant.adult ? undefined : (await findMark(db, accountId))?.why
    // The vendor sees the return address, and anyone with a merchant intent code can read its website: the address has an id sealed for the account.
    const returnId = intent === null ? undefined : keys.returns.seal(accountId, intent.id)
    const oi = checkReturn(settings.publicUrl, { returnId, mobile })
    const { dataCollectionConsent } = applicant
    return { code: tc, url: checkAddress(settings.url, { tc, language: lang, oi, dataCollectionConsent }), withdrawn }
  }

  /** The address of the page that called: on it the visitor of a test intent chooses the outcome. */
  #testAddress(mintid: string, mobile: boolean): string {
    const address = new URL('/kyc', this.#deps.settings.publicUrl)
    address.searchParams.set('mintid', mintid)
    address.searchParams.set('mobile', String(mobile))
    return address.href
  }

  /** The merchant intent code with which the visitor left; null when none is open. @throws AppError mintid_used */
  async mintidOf(accountId: string, returnId: string): Promise<string | null> {
    const { db, clock, intents } = this.#deps
    // A vendor may send visitors back before it reports.
    await pollNow(db, 'account', [clock(), accountId, later(clock(), -POLL_NOW_EVERY_MS)])
    return intents.codeOf(accountId, returnId === OPEN_REQUEST ? undefined : this.#intentOf(accountId, returnId))
  }

  /** @throws AppError mintid_used for an id that is none, or another account's */
  #intentOf(accountId: string, returnId: string): string {
    try {
      return this.#deps.keys.returns.open(accountId, returnId)
    } catch (error) {
      throw new AppError('mintid_used', {}, { cause: error })
    }
  }

  /**
   * @param isNew replaces an open check of the account
   * @returns the id of the account's open check, or of a new one
   * @throws AppError too_many_requests
   */
  async #open(accountId: string, oldestProof: string | null, isNew: boolean): Promise<string> {
    const { db, clock, keys, audit, vendors } = this.#deps
    const now = clock()
    const id = newId('chk')
    const opened = await db.transaction(async (tx) => {
      await store.lockAccount(tx, accountId)
      const open = isNew ? undefined : await store.findOpenCheck(tx, accountId, now)
      if (open !== undefined) return open
      const begun = await store.findBegun(tx, accountId, later(now, -HOUR_MS), CHECKS_AN_HOUR)
      if (begun !== undefined)
        throw new AppError('too_many_requests', { retry_after: secondsUntil(later(begun, HOUR_MS), now) })
      const tcHash = tokenHash(codeOf(keys.codes, id))
      await store.addCheck(tx, { id, tcHash, accountId, oldestProof, vendor: vendors.first }, now)
      return id
    })
    if (opened === id) await audit.report({ type: 'kyc.code_issued', accountId, reason: id })
    return opened
  }
}

/** The visitor of a test stays on the page that asked, and chooses there. The account and its proof stay as they are. */
const isDecided = (chosen: KycStatus): boolean =>
  isApproved(chosen) || chosen === 'PENDING_MANUAL_REVIEW' || chosen === 'UNDERAGED'
