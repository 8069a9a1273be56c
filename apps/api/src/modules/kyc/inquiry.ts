import { MINUTE_MS, SECOND_MS } from '@avouch/contract'
import { type Clock, later } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Warn } from '../../platform/log.ts'
import type { Ask } from './polls.ts'
import type { Finding } from './providers/identity-check.ts'
import type { SessionSecrets } from './session-secrets.ts'
import { beginAsking, endAsking, findSession, type Session, setStage } from './session-store.ts'
import type { Vendors } from './vendors.ts'

/** After this time a person looks at what was sent in: its visitor is told by SMS, and need not wait. */
const DECIDED_WITHIN_MS = 10 * MINUTE_MS

/** Longer than a call of the vendor. */
const ANSWERS_WITHIN_MS = 10 * SECOND_MS

type Deps = { db: Database; clock: Clock; warn: Warn; vendors: Vendors; secrets: SessionSecrets }

/** Asks the vendor of its session about a check. A check without one was never begun there. */
export function createInquiry({ db, clock, warn, vendors, secrets }: Deps): Ask {
  return async (checkId, signal) => {
    const session = await findSession(db, checkId)
    const vendor = session && vendors.of(session.provider)
    if (session === undefined || vendor === undefined || session.keptEnc === null) return { stage: 'open' }
    if (!(await beginAsking(db, session.id, clock(), later(clock(), -ANSWERS_WITHIN_MS)))) return 'no_answer'
    try {
      const found = await vendor.ask(secrets.open(session), signal)
      return await note(session, found, clock())
    } finally {
      await endAsking(db, session.id)
    }
  }

  async function note(session: Session, found: Finding, now: Date): Promise<Finding> {
    if (found === 'no_answer') return found
    if (found === 'gone') {
      await setStage(db, session.id, { stage: 'ended' }, now)
      return found
    }
    if ('status' in found) {
      const { status, reason } = found
      const stage = status === 'PENDING_MANUAL_REVIEW' ? 'submitted' : 'ended'
      await setStage(db, session.id, { stage, reason: reason ?? null }, now)
      return found
    }
    if (found.stage === 'waiting') {
      const isAgain = session.stage === 'submitted' || session.stage === 'again'
      return note(session, isAgain ? { stage: 'again', reason: 'other' } : { stage: 'open' }, now)
    }
    const longAgo = later(now, -DECIDED_WITHIN_MS)
    const { decidedAt } = session
    if (found.stage === 'open' && decidedAt !== null && decidedAt <= longAgo && session.stage !== 'ended')
      warn('identity check reported without an answer', { provider: session.provider })
    // Only a message tells that something was sent in where asking does not.
    if (found.stage !== 'open') await setStage(db, session.id, found, now)
    const stage = found.stage === 'open' ? session.stage : found.stage
    const isLong = stage === 'submitted' && session.stage === 'submitted' && session.stagedAt <= longAgo
    return isLong ? { status: 'PENDING_MANUAL_REVIEW', occurredAt: now, documentHash: undefined } : found
  }
}
