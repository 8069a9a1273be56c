import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Warn } from '../../platform/log.ts'
import type { Outbox } from '../../platform/outbox.ts'
import { POLL_OUTBOX, readWaiting, settle } from './check-store.ts'
import { advances, type Outcomes } from './outcomes.ts'
import type { PollSchedule } from './poll-times.ts'
import type { Finding, VendorResult } from './providers/identity-check.ts'
import { takesBack } from './withdrawal-store.ts'

const AT_ONCE = 10

/** Asks the vendor of a check about it. */
export type Ask = (checkId: string, signal: AbortSignal) => Promise<Finding>

type Deps = {
  db: Database
  clock: Clock
  ask: Ask
  schedule: PollSchedule
  outcomes: Outcomes
  warn: Warn
}

/** A check that its vendor has deleted gets no outcome any more. */
const goneAt = (now: Date): VendorResult => ({ status: 'DELETED', occurredAt: now, documentHash: undefined })

/** Polls the service for every overdue outcome. */
export const createPolls = ({ db, clock, ask, schedule, outcomes, warn }: Deps, everyMs: number): Outbox => ({
  ...POLL_OUTBOX,
  limits: { inAll: AT_ONCE },
  everyMs,
  async run({ id, attempt }, signal) {
    const waiting = await readWaiting(db, id)
    if (waiting === undefined) return undefined
    const { reportedAt } = waiting
    const found = await ask(id, signal)
    const now = clock()
    const isOpen = waiting.status === '' || waiting.status === 'PENDING_MANUAL_REVIEW'
    const answer = found === 'gone' && isOpen ? goneAt(now) : found
    const hasStatus = typeof answer === 'object' && 'status' in answer
    if (hasStatus && advances(waiting.status, answer.status)) {
      const applied = await outcomes.applyResult(id, answer, { origin: 'asked', reportedAt }, now)
      if (applied === 'applied' && reportedAt === null)
        warn('identity check was not reported', { status: answer.status })
      return undefined
    }
    const isOver = schedule.isOver(waiting.status, waiting.since, now)
    // Asked because of a message after the outcome, behind which an answer may lag.
    const isDecided = answer === 'gone' || (hasStatus && answer.status !== 'PENDING_MANUAL_REVIEW')
    if (!isOpen && (isDecided || isOver)) {
      if (hasStatus && takesBack(waiting.status, answer.status))
        await outcomes.applyResult(id, answer, { origin: 'asked', reportedAt }, now)
      return void (await settle(db, id, attempt))
    }
    // A check expires only when the service itself has no outcome: an outage decides nothing, and nor does what is not understood.
    if (answer === 'no_answer' || !isOver) return schedule.next({ ...waiting, polls: attempt }, now)
    const expired = { status: 'USER_PROCESS_EXPIRED', occurredAt: now, documentHash: undefined } as const
    await outcomes.applyResult(id, expired, { origin: 'over', reportedAt }, now)
    return undefined
  },
})
