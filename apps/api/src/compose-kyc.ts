import { createIdentityService } from './adapters/identity-service.ts'
import type { Database } from './adapters/database/database.ts'
import type { Jobs } from './adapters/jobs.ts'
import { repeat } from './adapters/repeat.ts'
import { createKycStore, type KycStorePorts } from './adapters/stores/kyc-store.ts'
import { createPollStore } from './adapters/stores/poll-store.ts'
import type { Config } from './config/config.ts'
import type { Report } from './modules/audit/ports.ts'
import type { Intents } from './modules/intents/index.ts'
import { createKyc, createPollSchedule, createReconciliation } from './modules/kyc/index.ts'

type Parts = Omit<KycStorePorts, 'enqueueSms'> & {
  config: Config
  database: Database
  jobs: Jobs
  intents: Pick<Intents, 'bind'>
  mac: (...parts: string[]) => Buffer
  report: Report
  warn: (event: string, details?: object) => void
}

/** The identity check: what begins it, what is reported of it, and what looks for reports that got lost. */
export function composeKyc(parts: Parts) {
  const { config, database, jobs, intents, enqueueClosing, append, stopRegistrations, mac, report, warn } = parts
  const { clock, publicUrl, identity } = config
  const store = createKycStore(database, {
    enqueueClosing,
    append,
    stopRegistrations,
    enqueueSms: (tx, smsId) => jobs.enqueue(tx, 'sms.deliver', { smsId }),
  })
  const service = createIdentityService({
    ...identity,
    onFailure: (reason) => warn('identity check not asked', { reason }),
  })
  const schedule = createPollSchedule(identity.pollTimes)
  const common = { store, service, schedule, clock, mac }
  const reconciliation = createReconciliation({
    ...common,
    polls: createPollStore(database),
    onFound: (status) => warn('identity check was not reported', { status }),
  })

  return {
    kyc: createKyc({ ...common, intents, publicUrl, report }),
    /** Begins, and goes on until it is stopped. */
    lookForReports: () =>
      repeat(reconciliation.lookOnce, {
        everyMs: identity.lookEveryMs,
        onError: (error) => warn('identity checks not looked for', { reason: (error as Error).name }),
      }),
  }
}
