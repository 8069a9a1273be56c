import { AppError, type OperatorSwitch, type RunnableJob } from '@avouch/contract'
import type { Client } from '../../platform/client.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Keyring } from '../../platform/keyring.ts'
import { createHeldAccounts } from '../accounts/index.ts'
import type { AppendEvents, Audit } from '../audit/index.ts'
import { type KeyFiles, readKeys } from '../keys/index.ts'
import type { ReviewDesk } from '../kyc/index.ts'
import type { RateLimiter } from '../rate-limits/index.ts'
import { readSpend } from '../sms/index.ts'
import type { Switches } from '../switches/index.ts'
import type { Trust } from '../trust/index.ts'
import type { OperatorAccounts } from './account-admin.ts'
import { findAccount, lockAccount } from './accounts.ts'
import type { CallerLimits } from './caller-limits.ts'
import { type Health, readAttention } from './facts.ts'
import { explainLimits, releaseLimits, smsLimits } from './limits.ts'
import { decideLive, listProviders, suspend } from './providers.ts'
import { oneWalkAtATime, runJob } from './upkeep.ts'

const SPEND_DAYS = 30
const SEARCHED = 100

type Deps = {
  db: Database
  clock: Clock
  append: AppendEvents
  audit: Pick<Audit, 'search' | 'verify'>
  keyring: Pick<Keyring, 'fingerprints'>
  keyFiles: KeyFiles
  switches: Pick<Switches, 'all' | 'set'>
  trust: Pick<Trust, 'lists'>
  limits: CallerLimits
  accounts: OperatorAccounts
  limiter: RateLimiter
  health: Health
  reviews: ReviewDesk
}
/** A person at the console, whose looks at visitors are counted. */
type Looker = { staffId: string; client: Client }
type Search = {
  kind?: string | undefined
  provider?: string | undefined
  since?: string | undefined
  until?: string | undefined
}
export type Operator = ReturnType<typeof createOperator>

/** What the operator's people see of the installation. It names no visitor, no number, and no website that someone visited. */
export function createOperator(deps: Deps) {
  const { db, clock, switches, limiter } = deps
  /** A stolen session is no list of who has an account. */
  const count = ({ staffId }: Looker) => limiter.admit(db, { rule: 'staff-look.number', subject: staffId })
  const held = createHeldAccounts(db, deps.append)
  return {
    attention: () => readAttention(deps),
    providers: () => listProviders(deps),
    decideLive: (id: string, live: boolean) => decideLive(deps, id, live),
    suspend: (id: string, suspended: boolean) => suspend(deps, id, suspended),
    switches: async () =>
      (await switches.all()).map(({ name, value, changedAt }) => ({
        name,
        value,
        changed_at: changedAt?.toISOString() ?? null,
      })),
    setSwitch: (name: OperatorSwitch, value: '0' | '1') => switches.set(name, value),
    jobs: () => listJobs(deps),
    runJob: (name: RunnableJob) => runJob(deps, name),
    spend: () => readSpent(deps),
    smsLimits: () => smsLimits(deps),
    /** @throws AppError invalid_request, too_many_requests */
    async explainLimits(typed: string, by: Looker) {
      await count(by)
      return explainLimits(deps, typed)
    },
    /** @throws AppError invalid_request, too_many_requests */
    async releaseLimits(typed: string, rule: string | null, by: Looker) {
      await count(by)
      return releaseLimits(deps, typed, rule)
    },
    held: async () =>
      (await held.all(clock())).map(({ id, eraseAfter }) => ({ id, erase_after: eraseAfter.toISOString() })),
    /** @throws AppError conflict when it is not held */
    async restore(id: string) {
      if (!(await held.restore(id, clock()))) throw new AppError('conflict')
    },
    reviews: deps.reviews,
    /** @throws AppError invalid_request, not_found, too_many_requests */
    async findAccount(typed: string, by: Looker) {
      await count(by)
      return findAccount(deps, typed)
    },
    lockAccount: (id: string, locked: boolean) => lockAccount(deps, id, locked),
    keys: () => readKeys(deps),
    searchAudit: (search: Search) => searchAudit(deps, search),
    verifyAudit: oneWalkAtATime((head) => deps.audit.verify(head)),
  }
}

const listJobs = async ({ health }: Pick<Deps, 'health'>) =>
  (await health.jobs()).map((queue) => ({
    name: queue.name,
    last_done_at: queue.lastDone?.toISOString() ?? null,
    last_ms: queue.lastMs,
    waiting: queue.waiting,
    running: queue.running,
    failed: queue.failed,
    next_at: queue.next?.toISOString() ?? null,
    cron: queue.cron,
  }))

async function readSpent({ db, clock }: Pick<Deps, 'db' | 'clock'>) {
  const spent = await readSpend(db, { now: clock(), days: SPEND_DAYS })
  const data = spent.map(({ day, country, outcome, total: sms, cents }) => ({ day, country, outcome, sms, cents }))
  return { data, cents: data.reduce((sum, { cents }) => sum + cents, 0) }
}

/** The newest first. */
async function searchAudit({ audit }: Pick<Deps, 'audit'>, { kind, provider, since, until }: Search) {
  const found = await audit.search({
    kind,
    provider,
    since: since === undefined ? undefined : new Date(since),
    until: until === undefined ? undefined : new Date(until),
    limit: SEARCHED,
  })
  return found.toReversed().map(({ at, ...event }) => ({ ...event, at: at.toISOString() }))
}
