import { kycEvent, OPEN_REQUEST } from '@avouch/contract'
import type { Clock } from '../../platform/clock.ts'
import { tokenHash } from '../../platform/identifier.ts'
import { readUnknownEvent } from '../../platform/partner-event.ts'
import { type CheckDeps, type CheckRequest, startCheck } from './checks.ts'
import { documentIndex } from './document-index.ts'
import { createErasures } from './erasures.ts'
import { createIdentityService, momentOf, type IdentitySettings } from './identity-service.ts'
import { applyOutcome, type Applied, type OutcomeDeps } from './outcomes.ts'
import { createPollSchedule, type PollTimes } from './poll-times.ts'
import { createPolls } from './reconciliation.ts'
import { intentOfReturn } from './return-address.ts'
import { createReviewDesk } from './review-desk.ts'

type Warn = (event: string, details: object) => void
type UseCaseDeps = CheckDeps & OutcomeDeps
type Deps = Omit<UseCaseDeps, 'service' | 'schedule'> & {
  settings: IdentitySettings & { pollTimes: PollTimes; lookEveryMs: number; reviewDeskUrl: string | undefined }
  warn: Warn
}
export type Kyc = ReturnType<typeof createKyc>

/** The identity check: its start, its reported outcomes, and the search for reports that got lost. */
export function createKyc({ settings, warn, ...given }: Deps) {
  const service = createIdentityService({
    ...settings,
    clock: given.clock,
    onNotUnderstood: (fields) => warn('identity check report not understood', { type: 'answer', fields }),
    onFailure: (reason) => warn('identity check not asked', { reason }),
    onKept: (reason) => warn('identity check not erased', { reason }),
  })
  const deps = { ...given, service, schedule: createPollSchedule(settings.pollTimes), warn }

  return {
    init: (accountId: string, request: CheckRequest) => startCheck(deps, accountId, request),
    /** The merchant intent code with which the visitor left; null when none is open. @throws AppError mintid_used */
    mintidOf: async (accountId: string, returnId: string): Promise<string | null> =>
      returnId === OPEN_REQUEST
        ? deps.intents.openCodeOf(accountId)
        : deps.intents.codeOf(intentOfReturn(deps.keys.returns, accountId, returnId)),
    report: (eventId: string, message: unknown) => receiveReport(deps, eventId, message),
    reviews: createReviewDesk({ ...deps, documentUrl: settings.reviewDeskUrl }),

    outboxes: [createPolls(deps, settings.lookEveryMs), createErasures(deps)],
  }
}

/**
 * A message of the identity-check service whose signature was verified. What is not understood is not refused, because the
 * service would repeat it for ever; an outcome among it decides nothing until a person has looked.
 */
async function receiveReport(
  deps: UseCaseDeps & { clock: Clock; warn: Warn },
  eventId: string,
  message: unknown,
): Promise<Applied | 'ignored'> {
  const event = kycEvent.safeParse(message)
  if (!event.success) {
    const { type } = readUnknownEvent(message)
    const mayDecide = type === 'check.updated'
    deps.warn(mayDecide ? 'identity check report not understood' : 'identity check event ignored', {
      type,
      message: eventId,
      fields: event.error.issues.map(({ path }) => path.join('.')),
    })
    return 'ignored'
  }
  const { data, timestamp } = event.data
  const { tc, status } = data
  const documentHash = data.document_hash ?? undefined
  const now = deps.clock()
  const applied = await applyOutcome(deps, {
    eventId,
    tcHash: tokenHash(tc),
    status,
    occurredAt: momentOf(timestamp, now),
    documentIdx: documentIndex(deps.keys.documents, { status, documentHash }),
    now,
    nextPollAt: deps.schedule.first(status, now),
  })
  if (applied === 'unknown_check') await deps.report({ type: 'kyc.unknown_check', reason: status })
  return applied
}
