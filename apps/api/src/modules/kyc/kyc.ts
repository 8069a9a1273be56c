import {
  AppError,
  HOUR_MS,
  isApproved,
  type KycEvent,
  type KycStatus,
  type Language,
  MINUTE_MS,
} from '@avouch/contract'
import type { Report } from '../audit/index.ts'
import { type Clock, later } from '../../platform/clock.ts'
import { newId, tokenHash } from '../../platform/identifier.ts'
import { type Intents, isYoungEnough, oldestProofDay } from '../intents/index.ts'
import { documentIndex } from './document-index.ts'
import type { PollSchedule } from './poll-times.ts'
import type { Applied, IdentityService, KycStore } from './ports.ts'
import { transactionCode } from './transaction-code.ts'

/** A code starts a check within this time; a started one may take as long as it takes. */
const CODE_LIFE_MS = 15 * MINUTE_MS
/** From its creation, while a person looks at the check. */
export const REVIEW_INTENT_LIFE_MS = 2 * HOUR_MS

const NO_CHECK = { code: '', url: null }

type Deps = {
  store: KycStore
  intents: Pick<Intents, 'bind'>
  service: Pick<IdentityService, 'addressFor'>
  schedule: PollSchedule
  clock: Clock
  mac: (...parts: string[]) => Buffer
  documentMac: (...parts: string[]) => Buffer
  publicUrl: string
  report: Report
}
export type Kyc = ReturnType<typeof createKyc>

type Init = {
  mintid?: string | undefined
  retry?: boolean | undefined
  lang?: Language | undefined
  mobile?: boolean | undefined
}

export function createKyc(deps: Deps) {
  const { store, intents, service, schedule, clock, mac, documentMac, publicUrl, report: writeDown } = deps
  const codeOf = (checkId: string) => transactionCode(mac, checkId)

  function returnAddress({ mintid, mobile = false }: Init): string {
    const address = new URL('/kyc-check-result', publicUrl)
    if (mintid !== undefined) address.searchParams.set('mintid', mintid)
    address.searchParams.set('mobile', String(mobile))
    return address.href
  }

  /**
   * Binds the intent to the visitor and gives the way to the identity check. Nobody is checked twice: who is approved,
   * or waits for a review, gets no code, unless the provider asks for a younger proof. That one is made beside the older,
   * which holds on. `retry` starts over what was denied or interrupted.
   * @throws AppError mintid_used when the intent is unknown, over, or another visitor's
   */
  async function init(accountId: string, asked: Init): Promise<{ code: string; url: string | null }> {
    const applicant = await store.applicant(accountId)
    if (applicant === undefined) throw new AppError('invalid_token')
    const intent = asked.mintid === undefined ? null : await intents.bind(asked.mintid, accountId)
    const now = clock()
    const oldestProof = oldestProofDay(intent?.maxProofAgeDays ?? null, now)
    if (applicant.adult && isYoungEnough(applicant.verifiedOn, oldestProof)) {
      if (!isApproved(applicant.status)) await store.returnToProof(accountId)
      return NO_CHECK
    }
    const resumed = applicant.adult && oldestProof !== null && (await store.resumeReview(accountId, oldestProof))
    const reviewed = resumed || applicant.status === 'PENDING_MANUAL_REVIEW'
    if (reviewed) await store.prolongIntents(accountId, now)
    if (reviewed) return NO_CHECK

    const id = newId('chk')
    const fresh = {
      id,
      tcHash: tokenHash(codeOf(id)),
      accountId,
      intentId: intent?.id ?? null,
      oldestProof,
      now,
      codeExpiresAt: later(now, CODE_LIFE_MS),
      nextPollAt: schedule.first('', now),
    }
    const checkId = await store.openCheck(fresh, asked.retry === true)
    if (checkId === id) await writeDown({ type: 'kyc.code_issued', accountId, reason: id })
    const code = codeOf(checkId)
    const url = service.addressFor({
      code,
      language: asked.lang ?? 'en',
      returnTo: returnAddress(asked),
      dataCollectionConsent: applicant.dataCollectionConsent,
    })
    return { code, url }
  }

  /** @throws AppError invalid_token when the account is gone */
  async function status(accountId: string): Promise<KycStatus> {
    const found = await store.status(accountId)
    if (found === undefined) throw new AppError('invalid_token')
    return found
  }

  /** A message of the identity-check service whose signature was verified. */
  async function report(eventId: string, { data, timestamp }: KycEvent): Promise<Applied> {
    const { tc, status, document_hash: documentHash } = data
    const now = clock()
    const applied = await store.apply({
      eventId,
      tcHash: tokenHash(tc),
      status,
      occurredAt: new Date(timestamp),
      documentIdx: documentIndex(documentMac, { status, documentHash }),
      now,
      nextPollAt: schedule.first(status, now),
    })
    if (applied === 'unknown_check') await writeDown({ type: 'kyc.unknown_check', reason: status })
    return applied
  }

  return { init, status, report }
}
