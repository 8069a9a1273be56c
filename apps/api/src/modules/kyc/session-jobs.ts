import { HOUR_MS, MINUTE_MS } from '@avouch/contract'
import { type Clock, later } from '../../platform/clock.ts'
import { type Backlog, BACKLOG, backlogOf, type Looking } from '../../platform/database/backlog.ts'
import type { Database } from '../../platform/database/database.ts'
import { row } from '../../platform/database/rows.ts'
import type { Warn } from '../../platform/log.ts'
import { growingWait, type Outbox } from '../../platform/outbox.ts'
import type { Ask } from './polls.ts'
import type { Finding } from './providers/identity-check.ts'
import {
  deleteSession,
  findSession,
  keepUnerased,
  type Session,
  SESSION_ERASURE_OUTBOX,
  setStage,
} from './session-store.ts'
import type { Vendors } from './vendors.ts'

/** After this time a person looks at what was sent in: its visitor is told by SMS, and need not wait. */
const DECIDED_WITHIN_MS = 10 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
/** The vendor may have been asked by a person meanwhile to allow it. */
const BY_HAND_EVERY_MS = DAY_MS
/** Vendors limit erasures to some a day. */
const LATE_MS = 7 * DAY_MS

type Deps = { db: Database; clock: Clock; warn: Warn; vendors: Vendors }

/** Asks the vendor of its session about a check. A check without one was never begun there. */
export function createInquiry({ db, clock, warn, vendors }: Deps): Ask {
  return async (checkId, signal) => {
    const session = await findSession(db, 'check', checkId)
    const known = session && vendors.open(session)
    if (session === undefined || known === undefined) return { stage: 'open' }
    const found = await vendors.of(session.provider)?.ask(known, signal)
    return found === undefined ? { stage: 'open' } : note(session, found, clock())
  }

  async function note(session: Session, found: Finding, now: Date): Promise<Finding> {
    const { id, stage, stagedAt, decidedAt, provider } = session
    const longAgo = later(now, -DECIDED_WITHIN_MS)
    if (found === 'no_answer') return found
    if (found === 'gone') await setStage(db, id, 'ended', undefined, now)
    else if ('status' in found)
      await setStage(db, id, found.status === 'PENDING_MANUAL_REVIEW' ? 'submitted' : 'ended', found.reason, now)
    else if (found.stage === 'waiting') {
      const isAgain = stage === 'submitted' || stage === 'again'
      return note(session, isAgain ? { stage: 'again', reason: 'other' } : { stage: 'open' }, now)
    } else if (found.stage !== 'open')
      await setStage(db, id, found.stage, found.stage === 'again' ? found.reason : undefined, now)
    else if (decidedAt !== null && decidedAt <= longAgo && stage !== 'ended')
      warn('identity check reported without an answer', { provider })
    // Only a message tells that something was sent in where asking does not.
    const isIn =
      typeof found === 'object' && 'stage' in found && (found.stage === 'open' || found.stage === 'submitted')
    const isLong = isIn && stage === 'submitted' && stagedAt <= longAgo
    return isLong ? { status: 'PENDING_MANUAL_REVIEW', occurredAt: now } : found
  }
}

const COUNT = `
  select count(*)::int as waiting, extract(epoch from $1::timestamptz - min(erase_since))::float8 as oldest
  from identity_session where check_id is null and erase_since is not null and (by_hand or erase_since <= $2)`

/** Sessions that a person has to have erased: the vendor does it for no call, or has not done it for a week. */
export const sessionBacklog = async (look: Looking, now: Date): Promise<Backlog[]> =>
  (await look.query(COUNT, [now, later(now, -LATE_MS)], row(BACKLOG))).map((found) =>
    backlogOf('vendor sessions to erase by hand', found),
  )

/** Has the vendor erase the sessions of checks that are gone, until it has. */
export const createSessionErasures = ({ db, clock, vendors }: Deps): Outbox => ({
  ...SESSION_ERASURE_OUTBOX,
  limits: { inAll: 1 },
  async run({ id, attempt }, signal) {
    const session = await findSession(db, 'orphan', id)
    if (session === undefined) return undefined
    const known = vendors.open(session)
    const done =
      known === undefined ? 'erased' : ((await vendors.of(session.provider)?.forget(known, signal)) ?? 'by_hand')
    if (done === 'erased') return void (await deleteSession(db, id))
    await keepUnerased(db, id, done === 'by_hand', clock())
    return later(clock(), done === 'by_hand' ? BY_HAND_EVERY_MS : growingWait(attempt))
  },
})
