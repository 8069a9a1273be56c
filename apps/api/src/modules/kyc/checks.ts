import { AppError, HOUR_MS, isApproved, type KycStatus, type Language, MINIMUM_AGE, MINUTE_MS } from '@avouch/contract'
import { type Clock, later, secondsUntil } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import { newId, tokenHash } from '../../platform/identifier.ts'
import type { Report } from '../audit/index.ts'
import { type Intents, isYoungEnough, oldestProofDay } from '../intents/index.ts'
import type { IdentityService } from './identity-service.ts'
import type { KycKeys } from './keys.ts'
import * as store from './kyc-store.ts'
import type { PollSchedule } from './poll-times.ts'
import { returnAddress } from './return-address.ts'
import { transactionCode } from './transaction-code.ts'

/** A code starts a check within this time; a started check may take longer. */
const CODE_LIFE_MS = 15 * MINUTE_MS
/** An account starts so many checks in an hour: each one costs money, and is polled while its report is missing. */
const CHECKS_AN_HOUR = 5
/** From its creation, while its visitor's check is under manual review. */
export const REVIEW_INTENT_LIFE_MS = 2 * HOUR_MS

const NO_CHECK = { code: '', url: null }

export type CheckDeps = {
  db: Database
  intents: Pick<Intents, 'bind' | 'codeOf' | 'openCodeOf'>
  service: Pick<IdentityService, 'addressFor'>
  schedule: PollSchedule
  clock: Clock
  keys: KycKeys
  publicUrl: string
  report: Report
}

export type CheckRequest = {
  mintid?: string | undefined
  retry?: boolean | undefined
  lang?: Language | undefined
  mobile?: boolean | undefined
}

/**
 * Binds the intent to the visitor and returns the address of the identity check. An approved visitor, and one whose check
 * is under review, gets no code, unless the provider requires a newer proof. That one is made beside the older, which
 * stays valid. `retry` starts over after a denied or interrupted check.
 * @throws AppError mintid_used when the intent is unknown, over, or another visitor's; too_many_requests;
 * method_not_possible for an age below 18 that is not proven already
 */
export async function startCheck(
  deps: CheckDeps,
  accountId: string,
  request: CheckRequest,
): Promise<{ code: string; url: string | null }> {
  const { db, intents, service, schedule, clock, keys, publicUrl, report } = deps
  const applicant = await store.findApplicant(db, accountId)
  if (applicant === undefined) throw new AppError('invalid_token')
  const intent = request.mintid === undefined ? null : await intents.bind(request.mintid, accountId)
  if (intent !== null && intent.chosen !== null) return testOutcome(publicUrl, intent.chosen, request)
  const now = clock()
  const oldestProof = oldestProofDay(intent?.maxProofAgeDays ?? null, now)
  if (applicant.adult && isYoungEnough(applicant.verifiedOn, oldestProof)) {
    if (!isApproved(applicant.status)) await store.returnToProof(db, accountId)
    return NO_CHECK
  }
  // A check would close the account of a minor, whom the website may well let in.
  if (!applicant.adult && (intent?.minimumAge ?? MINIMUM_AGE) < MINIMUM_AGE) throw new AppError('method_not_possible')
  if (await isUnderReview(db, accountId, applicant, oldestProof)) {
    await store.prolongIntents(db, accountId, REVIEW_INTENT_LIFE_MS, now)
    return NO_CHECK
  }
  const id = newId('chk')
  const fresh = {
    id,
    tcHash: tokenHash(transactionCode(keys.codes, id)),
    accountId,
    oldestProof,
    now,
    codeExpiresAt: later(now, CODE_LIFE_MS),
    nextPollAt: schedule.first('', now),
  }
  const checkId = await openCheck(db, fresh, request.retry === true)
  if (checkId === id) await report({ type: 'kyc.code_issued', accountId, reason: id })
  const code = transactionCode(keys.codes, checkId)
  const url = service.addressFor({
    tc: code,
    language: request.lang ?? 'en',
    oi: returnAddress(publicUrl, keys.returns, {
      accountId,
      intentId: intent?.id,
      mobile: request.mobile ?? false,
    }),
    dataCollectionConsent: applicant.dataCollectionConsent,
  })
  return { code, url }
}

/** The visitor of a test stays on the page that asked, and chooses there. The account and its proof stay as they are. */
function testOutcome(publicUrl: string, chosen: KycStatus, { mintid = '', retry, mobile }: CheckRequest) {
  const isDecided = isApproved(chosen) || chosen === 'PENDING_MANUAL_REVIEW' || chosen === 'UNDERAGED'
  if (isDecided && retry !== true) return NO_CHECK
  const address = new URL('/kyc', publicUrl)
  address.searchParams.set('mintid', mintid)
  address.searchParams.set('mobile', String(mobile ?? false))
  return { code: '', url: address.href }
}

/** An adult's newer check may be under review while another one is current: it becomes the current one again. */
async function isUnderReview(
  db: Database,
  accountId: string,
  { adult, status }: store.Applicant,
  oldestProof: string | null,
): Promise<boolean> {
  const resumed = adult && oldestProof !== null && (await store.resumeReview(db, accountId, oldestProof))
  return resumed || status === 'PENDING_MANUAL_REVIEW'
}

/**
 * @returns the id of the account's open check, or of `fresh`, which replaces one that is over or is to be `renew`ed
 * @throws AppError too_many_requests
 */
export const openCheck = (db: Database, fresh: store.NewCheck, renew: boolean): Promise<string> =>
  db.transaction(async (tx) => {
    await store.holdAccount(tx, fresh.accountId)
    const open = renew ? undefined : await store.findOpenCheck(tx, fresh.accountId, fresh.now)
    if (open !== undefined) return open
    const begun = await store.findBegun(tx, fresh.accountId, later(fresh.now, -HOUR_MS), CHECKS_AN_HOUR)
    if (begun !== undefined)
      throw new AppError('too_many_requests', { retry_after: secondsUntil(later(begun, HOUR_MS), fresh.now) })
    await store.addCheck(tx, fresh)
    return fresh.id
  })
