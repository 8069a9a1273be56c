import type { Clock } from '../../platform/clock.ts'
import type { Outbox, Claimed } from '../../platform/outbox.ts'
import { applyResult } from './check-results.ts'
import type { IdentityService } from './identity-service.ts'
import type { KycKeys } from './keys.ts'
import type { OutcomeDeps } from './outcomes.ts'
import { POLL_OUTBOX, readWaiting } from './poll-store.ts'
import type { PollSchedule } from './poll-times.ts'
import { transactionCode } from './transaction-code.ts'
import { advances } from './transitions.ts'

const AT_ONCE = 10

type Deps = OutcomeDeps & {
  service: Pick<IdentityService, 'outcomeOf'>
  schedule: PollSchedule
  clock: Clock
  keys: KycKeys
  warn: (event: string, details: object) => void
}

/** Polls the service for every overdue outcome. */
export const createPolls = (deps: Deps, everyMs: number): Outbox => ({
  ...POLL_OUTBOX,
  limits: { inAll: AT_ONCE },
  everyMs,
  run: (claimed, signal) => poll(deps, claimed, signal),
})

async function poll(deps: Deps, { id, attempt }: Claimed, signal: AbortSignal): Promise<Date | undefined> {
  const { db, service, schedule, clock, keys, warn } = deps
  const waiting = await readWaiting(db, id)
  if (waiting === undefined) return undefined
  const answer = await service.outcomeOf(transactionCode(keys.codes, id), signal)
  const now = clock()
  if (typeof answer === 'object' && advances(waiting.status, answer.status)) {
    if ((await applyResult(deps, id, answer, { origin: 'asked' })) === 'applied')
      warn('identity check was not reported', { status: answer.status })
    return undefined
  }
  const check = { ...waiting, polls: attempt }
  // A check expires only when the service itself has no outcome: an outage decides nothing, and nor does what is not understood.
  const isWithout = answer !== 'no_answer' && answer !== 'not_understood'
  if (!isWithout || !schedule.isOver(check, now)) return schedule.next(check, now)
  const expired = { status: 'USER_PROCESS_EXPIRED', occurredAt: now, documentHash: undefined } as const
  await applyResult(deps, id, expired, { origin: 'over' })
  return undefined
}
