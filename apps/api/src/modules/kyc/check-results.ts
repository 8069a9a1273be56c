import type { ReviewDecision } from '@avouch/contract'
import type { Clock } from '../../platform/clock.ts'
import { tokenHash } from '../../platform/identifier.ts'
import { documentIndex } from './document-index.ts'
import type { VendorResult } from './identity-service.ts'
import type { KycKeys } from './keys.ts'
import { type Applied, applyOutcome, type OutcomeDeps } from './outcomes.ts'
import type { PollSchedule } from './poll-times.ts'
import { transactionCode } from './transaction-code.ts'

type Deps = OutcomeDeps & { schedule: PollSchedule; clock: Clock; keys: KycKeys }

/** How a result came without a report: the service was asked, the time was over, or a person at the desk decided. */
type Origin = { origin: 'asked' | 'over' } | { origin: 'desk'; decision: ReviewDecision }

/** The result of a check counts as a report of it would. */
export function applyResult(deps: Deps, checkId: string, result: VendorResult, from: Origin): Promise<Applied> {
  const { clock, keys, schedule } = deps
  const { status, occurredAt, documentHash } = result
  const now = clock()
  return applyOutcome(deps, {
    eventId: `${from.origin}_${checkId}_${status}`,
    tcHash: tokenHash(transactionCode(keys.codes, checkId)),
    status,
    occurredAt,
    documentIdx: documentIndex(keys.documents, { status, documentHash }),
    now,
    nextPollAt: schedule.first(status, now),
    ...(from.origin === 'desk' && { decision: from.decision }),
  })
}
