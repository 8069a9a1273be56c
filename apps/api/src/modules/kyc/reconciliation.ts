import { SECOND_MS, type VendorOutcome } from '@avouch/contract'
import { type Clock, later } from '../../platform/clock.ts'
import { tokenHash } from '../../platform/identifier.ts'
import { documentIndex } from './document-index.ts'
import type { PollSchedule } from './poll-times.ts'
import type { DueCheck, IdentityService, KycStore, PollStore, VendorResult } from './ports.ts'
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
  documentMac: (...parts: string[]) => Buffer
  /** A report was missing, and its outcome was found by asking. */
  onFound: (status: VendorOutcome) => void
}

/** Asks the identity-check service for outcomes that are overdue. */
export function createReconciliation(deps: Deps) {
  const { polls, store, service, schedule, clock, mac, documentMac, onFound } = deps

  async function apply(check: DueCheck, { status, occurredAt, documentHash }: VendorResult, origin: string) {
    const now = clock()
    const tcHash = tokenHash(transactionCode(mac, check.id))
    const eventId = `${origin}_${check.id}_${status}`
    const documentIdx = documentIndex(documentMac, { status, documentHash })
    const nextPollAt = schedule.first(status, now)
    return store.apply({ eventId, tcHash, status, occurredAt, documentIdx, now, nextPollAt })
  }

  /** @returns whether the service answered; while it does not, nothing changes */
  async function ask(check: DueCheck, signal: AbortSignal): Promise<boolean> {
    const answer = await service.outcomeOf(transactionCode(mac, check.id), signal)
    const now = clock()
    if (typeof answer === 'object' && advances(check.status, answer.status)) {
      if ((await apply(check, answer, 'asked')) === 'applied') onFound(answer.status)
      return true
    }
    // It is over only when the service itself has no outcome: silence decides nothing.
    if (answer !== 'no_answer' && schedule.isOver(check, now)) {
      await apply(check, { status: 'USER_PROCESS_EXPIRED', occurredAt: now, documentHash: undefined }, 'over')
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
