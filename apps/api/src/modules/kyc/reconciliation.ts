import { SECOND_MS } from '@avouch/contract'
import { type Clock, later } from '../../platform/clock.ts'
import { applyResult } from './check-results.ts'
import type { IdentityService } from './identity-service.ts'
import type { KycKeys } from './keys.ts'
import type { OutcomeDeps } from './outcomes.ts'
import { claimDueChecks, type DueCheck, postponePoll } from './poll-store.ts'
import type { PollSchedule } from './poll-times.ts'
import { transactionCode } from './transaction-code.ts'
import { advances } from './transitions.ts'

/** Longer than any call takes: after this time the process that claimed the check has died. */
const CLAIM_MS = 60 * SECOND_MS
const AT_ONCE = 10

type Deps = OutcomeDeps & {
  service: Pick<IdentityService, 'outcomeOf'>
  schedule: PollSchedule
  clock: Clock
  keys: KycKeys
  warn: (event: string, details: object) => void
}

/** Polls the service for every overdue outcome; safe in several processes at the same moment. */
export async function pollOverdue(deps: Deps, signal: AbortSignal): Promise<void> {
  for (;;) {
    const now = deps.clock()
    const due = await claimDueChecks(deps.db, { now, until: later(now, CLAIM_MS), limit: AT_ONCE })
    const answered = await Promise.all(due.map((check) => poll(deps, check, signal)))
    if (due.length < AT_ONCE || answered.includes(false) || signal.aborted) return
  }
}

/** @returns false when the service did not answer, and nothing changed */
async function poll(deps: Deps, check: DueCheck, signal: AbortSignal): Promise<boolean> {
  const { db, service, schedule, clock, keys, warn } = deps
  const answer = await service.outcomeOf(transactionCode(keys.codes, check.id), signal)
  const now = clock()
  if (typeof answer === 'object' && advances(check.status, answer.status)) {
    if ((await applyResult(deps, check.id, answer, { origin: 'asked' })) === 'applied')
      warn('identity check was not reported', { status: answer.status })
    return true
  }
  // A check expires only when the service itself has no outcome: an outage decides nothing, and nor does what is not understood.
  const isWithout = answer !== 'no_answer' && answer !== 'not_understood'
  if (isWithout && schedule.isOver(check, now)) {
    const expired = { status: 'USER_PROCESS_EXPIRED', occurredAt: now, documentHash: undefined } as const
    await applyResult(deps, check.id, expired, { origin: 'over' })
    return true
  }
  await postponePoll(db, check, schedule.next(check, now))
  return answer !== 'no_answer'
}
