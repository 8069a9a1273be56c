import {
  type CheckReason,
  HOUR_MS,
  isApproved,
  kycEvent,
  type KycStatus,
  type ReviewDecision,
  type VendorOutcome,
} from '@avouch/contract'
import { type Clock, later } from '../../platform/clock.ts'
import type { Database, Executor } from '../../platform/database/database.ts'
import { tokenHash } from '../../platform/identifier.ts'
import type { Keys } from '../../platform/keyring.ts'
import type { Warn } from '../../platform/log.ts'
import { readUnknownEvent } from '../../platform/partner-event.ts'
import { deactivate, eraseSoon, hasTombstone, raiseForSessions } from '../accounts/index.ts'
import { countAppealEnd } from '../appeals/index.ts'
import type { Audit, AuditEvent } from '../audit/index.ts'
import { endSignIns, type RegistrationStops } from '../sign-in/index.ts'
import type { Sms } from '../sms/index.ts'
import { prolongIntents } from './check-store.ts'
import * as store from './outcome-store.ts'
import { keepDocument, lockForProof, noteTakenBack } from './proof-store.ts'
import { wantAgain } from './session-store.ts'
import { codeOf } from './vendors/index.ts'
import { momentOf, type VendorResult } from './vendors/vendor.ts'

/** Two documents contradict each other: the operator has this time to decide between them. */
export const CONTRADICTION_DAYS = 30
const CONTRADICTION_MS = CONTRADICTION_DAYS * 24 * HOUR_MS

type Deps = {
  db: Database
  clock: Clock
  keys: Record<'codes' | 'documents' | 'held', Keys>
  audit: Audit
  stops: RegistrationStops
  sms: Sms
  warn: Warn
}

/** A message of the service, or what stands for one: `eventId` counts once. */
type Reported = Omit<VendorResult, 'status'> & {
  status: VendorOutcome
  eventId: string
  code: string
  /** The decision of a person at the review desk: it counts only while the check is under review. */
  decision?: ReviewDecision
  reportedAt?: Date | null
}
/** How a result came without a report: the service was asked, the time was over, or a person at the desk decided. */
type Origin = { origin: 'asked' | 'over' | 'desk' } & Pick<Reported, 'decision' | 'reportedAt'>

const UNDER_REVIEW: VendorOutcome = 'PENDING_MANUAL_REVIEW'

/** The effect of a reported outcome. */
export type Applied = 'unknown_check' | 'repeat' | 'out_of_order' | 'applied'

/** The table of the design page. A check moves upwards only and no two ranks are equal, so the order of the reports does not matter. */
const RANK: Record<KycStatus, number> = {
  '': 0,
  PENDING_MANUAL_REVIEW: 1,
  USER_PROCESS_EXPIRED: 2,
  MANUAL_REVIEW_REJECTED: 3,
  COMPLETED: 4,
  COMPLETED_FRAUD: 5,
  DELETED: 6,
  UNDERAGED: 7,
}

/** True if a reported outcome changes a check: repeated and late ones do not. */
export const advances = (from: KycStatus, to: VendorOutcome): boolean => RANK[to] > RANK[from]

/** The outcomes of identity checks, and what they do to accounts. */
export class Outcomes {
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /** Applies a signed message of a service with our own protocol. One of an unknown form is not refused: the service would repeat it for ever. */
  async receive(eventId: string, message: unknown): Promise<Applied | 'ignored'> {
    const { clock, audit, warn } = this.#deps
    const { data: event, error } = kycEvent.safeParse(message)
    if (event === undefined) {
      const { type } = readUnknownEvent(message)
      const line = type === 'check.updated' ? 'identity check report not understood' : 'identity check event ignored'
      warn(line, { type, message: eventId, fields: error?.issues.map(({ path }) => path.join('.')) })
      return 'ignored'
    }
    const { tc: code, status, again, document_hash } = event.data
    const now = clock()
    const result = { occurredAt: momentOf(event.timestamp, now), documentHash: document_hash ?? undefined }
    const applied = await (status === ''
      ? this.wantAgain(code, again ?? 'other', now)
      : this.apply({ eventId, code, status, ...result }, now))
    if (applied === 'unknown_check') await audit.report({ type: 'kyc.unknown_check', reason: status })
    return applied
  }

