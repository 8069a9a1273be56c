import { type Clock, later } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Warn } from '../../platform/log.ts'
import type { Outbox } from '../../platform/outbox.ts'
import { ASK_GAP_MS, beginAsk, endAsk, POLL_OUTBOX, settle } from './check-store.ts'
import { addUnknownWord } from './outcome-store.ts'
import { advances, type Outcomes } from './outcomes.ts'
import type { PollSchedule } from './poll-times.ts'
import type { Finding } from './providers/identity-check.ts'
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

/** Polls the service for every overdue outcome. */
export const createPolls = ({ db, clock, ask, schedule, outcomes, warn }: Deps, everyMs: number): Outbox => ({
  ...POLL_OUTBOX,
  limits: { inAll: AT_ONCE },
  everyMs,
  async run({ id, attempt }, signal) {
    const waiting = await beginAsk(db, id, attempt, clock())
    if (waiting === undefined) return later(clock(), ASK_GAP_MS)
    const { reportedAt } = waiting
    const answer = await ask(id, signal)
    const now = clock()
    await endAsk(db, id, attempt, now)
    const outcome = typeof answer === 'object' && 'status' in answer ? answer : undefined
    if (outcome !== undefined && advances(waiting.status, outcome.status)) {
      const applied = await outcomes.applyResult(id, outcome, { origin: 'asked', reportedAt }, now)
      if (applied === 'applied' && reportedAt === null)
        warn('identity check was not reported', { status: outcome.status })
      return undefined
    }
    const isOpen = waiting.status === '' || waiting.status === 'PENDING_MANUAL_REVIEW'
    if (answer === 'unknown_word' && (await addUnknownWord(db, id, now)))
      warn('identity check report not understood', { type: 'answer', fields: ['status'] })
    const isOver = schedule.isOver(waiting.status, waiting.since, now)
    // Asked because of a message after the outcome, behind which an answer may lag.
    const isDecided = outcome !== undefined && outcome.status !== 'PENDING_MANUAL_REVIEW'
    if (!isOpen && (isDecided || isOver)) {
      if (outcome !== undefined && takesBack(waiting.status, outcome.status))
        await outcomes.applyResult(id, outcome, { origin: 'asked', reportedAt }, now)
      return void (await settle(db, id, attempt))
    }
    // A check expires only when the service itself has no outcome that we know: an outage decides nothing, and nor does another form.
    if (answer === 'no_answer' || !isOver) return schedule.next({ ...waiting, polls: attempt }, now)
    const expired = { status: 'USER_PROCESS_EXPIRED', occurredAt: now, documentHash: undefined } as const
    await outcomes.applyResult(id, expired, { origin: 'over', reportedAt }, now)
    return undefined
  },
})
