import { type adminListReviews, type Answer, AppError, type ReviewDecision } from '@avouch/contract'
import * as z from 'zod/mini'
import type { Clock } from '../../platform/clock.ts'
import { appealMonths } from '../appeals/index.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Keys } from '../../platform/keyring.ts'
import { type Ask, type EndsAfterMs, endOf } from './asking.ts'
import { isUnderReview, waitingReviews } from './check-store.ts'
import { findHeldApproval } from './outcome-store.ts'
import { advances, type Outcomes } from './outcomes.ts'
import { codeOf } from './vendors/index.ts'
import type { VendorResult } from './vendors/vendor.ts'

const UNDER_REVIEW = 'PENDING_MANUAL_REVIEW'
/** On one page; the next ones come when these are decided. */
const MOST = 100

/** Months of appeals on the page. */
const MONTHS = 12

/** An approval as it was sealed. */
const HELD = z.object({
  status: z.enum(['COMPLETED', 'COMPLETED_FRAUD']),
  occurredAt: z.pipe(
    z.string(),
    z.transform((text) => new Date(text)),
  ),
  documentHash: z.optional(z.string()),
})
type Seen = Pick<VendorResult, 'occurredAt' | 'documentHash'> & { status?: VendorResult['status'] }

const OUTCOMES: Readonly<Record<ReviewDecision, VendorResult['status']>> = {
  approve: 'COMPLETED',
  reject: 'MANUAL_REVIEW_REJECTED',
  under_age: 'UNDERAGED',
}

type Deps = {
  db: Database
  clock: Clock
  keys: Record<'codes' | 'held', Keys>
  settings: { reviewDeskUrl: string | undefined; endsAfterMs: EndsAfterMs }
  ask: Ask
  outcomes: Outcomes
}

/** Decisions of the operator's own people about checks under review, which otherwise those of the vendor make. */
export class ReviewDesk {
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
  }

  get isOpen(): boolean {
    return this.#deps.settings.reviewDeskUrl !== undefined
  }

  /** @param mayDecide who does not decide gets no link to a document */
  async list(mayDecide: boolean): Promise<Answer<typeof adminListReviews>['data']> {
    const { db, keys, settings } = this.#deps
    const waiting = await waitingReviews(db, MOST)
    const data = waiting.map(({ checkId, accountId, since, isAppeal, isHeld }) => ({
      id: accountId,
      is_appeal: isAppeal,
      is_held: isHeld,
      check: checkId,
      since: since.toISOString(),
      ends_at: endOf(settings.endsAfterMs, UNDER_REVIEW, since).toISOString(),
      document_url: (mayDecide && settings.reviewDeskUrl?.replaceAll('{tc}', codeOf(keys.codes, checkId))) || null,
    }))
    return { data, total: waiting[0]?.total ?? 0, desk: this.isOpen, appeals: await appealMonths(db, MONTHS) }
  }

  /**
   * Does what a report of the service would do, once, as long as the check is under review.
   * @throws AppError not_found without a review desk; conflict when the check is no longer under review; service_unavailable
   */
  async decide(checkId: string, decision: ReviewDecision): Promise<void> {
    const { db, clock, outcomes } = this.#deps
    if (!this.isOpen) throw new AppError('not_found')
    if (!(await isUnderReview(db, checkId))) throw new AppError('conflict')
    const now = clock()
    // The proof is as old as the look at the document.
    const seen = decision === 'approve' ? await this.#seenBefore(checkId) : { occurredAt: now }
    const result = { ...seen, status: seen.status ?? OUTCOMES[decision] }
    const applied = await outcomes.applyResult(checkId, result, { origin: 'desk', decision }, now)
    if (applied !== 'applied') throw new AppError('conflict')
  }

  /** Reads the approval that the service gave to an appeal; of any other check it asks for the document. */
  async #seenBefore(checkId: string): Promise<Seen> {
    const { db, keys } = this.#deps
    const sealed = await findHeldApproval(db, checkId)
    if (sealed !== undefined) return HELD.parse(JSON.parse(keys.held.open(checkId, sealed)))
    const { occurredAt, documentHash } = await this.#askVendor(checkId)
    return { occurredAt, documentHash }
  }

  /** Asks the service for the document of an approval, which it must still have and name (KYC-30). */
  async #askVendor(checkId: string): Promise<VendorResult> {
    const { clock, ask, outcomes } = this.#deps
    const answer = await ask(checkId, new AbortController().signal)
    if (typeof answer === 'string') throw new AppError('service_unavailable')
    if ('stage' in answer) throw new AppError('conflict')
    if (answer.status === UNDER_REVIEW) return answer
    // The service has decided, and its report is still on its way.
    if (advances(UNDER_REVIEW, answer.status)) await outcomes.applyResult(checkId, answer, { origin: 'asked' }, clock())
    throw new AppError('conflict')
  }
}
