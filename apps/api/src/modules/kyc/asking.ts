import { HOUR_MS, type KycStatus, MINUTE_MS } from '@avouch/contract'
import { type Clock, later } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Warn } from '../../platform/log.ts'
import type { Outbox } from '../../platform/outbox.ts'
import * as store from './check-store.ts'
import { addUnknownWord } from './outcome-store.ts'
import { advances, type Outcomes } from './outcomes.ts'
import { takesBack } from './proof-store.ts'
import { findVendorSession, setStage, type Staged, vendorOf } from './session-store.ts'
import type { Vendors } from './vendors/index.ts'
import type { VendorAnswer } from './vendors/vendor.ts'

const AT_ONCE = 10
const LONGEST_GAP_MS = 6 * HOUR_MS
/** A document that is sent in and not decided by then is under review: its visitor gets an SMS, and need not wait. */
const DECIDED_WITHIN_MS = 10 * MINUTE_MS
/** Shorter outages hardly lengthen the intervals of polls. */
const OUTAGE_MS = MINUTE_MS

/** How long an outcome may be missing until the last poll. */
export type EndsAfterMs = Record<'check' | 'review', number>

/** The time at which a check without an outcome expires, and one with an outcome is polled no more. */
export const endOf = (endsAfterMs: EndsAfterMs, status: KycStatus, since: Date): Date =>
  later(since, endsAfterMs[status === 'PENDING_MANUAL_REVIEW' ? 'review' : 'check'])

/** Notes since when a vendor does not answer this process. Intervals of polls grow during an outage; at its end the checks polled meanwhile are polled soon. */
export function createOutages({ db, clock }: { db: Database; clock: Clock }) {
  const began = new Map<string, Date>()
  return async (vendor: string, isAnswered: boolean): Promise<void> => {
    const [now, since] = [clock(), began.get(vendor)]
    if (!isAnswered) return void began.set(vendor, since ?? now)
    if (since === undefined) return
    began.delete(vendor)
    if (since <= later(now, -OUTAGE_MS)) await store.askSoon(db, now, since, vendor)
  }
}
export type NoteAnswer = ReturnType<typeof createOutages>

/** Asks the vendor of a check about it. */
export type Ask = (checkId: string, signal: AbortSignal) => Promise<VendorAnswer>

type AskDeps = { db: Database; clock: Clock; vendors: Vendors; noteAnswer: NoteAnswer; outcomes: Outcomes }

/** Asks the vendor, and stores the check's stage there. A vendor that the settings no longer name gives no answer. */
export const createAsk =
  ({ db, clock, vendors, noteAnswer, outcomes }: AskDeps): Ask =>
  async (checkId, signal) => {
    const found = await findVendorSession(db, 'check', checkId)
    const session = found?.keptEnc ? found : undefined
    const vendor = session?.vendor ?? (await vendorOf(db, checkId)) ?? ''
    const check = vendors.checkAt(vendor, checkId, session)
    if (check === undefined) return { stage: 'open' }
    const answer = (await vendors.of(vendor)?.ask(check, signal)) ?? 'no_answer'
    await noteAnswer(vendor, answer !== 'no_answer')
    const now = clock()
    const next = stageOf(answer)
    if (session !== undefined && next !== undefined) await setStage(db, session, next, now)
    if (session === undefined && next?.stage === 'again')
      await outcomes.wantAgain(check.ref, next.reason ?? 'other', now)
    // Some vendors report a submitted document only by message, not when polled.
    const isIn =
      session?.stage === 'submitted' && typeof answer === 'object' && 'stage' in answer && answer.stage !== 'again'
    const isLong = isIn && session.stagedAt <= later(now, -DECIDED_WITHIN_MS)
    return isLong ? { status: 'PENDING_MANUAL_REVIEW', occurredAt: now } : answer
  }

/** @returns undefined where nothing is new */
function stageOf(answer: VendorAnswer): Staged | undefined {
  if (typeof answer === 'string') return undefined
  if (!('status' in answer)) return answer.stage === 'open' ? undefined : answer
  return answer.status === 'PENDING_MANUAL_REVIEW' ? { stage: 'submitted' } : { ...answer, stage: 'ended' }
}

type Waiting = NonNullable<Awaited<ReturnType<typeof store.beginAsk>>>
type Settings = { endsAfterMs: EndsAfterMs; pollEveryMs: number }

/** The next poll, after one without an outcome: at growing intervals, for a limited time. */
function nextPollAt({ status, reportedAt }: Waiting, polls: number, end: Date, now: Date): Date {
  const gap =
    reportedAt === null ? store.firstPollAfter(status) * 2 ** polls : store.AFTER_MESSAGE_MS * 2 ** (polls - 1)
  const at = later(now, Math.min(gap, LONGEST_GAP_MS))
  return now < end && at > end ? end : at
}

type PollDeps = { db: Database; clock: Clock; warn: Warn; outcomes: Outcomes; ask: Ask; settings: Settings }

/** Polls the vendor for every overdue outcome. */
export const createPolls = ({ db, clock, warn, outcomes, ask, settings }: PollDeps): Outbox => ({
  ...store.POLL_OUTBOX,
  limits: { inAll: AT_ONCE },
  everyMs: settings.pollEveryMs,
  async run({ id, attempt }, signal) {
    const waiting = await store.beginAsk(db, id, attempt, clock())
    if (waiting === undefined) return later(clock(), store.ASK_GAP_MS)
    const { status, since, reportedAt, isHeld } = waiting
    // The approval is known; only the end of the wait for a person is polled for.
    const answer = isHeld ? ({ stage: 'open' } as const) : await ask(id, signal)
    const now = clock()
    await store.endAsk(db, id, attempt, later(now, store.ASK_GAP_MS))
    const outcome = typeof answer === 'object' && 'status' in answer ? answer : undefined
    if (outcome !== undefined && advances(status, outcome.status)) {
      const applied = await outcomes.applyResult(id, outcome, { origin: 'asked', reportedAt }, now)
      if (applied === 'applied' && reportedAt === null)
        warn('identity check was not reported', { status: outcome.status })
      return undefined
    }
    if (answer === 'unknown_word' && (await addUnknownWord(db, id, now)))
      warn('identity check report not understood', { type: 'answer', fields: ['status'] })
    const end = endOf(settings.endsAfterMs, status, since)
    const isOpen = status === '' || status === 'PENDING_MANUAL_REVIEW'
    // Polled because of a message after the outcome; the answer may lag behind that message.
    const isDecided = outcome !== undefined && outcome.status !== 'PENDING_MANUAL_REVIEW'
    if (!isOpen && (isDecided || now >= end)) {
      if (outcome !== undefined && takesBack(status, outcome.status))
        await outcomes.applyResult(id, outcome, { origin: 'asked', reportedAt }, now)
      return void (await store.settle(db, id, attempt))
    }
    // A check expires only by an answer without an outcome: an outage or an unreadable answer ends none.
    if (answer === 'no_answer' || now < end) return nextPollAt(waiting, attempt, end, now)
    const expired = { status: 'USER_PROCESS_EXPIRED', occurredAt: now } as const
    await outcomes.applyResult(id, expired, { origin: 'over', reportedAt }, now)
    return undefined
  },
})
