import { SECOND_MS, type VendorOutcome } from '@avouch/contract'
import { type Clock, later } from '../clock.ts'
import { tokenHash } from '../identifier.ts'
import type { PollSchedule } from './poll-times.ts'
import type { DueCheck, IdentityService, KycStore, PollStore } from './ports.ts'
import { transactionCode } from './transaction-code.ts'
import { advances } from './transitions.ts'

/** Longer than any question takes: whoever claimed the check is gone. */
const CLAIM_MS = 60 * SECOND_MS
const AT_ONCE = 10

type Deps = {
  polls: PollStore
  store: Pick<KycStore, 'apply'>
  service: Pick<IdentityService, 'outcomeOf'>
  schedule: PollSchedule
  clock: Clock
  mac: (...parts: string[]) => Buffer
  /** A report was missing, and its outcome was found by asking. */
  onFound: (status: VendorOutcome) => void
}

/** Asks the identity-check service for outcomes that are overdue. */
export function createReconciliation({ polls, store, service, schedule, clock, mac, onFound }: Deps) {
  async function apply(check: DueCheck, status: VendorOutcome, occurredAt: Date, origin: string) {
    const now = clock()
    const tcHash = tokenHash(transactionCode(mac, check.id))
    const eventId = `${origin}_${check.id}_${status}`
    return store.apply({ eventId, tcHash, status, occurredAt, now, nextPollAt: schedule.first(status, now) })
  }

  /** @returns whether the service answered; while it does not, nothing changes */
  async function ask(check: DueCheck, signal: AbortSignal): Promise<boolean> {
    const answer = await service.outcomeOf(transactionCode(mac, check.id), signal)
    const now = clock()
    if (typeof answer === 'object' && advances(check.status, answer.status)) {
      if ((await apply(check, answer.status, answer.occurredAt, 'asked')) === 'applied') onFound(answer.status)
      return true
    }
    // It is over only when the service itself has no outcome: silence decides nothing.
    if (answer !== 'no_answer' && schedule.isOver(check, now)) {
      await apply(check, 'USER_PROCESS_EXPIRED', now, 'over')
      return true
    }
    await polls.postpone(check, schedule.next(check, now))
    return answer !== 'no_answer'
  }

  /** Asks about everything that is due. Several processes may do so at the same moment. */
  async function lookOnce(signal: AbortSignal): Promise<void> {
    for (;;) {
      const now = clock()
      const due = await polls.claimDue({ now, until: later(now, CLAIM_MS), limit: AT_ONCE })
      const answered = await Promise.all(due.map((check) => ask(check, signal)))
      if (due.length < AT_ONCE || answered.includes(false) || signal.aborted) return
    }
  }

  return { lookOnce }
}