  /** Applies the result of a check as a report of it would be. */
  applyResult(checkId: string, result: VendorResult, from: Origin, now: Date): Promise<Applied> {
    const { origin, ...more } = from
    const eventId = `${origin}_${checkId}_${result.status}`
    return this.apply({ ...result, eventId, code: codeOf(this.#deps.keys.codes, checkId), ...more }, now)
  }

  /**
   * One transaction: each report once, a check only onwards, with its account, which is locked first, as in every transaction. In an
   * account of an appeal the service's approval is held under review, and counts by a person's decision alone (APPEAL-02).
   */
  apply(
    { eventId, code, status, occurredAt, documentHash, decision, reportedAt = null }: Reported,
    now: Date,
  ): Promise<Applied> {
    const { db, keys, audit, warn } = this.#deps
    const tcHash = tokenHash(code)
    // With every other outcome nothing is kept of a document.
    const documentIdx = isApproved(status) && documentHash !== undefined ? keys.documents.mac(documentHash) : null
    const told = { eventId, status, occurredAt, documentIdx, now, reportedAt }
    return db.transaction(async (tx) => {
      const ownerId = await store.findCheckOwner(tx, tcHash)
      if (ownerId === undefined) return (await hasTombstone(tx, tcHash, now)) ? 'out_of_order' : 'unknown_check'
      await lockForProof(tx, ownerId, documentIdx)
      const check = await store.lockCheck(tx, tcHash)
      if (check === undefined) return 'out_of_order'
      const isHeld = check.isAppeal && isApproved(status) && decision === undefined
      const outcome = isHeld ? { ...told, status: UNDER_REVIEW, documentIdx: null } : told
      const about = { accountId: check.accountId, reason: outcome.status }
      if (!(await store.addVendorEvent(tx, check.id, outcome))) {
        await audit.append(tx, { ...about, type: 'kyc.repeated' })
        return 'repeat'
      }
      const isUnderReview = check.status === UNDER_REVIEW
      const held = { status, occurredAt: occurredAt.toISOString(), documentHash }
      const hold = () => store.holdApproval(tx, check.id, keys.held.seal(check.id, JSON.stringify(held)))
      if (isHeld && isUnderReview) {
        await hold()
        await audit.append(tx, { ...about, type: 'kyc.approval_held' })
        return 'applied'
      }
      if (!advances(check.status, outcome.status) || (decision !== undefined && !isUnderReview)) {
        const isLost = decision === undefined && (await noteTakenBack(tx, check, outcome))
        if (isLost) warn('identity check taken back', { status })
        await audit.append(tx, { ...about, type: isLost ? 'kyc.approval_taken_back' : 'kyc.out_of_order' })
        return 'out_of_order'
      }
      await store.moveCheck(tx, check.id, outcome)
      if (isHeld) await hold()
      if (check.isAppeal) await countAppealEnd(tx, check.accountId, outcome.status, now)
      const further = await this.#applyToAccount(tx, check, outcome)
      if (isUnderReview) await this.#noticeReviewEnd(tx, check, status)
      const decided: AuditEvent[] = decision === undefined ? [] : [{ ...about, type: 'operator.review_decided' }]
      const type = isHeld ? 'kyc.approval_held' : 'kyc.status'
      await audit.append(tx, ...decided, { ...about, type }, ...further)
      return 'applied'
    })
  }

  /** The service wants something once more, in the same check; nothing is wanted of one with an outcome. */
  wantAgain(code: string, reason: CheckReason, now: Date): Promise<Applied> {
    const tcHash = tokenHash(code)
    return this.#deps.db.transaction(async (tx) => {
      const check = await store.lockCheck(tx, tcHash)
      if (check === undefined) return (await hasTombstone(tx, tcHash, now)) ? 'out_of_order' : 'unknown_check'
      if (check.status !== '') return 'out_of_order'
      await wantAgain(tx, check.id, tcHash, reason, now)
      return 'applied'
    })
  }

  /** Approval and under age count in any check, other outcomes in the one that the account waits for. @returns further audit events */
  async #applyToAccount(tx: Executor, check: store.HeldCheck, outcome: store.CheckOutcome): Promise<AuditEvent[]> {
    const { status, now } = outcome
    const { accountId } = check
    if (isApproved(status) && !isApproved(check.status)) return approve(tx, accountId, outcome)
    if (status === 'UNDERAGED') {
      await this.#endUnderAge(tx, accountId, now)
      return [{ type: 'account.deactivated', accountId, reason: status }]
    }
    if (status === 'PENDING_MANUAL_REVIEW') await prolongIntents(tx, accountId, now)
    if (isApproved(status)) await store.markApproval(tx, accountId, status)
    else await store.setStatus(tx, accountId, status, check.id)
    return []
  }

  /** Ends the account, which is erased soon; a proven adult's later. The number of any other may not register again for a while. */
  async #endUnderAge(tx: Executor, accountId: string, now: Date): Promise<void> {
    const holder = await store.findCheckHolder(tx, accountId)
    if (holder === undefined) return
    const { adult, isAppeal } = holder
    const { stops } = this.#deps
    await raiseForSessions(tx, accountId, adult ? 'restore' : stops.appealDays > 0 && !isAppeal ? 'appeal' : null, now)
    await store.markUnderAge(tx, accountId)
    await deactivate(tx, accountId, endSignIns, now, adult ? later(now, CONTRADICTION_MS) : now)
    if (!adult) await stops.add(tx, holder, isAppeal, now)
    await eraseSoon(tx)
  }

  /** One SMS to the account that waits for this review, stored with the outcome. */
  async #noticeReviewEnd(tx: Executor, { id, accountId }: store.HeldCheck, status: VendorOutcome): Promise<void> {
    const holder = await store.findCheckHolder(tx, accountId)
    if (holder?.status === status) await this.#deps.sms.notify(tx, `review:${id}`, 'review_ended', holder)
  }
}

/** A document proves the age of one account: the account that had it before loses its proof. */
async function approve(tx: Executor, accountId: string, outcome: store.CheckOutcome): Promise<AuditEvent[]> {
  const { status, occurredAt, documentIdx, now } = outcome
  if (!(await store.approveAccount(tx, accountId, status, occurredAt, now))) return []
  const loser = await keepDocument(tx, accountId, documentIdx, now)
  if (loser === undefined) return []
  return [
    { type: 'kyc.document_moved', accountId },
    { type: 'kyc.proof_withdrawn', accountId: loser },
  ]
}
