import { AppError, type Review, type ReviewDecision, type VendorOutcome } from '@avouch/contract'
import type { Clock } from '../../platform/clock.ts'
import { applyResult } from './check-results.ts'
import type { IdentityService, VendorResult } from './identity-service.ts'
import type { KycKeys } from './keys.ts'
import type { OutcomeDeps } from './outcomes.ts'
import type { PollSchedule } from './poll-times.ts'
import { transactionCode } from './transaction-code.ts'
import { advances } from './transitions.ts'
import * as store from './waiting-review-store.ts'

const UNDER_REVIEW = 'PENDING_MANUAL_REVIEW'
/** On one page; the next ones come when these are decided. */
const MOST = 100

const OUTCOMES: Readonly<Record<ReviewDecision, VendorOutcome>> = {
  approve: 'COMPLETED',
  reject: 'MANUAL_REVIEW_REJECTED',
  under_age: 'UNDERAGED',
}

type Deps = OutcomeDeps & {
  service: Pick<IdentityService, 'outcomeOf'>
  schedule: PollSchedule
  clock: Clock
  keys: KycKeys
  /** Where the service shows the document of a check, with `{tc}` for its transaction code; undefined: there is no desk. */
  documentUrl: string | undefined
}
export type ReviewDesk = ReturnType<typeof createReviewDesk>

/** Where the operator's own people decide checks under review, which otherwise those of the identity-check service do. */
export const createReviewDesk = (deps: Deps) => ({
  isOpen: deps.documentUrl !== undefined,
  /** @param mayDecide who does not decide gets no link to a document */
  list: (mayDecide: boolean) => list(deps, mayDecide),
  decide: (checkId: string, decision: ReviewDecision) => decide(deps, checkId, decision),
})

async function list({ db, schedule, keys, documentUrl }: Deps, mayDecide: boolean) {
  const reviews = await store.waitingReviews(db, MOST)
  const data = reviews.map(({ checkId, accountId, since }): Review => {
    const tc = transactionCode(keys.codes, checkId)
    return {
      id: accountId,
      check: checkId,
      since: since.toISOString(),
      ends_at: schedule.end({ status: UNDER_REVIEW, since }).toISOString(),
      document_url: (mayDecide && documentUrl?.replaceAll('{tc}', tc)) || null,
    }
  })
  return { data, total: await store.countReviews(db), desk: documentUrl !== undefined }
}

/**
 * What a report of the service would do, once, as long as the check is under review.
 * @throws AppError not_found where there is no desk; conflict when the check is not under review any more; service_unavailable
 */
async function decide(deps: Deps, checkId: string, decision: ReviewDecision): Promise<void> {
  const { db, clock, documentUrl } = deps
  if (documentUrl === undefined) throw new AppError('not_found')
  if (!(await store.isUnderReview(db, checkId))) throw new AppError('conflict')
  const status = OUTCOMES[decision]
  const seen = decision === 'approve' ? await askService(deps, checkId) : undefined
  // The proof is as old as the look at the document.
  const { occurredAt, documentHash } = seen ?? { occurredAt: clock(), documentHash: undefined }
  const applied = await applyResult(deps, checkId, { status, occurredAt, documentHash }, { origin: 'desk', decision })
  if (applied !== 'applied') throw new AppError('conflict')
}

/** An approval rests on a document: the service must have it still, and names it (KYC-30). */
async function askService(deps: Deps, checkId: string): Promise<VendorResult> {
  const { service, keys } = deps
  const answer = await service.outcomeOf(transactionCode(keys.codes, checkId), new AbortController().signal)
  if (answer === 'no_answer' || answer === 'not_understood') throw new AppError('service_unavailable')
  if (answer === 'no_outcome') throw new AppError('conflict')
  if (answer.status === UNDER_REVIEW) return answer
  // The service has decided, and its report is still on its way.
  if (advances(UNDER_REVIEW, answer.status)) await applyResult(deps, checkId, answer, { origin: 'asked' })
  throw new AppError('conflict')
}
