import { MINUTE_MS } from '@avouch/contract'
import { sweepDevices, sweepTombstones } from './modules/accounts/index.ts'
import { sweepAppLinks } from './modules/app-links/index.ts'
import type { Audit } from './modules/audit/index.ts'
import { sweepCaptcha } from './modules/captcha/index.ts'
import { sweepFiles } from './modules/front-end-files/index.ts'
import { sweepIntents } from './modules/intents/index.ts'
import { sweepChecks, sweepOutcomes } from './modules/kyc/index.ts'
import { sweepOidcRecords } from './modules/oidc/index.ts'
import { sweepPresentations } from './modules/presentations/index.ts'
import { sweepLimits } from './modules/rate-limits/index.ts'
import { sweepSessions } from './modules/sessions/index.ts'
import { sweepCodes, sweepRegistrations, sweepStops, sweepTokens } from './modules/sign-in/index.ts'
import { sweepDelivery, sweepMessages, sweepSpend } from './modules/sms/index.ts'
import { sweepStaff } from './modules/staff/index.ts'
import { sweepAttempts } from './modules/webhooks/index.ts'
import type { Clock } from './platform/clock.ts'
import type { Database } from './platform/database/database.ts'
import { sweepRuns } from './platform/database/job-runs.ts'
import { type Sweep, unhurriedly } from './platform/database/sweep.ts'
import type { Timer } from './platform/timers.ts'

/** Each statement is a transaction of its own, so that a sweep holds few rows for a short time. */
const SWEEPS: readonly Sweep[] = [
  sweepStops,
  sweepTombstones,
  sweepRegistrations,
  sweepTokens,
  sweepCaptcha,
  sweepLimits,
  sweepAppLinks,
  sweepSessions,
  sweepCodes,
  sweepMessages,
  sweepSpend,
  sweepDelivery,
  sweepDevices,
  sweepAttempts,
  sweepOidcRecords,
  sweepPresentations,
  sweepIntents,
  sweepOutcomes,
  sweepStaff,
  sweepFiles,
  sweepRuns,
]

/** Deletes what is over, each after its time. */
export const sweep: Sweep = async (db, now) => {
  for (const sweepOne of SWEEPS) await sweepOne(db, now)
}

export const SWEEP_TIMER = { name: 'retention.sweep', everyMs: 5 * MINUTE_MS }

type Deps = { db: Database; clock: Clock; audit: Audit; identityCheckDays: number }

/** Keeps nothing longer than it may be kept: rows, and the audit trail. */
export const retentionTimer = ({ db, clock, audit, identityCheckDays }: Deps): Timer => ({
  ...SWEEP_TIMER,
  run: async (signal) => {
    const slow = unhurriedly(db, signal)
    await sweep(slow, clock())
    await sweepChecks(identityCheckDays)(slow, clock())
    await audit.retain(signal)
  },
})
