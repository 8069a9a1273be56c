import {
  createErasures,
  createErasureStore,
  createIdentityService,
  createKyc,
  createKycStore,
  createPollSchedule,
  createPollStore,
  createReconciliation,
  type KycStorePorts,
} from './modules/kyc/index.ts'
import type { Database } from './platform/database/database.ts'
import type { Jobs } from './platform/jobs.ts'
import { repeat } from './platform/repeat.ts'
import type { Config } from './config/config.ts'
import type { Report } from './modules/audit/index.ts'
import type { Intents } from './modules/intents/index.ts'

const ERASE_EVERY_MS = 2_000

type Parts = Omit<KycStorePorts, 'enqueueSms'> & {
  config: Config
  database: Database
  jobs: Jobs
  intents: Pick<Intents, 'bind'>
  mac: (...parts: string[]) => Buffer
  documentMac: (...parts: string[]) => Buffer
  report: Report
  warn: (event: string, details?: object) => void
}

/** The identity check: what begins it, what is reported of it, and what looks for reports that got lost. */
export function composeKyc(parts: Parts) {
  const { config, database, jobs, intents, enqueueClosing, append, stopRegistrations } = parts
  const { mac, documentMac, report, warn } = parts
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
    onKept: (reason) => warn('identity check not erased', { reason }),
  })
  const schedule = createPollSchedule(identity.pollTimes)
  const common = { store, service, schedule, clock, mac, documentMac }
  const reconciliation = createReconciliation({
    ...common,
    polls: createPollStore(database),
    onFound: (status) => warn('identity check was not reported', { status }),
  })

  const looking = (lookOnce: (signal: AbortSignal) => Promise<void>, everyMs: number, failed: string) =>
    repeat(lookOnce, {
      everyMs,
      onError: (error) => warn(failed, { reason: (error as Error).name }),
    })
  const erasures = createErasures({ store: createErasureStore(database), service, clock, mac })

  return {
    kyc: createKyc({ ...common, intents, publicUrl, report }),
    /** Each begins, and goes on until it is stopped. */
    lookForReports: () => looking(reconciliation.lookOnce, identity.lookEveryMs, 'identity checks not looked for'),
    eraseChecks: () => looking(erasures.lookOnce, ERASE_EVERY_MS, 'identity checks to erase not looked for'),
  }
}
