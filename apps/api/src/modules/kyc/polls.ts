import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Warn } from '../../platform/log.ts'
import type { Outbox } from '../../platform/outbox.ts'
import { POLL_OUTBOX, readWaiting } from './check-store.ts'
import type { IdentityService } from './identity-service.ts'
import { advances, type Outcomes } from './outcomes.ts'
import type { PollSchedule } from './poll-times.ts'

const AT_ONCE = 10

type Deps = {
  db: Database
  clock: Clock
  service: IdentityService
  schedule: PollSchedule
  outcomes: Outcomes
  warn: Warn
}

/** Polls the service for every overdue outcome. */
export const createPolls = ({ db, clock, service, schedule, outcomes, warn }: Deps, everyMs: number): Outbox => ({
  ...POLL_OUTBOX,
  limits: { inAll: AT_ONCE },
  everyMs,
  async run({ id, attempt }, signal) {
    const waiting = await readWaiting(db, id)
    if (waiting === undefined) return undefined
    const answer = await service.outcomeOf(id, signal)
    const now = clock()
    if (typeof answer === 'object' && advances(waiting.status, answer.status)) {
      if ((await outcomes.applyResult(id, answer, { origin: 'asked' }, now)) === 'applied')
        warn('identity check was not reported', { status: answer.status })
      return undefined
    }
    // A check expires only when the service itself has no outcome: an outage decides nothing, and nor does what is not understood.
    const isWithout = answer !== 'no_answer' && answer !== 'not_understood'
    if (!isWithout || !schedule.isOver(waiting.status, waiting.since, now))
      return schedule.next({ ...waiting, polls: attempt }, now)
    const expired = { status: 'USER_PROCESS_EXPIRED', occurredAt: now, documentHash: undefined } as const
    await outcomes.applyResult(id, expired, { origin: 'over' }, now)
    return undefined
  },
})
