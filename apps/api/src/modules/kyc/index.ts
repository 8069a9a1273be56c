import type { Background } from '../../platform/background.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Streaks } from '../../platform/database/streaks.ts'
import type { Keys } from '../../platform/keyring.ts'
import type { Warn } from '../../platform/log.ts'
import type { Meter } from '../../platform/meter.ts'
import type { Audit } from '../audit/index.ts'
import type { VisitorIntents } from '../intents/index.ts'
import type { RegistrationStops } from '../sign-in/index.ts'
import type { Sms } from '../sms/index.ts'
import { createAsk, createOutages, createPolls, type EndsAfterMs } from './asking.ts'
import { POLL_OUTBOX } from './check-store.ts'
import { type CheckAddresses, Checks } from './checks.ts'
import { CHECK_ERASURES, createErasures, erasureBacklogs, SESSION_ERASURES } from './erasures.ts'
import { heldApprovals, sweepOutcomes } from './outcome-store.ts'
import { Outcomes } from './outcomes.ts'
import { reviewTimes } from './review-times.ts'
import { ReviewDesk } from './review-desk.ts'
import { sealedSessions } from './session-store.ts'
import { type AllVendorSettings, Vendors } from './vendors/index.ts'
import { Visits } from './visits.ts'

export { CONTRADICTION_DAYS } from './outcomes.ts'
export { progressOf } from './checks.ts'
export { sweepChecks, waitingReviews } from './check-store.ts'
export { endHandErasure, listHandErasures } from './erasures.ts'
export { takenBackApprovals } from './proof-store.ts'
export type { ReviewDesk } from './review-desk.ts'
export { recentChecks } from './session-store.ts'
export { tryVendor } from './try-out.ts'
export { Withdrawals } from './withdrawals.ts'

export const KYC: Background = {
  outboxes: [POLL_OUTBOX, CHECK_ERASURES, SESSION_ERASURES],
  sweeps: { sweepOutcomes },
  backlogs: [erasureBacklogs],
  sealed: [...sealedSessions, ...heldApprovals],
  rareWarnings: ['identity check taken back', 'identity check report not understood'],
}

type Deps = {
  db: Database
  clock: Clock
  audit: Audit
  warn: Warn
  meter: Meter
  /** Derive the transaction codes, seal what a visitor comes back with, hash the documents of proofs, and seal sessions and held approvals. */
  keys: Record<'codes' | 'returns' | 'documents' | 'sessions' | 'held', Keys>
  settings: AllVendorSettings &
    CheckAddresses & {
      /** The vendor's page with a check's document; `{tc}` stands for the transaction code. undefined: no review desk. */
      reviewDeskUrl: string | undefined
      endsAfterMs: EndsAfterMs
      pollEveryMs: number
    }
  intents: VisitorIntents
  stops: RegistrationStops
  sms: Sms
  streaks: Streaks
}
export type Kyc = ReturnType<typeof createKyc>

/** The identity check: its start, its reported outcomes, and the search for reports that got lost. */
export function createKyc(deps: Deps) {
  const vendors = new Vendors(deps.settings, deps)
  const outcomes = new Outcomes(deps)
  const noteAnswer = createOutages(deps)
  const ask = createAsk({ ...deps, vendors, noteAnswer, outcomes })
  const parts = { ...deps, vendors, outcomes, noteAnswer, ask }
  return {
    checks: new Checks(parts),
    outcomes,
    /** undefined: the settings name no vendor with sessions. */
    visits: vendors.withSessions.length > 0 ? new Visits(parts) : undefined,
    reviews: new ReviewDesk(parts),
    reviewTimes: (accountId: string) => reviewTimes(deps, accountId),
    outboxes: [createPolls(parts), ...createErasures(parts)],
  }
}
