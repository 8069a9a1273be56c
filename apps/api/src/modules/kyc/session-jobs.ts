import { MINUTE_MS } from '@avouch/contract'
import { type Clock, later } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import { growingWait, type Outbox } from '../../platform/outbox.ts'
import { providerOf } from './check-store.ts'
import { SAID_AGAIN_AFTER_MS } from './erasures.ts'
import type { IdentityService } from './identity-service.ts'
import type { Outages } from './outages.ts'
import type { Outcomes } from './outcomes.ts'
import type { Ask } from './polls.ts'
import type { Asked, Finding } from './providers/identity-check.ts'
import {
  deleteSession,
  findSession,
  keepUnerased,
  SESSION_ERASURE_OUTBOX,
  setStage,
  type Staged,
} from './session-store.ts'
import type { Vendors } from './vendors.ts'

/** After this time a person looks at what was sent in: its visitor is told by SMS, and need not wait. */
const DECIDED_WITHIN_MS = 10 * MINUTE_MS

type Deps = { db: Database; clock: Clock; vendors: Vendors }
type InquiryDeps = Deps & { outages: Outages; generic: Asked | undefined; service: IdentityService; outcomes: Outcomes }

/** Asks where a check is made, and keeps how far its session is. Where the settings no longer name its vendor there is no answer. */
export const createInquiry =
  ({ db, clock, vendors, outages, generic, service, outcomes }: InquiryDeps): Ask =>
  async (checkId, signal) => {
    const session = await findSession(db, 'check', checkId)
    const known = session && vendors.open(session)
    if (session === undefined || known === undefined) {
      // Never begun at a vendor.
      if ((await providerOf(db, checkId)) !== 'generic') return { stage: 'open' }
      const ref = service.codeOf(checkId)
      const found = (await generic?.ask({ ref, vendorRef: null, kept: {} }, signal)) ?? 'no_answer'
      await outages.note('generic', found !== 'no_answer')
      if (typeof found === 'object' && 'stage' in found && found.stage === 'again')
        await outcomes.wantAgain(ref, found.reason, clock())
      return found
    }
    const found = (await vendors.of(session.provider)?.ask(known, signal)) ?? 'no_answer'
    await outages.note(session.provider, found !== 'no_answer')
    const now = clock()
    const next = stageOf(found)
    if (next !== undefined) await setStage(db, session, next, now)
    // Only a message tells that something was sent in where asking does not.
    const isIn =
      session.stage === 'submitted' && typeof found === 'object' && 'stage' in found && found.stage !== 'again'
    const isLong = isIn && session.stagedAt <= later(now, -DECIDED_WITHIN_MS)
    return isLong ? { status: 'PENDING_MANUAL_REVIEW', occurredAt: now } : found
  }

/** @returns undefined where nothing is new */
function stageOf(found: Finding): Staged | undefined {
  if (typeof found === 'string') return undefined
  if (!('status' in found)) return found.stage === 'open' ? undefined : found
  return found.status === 'PENDING_MANUAL_REVIEW' ? { stage: 'submitted' } : { ...found, stage: 'ended' }
}

/** Has the vendor erase the sessions of checks that are gone, until it has. */
export const createSessionErasures = ({ db, clock, vendors }: Deps): Outbox => ({
  ...SESSION_ERASURE_OUTBOX,
  limits: { inAll: 1 },
  async run({ id, attempt }, signal) {
    const session = await findSession(db, 'orphan', id)
    if (session === undefined) return undefined
    const known = vendors.open(session)
    const verdict =
      known === undefined ? 'erased' : ((await vendors.of(session.provider)?.forget(known, signal)) ?? 'by_hand')
    const now = clock()
    if (verdict === 'erased' || (await keepUnerased(db, id, verdict, now))) return void (await deleteSession(db, id))
    return later(now, verdict === 'later' ? growingWait(attempt) : SAID_AGAIN_AFTER_MS)
  },
})
